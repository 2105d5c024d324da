package users

import (
	"maps"
	"slices"
	"strconv"

	"quoin/internal/api/core/meta"
	"quoin/internal/api/rest"
	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/language"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

type field = rest.Field[*user.User]

func (res *resource) fields() []field {
	unnamed := schema.Str("The password; it is never answered.", schema.Required())
	unnamed.Contexts = []string{}
	return []field{
		{Name: "id", Schema: schema.Int("The number of the account.", rest.EmbedFirst, schema.Readonly()), Read: read(func(u *user.User) any { return u.ID })},
		{
			Name: "username", Schema: schema.Str("The log-in name.", rest.OnlyEdit, schema.Required()),
			Read: read(func(u *user.User) any { return u.Login }), Arg: res.cleanUsername,
		},
		{Name: "name", Schema: schema.Str("The name that is shown.", rest.EmbedFirst), Read: read(func(u *user.User) any { return u.Name }), Arg: textField},
		{Name: "first_name", Schema: schema.Str("The first name.", rest.OnlyEdit), Read: stored(user.MetaFirstName), Arg: textField},
		{Name: "last_name", Schema: schema.Str("The last name.", rest.OnlyEdit), Read: stored(user.MetaLastName), Arg: textField},
		{
			Name: "email", Schema: schema.Str("The e-mail address.", schema.Format(schema.Email), rest.OnlyEdit, schema.Required()),
			Read: read(func(u *user.User) any { return u.Email }),
		},
		{
			Name: "url", Schema: schema.Str("The address of a page about the user.", schema.Format(schema.URI), rest.EmbedFirst),
			Read: func(r *rest.Request, u *user.User) any { return user.HomePage(r.Context(), res.Site, u) },
		},
		{Name: "description", Schema: schema.Str("What the user tells about themselves.", rest.EmbedFirst), Read: stored(user.MetaDescription)},
		{
			Name: "link", Schema: schema.Str("The address of the user's entries.", schema.Format(schema.URI), rest.EmbedFirst, schema.Readonly()),
			Read: func(r *rest.Request, u *user.User) any { return user.Link(r.Context(), res.Site, u) },
		},
		{
			Name: "locale", Schema: schema.Str("The language that the user reads.", schema.Enum(append([]string{"", language.English}, res.Languages...)...), rest.OnlyEdit),
			Read: func(r *rest.Request, u *user.User) any { return user.Locale(r.Context(), res.Site, u) },
		},
		{Name: "nickname", Schema: schema.Str("The nickname.", rest.OnlyEdit), Read: stored(user.MetaNickname), Arg: textField},
		{
			Name: "slug", Schema: schema.Str("The name in addresses.", rest.EmbedFirst), Read: read(func(u *user.User) any { return u.Slug }),
			Arg: func(a *rest.Arg) {
				a.Sanitize = func(r *rest.Request, v any) (any, *fault.Error) {
					return res.Site.Slug(r.Context(), schema.ToText(v)), nil
				}
			},
		},
		{
			Name: "roles", Schema: schema.List(schema.Str(""), "The roles of the account.", rest.OnlyEdit),
			Read: func(r *rest.Request, u *user.User) any {
				if r.Actor.Can("list_users") || canEdit(r.Actor, u) {
					return wire.Strings(u.Roles)
				}
				return rest.Absent
			},
		},
		{Name: "password", Schema: unnamed, Arg: cleaned(checkPassword)},
		{
			Name:   "registered_date",
			Schema: schema.Str("When the account was made.", schema.Format(schema.DateTime), rest.OnlyEdit, schema.Readonly()),
			Read:   read(func(u *user.User) any { return u.Registered + "+00:00" }),
		},
		{
			Name: "capabilities", Schema: schema.New(schema.Object, "All that the account may do.", rest.OnlyEdit, schema.Readonly()),
			Read: read(func(u *user.User) any { return res.capabilities(u) }),
		},
		{
			Name: "extra_capabilities", Schema: schema.New(schema.Object, "What was given to the account itself.", rest.OnlyEdit, schema.Readonly()),
			Read: read(func(u *user.User) any { return granted(u) }),
		},
		{
			Name: "avatar_urls", Schema: schema.Obj(avatarProperties(), "The addresses of the user's picture by size.", rest.EmbedFirst, schema.Readonly()),
			Read: func(r *rest.Request, u *user.User) any {
				if avatars := user.Avatars(r.Context(), res.Site, u.Email); avatars != nil {
					return avatars
				}
				return rest.Absent
			},
		},
		{
			Name: "meta", Schema: res.meta.Schema("Further values of the account."), Arg: meta.Arg,
			Read: func(r *rest.Request, u *user.User) any { return res.meta.Read(u.Meta, r.ViewContext(), nil) },
		},
	}
}

func read(get func(*user.User) any) func(*rest.Request, *user.User) any {
	return func(_ *rest.Request, u *user.User) any { return get(u) }
}

func stored(key string) func(*rest.Request, *user.User) any {
	return func(_ *rest.Request, u *user.User) any { return u.Meta.Text(key) }
}

// capabilities are all that the roles allow, the roles themselves, and what the account has
// or lacks for itself.
func (res *resource) capabilities(u *user.User) *wire.Object {
	out := &wire.Object{}
	for _, role := range u.Roles {
		for _, c := range res.Grants.All(role) {
			out.Set(c, true)
		}
	}
	for _, m := range granted(u).Members() {
		out.Set(m.Key, m.Value)
	}
	return out
}

// granted are the roles of an account, and what it has or lacks for itself.
func granted(u *user.User) *wire.Object {
	out := &wire.Object{}
	for _, role := range u.Roles {
		out.Set(role, true)
	}
	for _, right := range slices.Sorted(maps.Keys(u.Rights)) {
		out.Set(right, u.Rights[right])
	}
	return out
}

func avatarProperties() []schema.Property {
	var out []schema.Property
	for _, size := range user.AvatarSizes() {
		name := strconv.Itoa(size)
		out = append(out, schema.Property{Name: name, Schema: schema.Str("The picture of "+name+" pixels.", schema.Format(schema.URI), rest.EmbedFirst)})
	}
	return out
}

// preferences is the meta key in which the editor keeps what a user chose.
func preferences() meta.Key {
	modified := schema.Str("When the preferences were last changed.", schema.Format(schema.DateTime))
	modified.Extra = wire.NewObject("readonly", false)
	s := schema.Obj([]schema.Property{{Name: "_modified", Schema: modified}}, "", schema.Default(wire.Map()), rest.OnlyEdit)
	s.AnyAdditionalProperties = true
	return meta.Key{Name: "persisted_preferences", Schema: s, MaxBytes: 256 << 10}
}

// registered are all meta keys of accounts, those of others last.
func registered(more *meta.Set) *meta.Set {
	out := &meta.Set{Keys: []meta.Key{preferences()}}
	if more != nil {
		out.Keys = append(out.Keys, more.Keys...)
	}
	return out
}
