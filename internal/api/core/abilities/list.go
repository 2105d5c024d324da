package abilities

import (
	"context"
	"runtime"
	"runtime/debug"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// ability is one thing that the site can do. All of them only read, so they
// are run with GET.
type ability struct {
	name, label, description, category string
	input, output                      *schema.Schema
	may                                func(a access.Actor) bool
	// asked keeps the members in the order in which they were asked for.
	asked bool
	run   func(r *rest.Request) (*wire.Object, error)
}

type category struct{ slug, label, description string }

func categories() []category {
	return []category{
		{"site", "Site", "What tells of the site and changes it."},
		{"user", "User", "What tells of users and changes them."},
	}
}

// member is one property of what an ability gives.
type member struct {
	name, title, description string
	list, number             bool
	enum                     []string
}

func (m member) schema() *schema.Schema {
	s := schema.Str(m.description)
	switch {
	case m.list:
		s = schema.List(schema.Str(""), m.description)
	case m.number:
		s = schema.Int(m.description)
	}
	if m.enum != nil {
		s = s.With(schema.Enum(m.enum...))
	}
	s.Title = m.title
	return s
}

// of makes the schemas of an ability: its input names members of its output.
func (a ability) of(members ...member) *ability {
	names, properties := make([]string, len(members)), make([]schema.Property, len(members))
	for i, m := range members {
		names[i], properties[i] = m.name, schema.Property{Name: m.name, Schema: m.schema()}
	}
	fields := schema.List(schema.Str("", schema.Enum(names...)), "The members to give; all without it.")
	a.input = schema.Obj([]schema.Property{{Name: "fields", Schema: fields}}, "", schema.Strict(), schema.Default(&wire.Object{}))
	a.output = schema.Obj(properties, "", schema.Strict())
	return &a
}

func (s *service) abilities() []*ability {
	manages := func(a access.Actor) bool { return a.Can("manage_options") }
	return []*ability{
		ability{
			name: "core/get-site-info", label: "Tell of the site", category: "site", may: manages, asked: true, run: s.siteInfo,
			description: "Tells name, addresses, language and version of the site, all of it or the members that are asked for.",
		}.of(
			member{name: "name", title: "Site Title", description: "Name of the site."},
			member{name: "description", title: "Tagline", description: "What the site says of itself."},
			member{name: "url", title: "Site Address (URL)", description: "Address of the home page."},
			member{name: "wpurl", title: "WordPress Address (URL)", description: "Address that the API is below."},
			member{name: "admin_email", title: "Administration Email Address", description: "Address for mail about the site."},
			member{name: "charset", title: "Site Charset", description: "Encoding of all texts."},
			member{name: "language", title: "Site Language", description: "Language of the site."},
			member{name: "version", title: "WordPress Version", description: "Version of the server."},
		),
		ability{
			name: "core/get-user-info", label: "Tell of the user", category: "user", may: access.Actor.LoggedIn, run: s.userInfo,
			description: "Tells who the caller is, all of it or the members that are asked for.",
		}.of(
			member{name: "id", title: "User ID", description: "Id of the account.", number: true},
			member{name: "display_name", title: "Display Name", description: "Name that is shown."},
			member{name: "user_nicename", title: "User Nicename", description: "Name in addresses."},
			member{name: "user_login", title: "Username", description: "Log-in name."},
			member{name: "roles", title: "Roles", description: "Roles of the account.", list: true},
			member{name: "locale", title: "Language", description: "Language that the user reads."},
			member{name: "first_name", title: "First Name", description: "First name."},
			member{name: "last_name", title: "Last Name", description: "Last name."},
			member{name: "nickname", title: "Nickname", description: "Nickname."},
			member{name: "description", title: "Biographical Info", description: "What the user tells about themselves."},
			member{name: "user_url", title: "Website", description: "Address of a page about the user."},
		),
		ability{
			name: "core/get-environment-info", label: "Tell of the server", category: "site", may: manages, run: s.environmentInfo,
			description: "Tells what the server runs on, all of it or the members that are asked for.",
		}.of(
			member{name: "environment", title: "Environment Type", description: "What the site is for.", enum: []string{"production", "staging", "development", "local"}},
			member{name: "php_version", title: "PHP Version", description: "Version of the language that the server is written in."},
			member{name: "db_server_info", title: "Database Server Info", description: "Database and its version."},
			member{name: "wp_version", title: "WordPress Version", description: "Version of the server."},
		),
	}
}

// version is that of the program.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func (s *service) siteInfo(r *rest.Request) (*wire.Object, error) {
	ctx := r.Context()
	base := s.Site.Base(ctx)
	return wire.NewObject(
		"name", s.Site.Title(ctx), "description", s.Site.Tagline(ctx), "url", base, "wpurl", base,
		"admin_email", site.AdminEmail.Of(ctx, s.Site), "charset", "UTF-8", "language", strings.ReplaceAll(s.Site.Language(ctx), "_", "-"),
		"version", version(),
	), nil
}

func (s *service) userInfo(r *rest.Request) (*wire.Object, error) {
	ctx := r.Context()
	u, err := s.Store.UserByID(ctx, r.Actor.ID)
	if err != nil {
		return nil, err
	}
	return wire.NewObject(
		"id", u.ID, "display_name", u.Name, "user_nicename", u.Slug, "user_login", u.Login, "roles", wire.Strings(u.Roles),
		"locale", user.Locale(ctx, s.Site, u), "first_name", u.Meta.Text(user.MetaFirstName), "last_name", u.Meta.Text(user.MetaLastName),
		"nickname", u.Meta.Text(user.MetaNickname), "description", u.Meta.Text(user.MetaDescription), "user_url", user.HomePage(ctx, s.Site, u),
	), nil
}

func (s *service) environmentInfo(r *rest.Request) (*wire.Object, error) {
	server, err := s.server(r.Context())
	if err != nil {
		return nil, err
	}
	return wire.NewObject("environment", "production", "php_version", runtime.Version(), "db_server_info", server, "wp_version", version()), nil
}

func (s *service) server(ctx context.Context) (string, error) { return s.Database.ServerInfo(ctx) }
