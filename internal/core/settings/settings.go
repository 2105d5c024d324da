package settings

import (
	"context"
	"regexp"
	"strings"
	"time"

	"quoin/internal/markup/clean"
	"quoin/internal/markup/entity"
	"quoin/internal/schema"
	"quoin/internal/site"
	"quoin/internal/wire"
)

// setting is one member of the object.
type setting struct {
	name   string
	option string
	schema *schema.Schema
	// def is the value of an option that isn't set.
	def any
	// normalize turns a valid value into the one that is stored; false keeps the
	// old one. Nil stores what came.
	normalize func(v any) (any, bool)
	// exact settings are stored as they are, false too.
	exact bool
	// read replaces the stored value; optional.
	read func(ctx context.Context, s *site.Site) any
}

// table are the settings in order.
func table() []setting {
	text := func(title, description string, options ...schema.Option) *schema.Schema {
		return titled(schema.Str(description, options...), title)
	}
	number := func(title, description string) *schema.Schema { return titled(schema.Int(description), title) }
	return []setting{
		{name: "title", option: "blogname", schema: text("Title", "Name of the site."), normalize: escaped},
		{name: "description", option: "blogdescription", schema: text("Tagline", "A few words on what the site is about."), normalize: escaped},
		{
			name: "url", option: "siteurl", schema: text("", "Address of the site.", schema.Format(schema.URI)), normalize: address,
			read: func(ctx context.Context, s *site.Site) any { return s.Base(ctx) },
		},
		{name: "email", option: "admin_email", schema: text("", "Where messages to the administrator go.", schema.Format(schema.Email))},
		{name: "timezone", option: "timezone_string", schema: text("", "A city in the time zone of the site."), normalize: zone},
		{name: "date_format", option: "date_format", schema: text("", "How dates are written."), normalize: plain},
		{name: "time_format", option: "time_format", schema: text("", "How times are written."), normalize: plain},
		{name: "start_of_week", option: "start_of_week", schema: number("", "Number of the day on which weeks start, 0 for Sunday."), normalize: absolute},
		{name: "language", option: "WPLANG", schema: text("", "Locale of the site."), def: "en_US", normalize: language},
		{name: "use_smilies", option: "use_smilies", schema: titled(schema.Bool("Whether typed smilies are shown as pictures."), ""), def: true},
		{name: "default_category", option: "default_category", schema: number("", "Category of posts that are given none."), normalize: absolute},
		{name: "default_post_format", option: "default_post_format", schema: text("", "Format of new posts.")},
		{name: "posts_per_page", option: "posts_per_page", schema: number("Maximum posts per page", "Number of posts on a page of the site."), def: int64(10), normalize: perPage},
		{name: "show_on_front", option: "show_on_front", schema: text("Show on front", "What the front of the site shows: posts or page.")},
		{name: "page_on_front", option: "page_on_front", schema: number("Page on front", "Id of the page on the front of the site."), normalize: absolute},
		{name: "page_for_posts", option: "page_for_posts", schema: number("", "Id of the page that shows the newest posts."), normalize: absolute},
		{
			name: "default_ping_status", option: "default_ping_status",
			schema: text("", "Whether other sites may announce links to new posts.", schema.Enum("open", "closed")),
		},
		{
			name: "default_comment_status", option: "default_comment_status",
			schema: text("Allow comments on new posts", "Whether new posts may be commented on.", schema.Enum("open", "closed")),
		},
		{name: "site_logo", option: "site_logo", schema: number("Logo", "Id of the picture that stands for the site.")},
		{name: "site_icon", option: "site_icon", schema: number("Icon", "Id of the picture that browsers show for the site."), normalize: absolute},
	}
}

// titled publishes a title, also an empty one.
func titled(s *schema.Schema, title string) *schema.Schema {
	s.Title = title
	if title == "" {
		s.Extra = wire.NewObject("title", "")
	}
	return s
}

// stored is what an option holds, or the setting's default.
func (t *setting) stored(ctx context.Context, s *site.Site) any {
	if t.read != nil {
		return t.read(ctx, s)
	}
	if v, ok := s.Option(ctx, t.option); ok {
		return v
	}
	return t.def
}

// fitting is a value as it is answered: null when it doesn't fit the schema.
func (t *setting) fitting(v any) any {
	if v == nil || t.schema.Validate(v, t.name) != nil {
		return nil
	}
	out, err := t.schema.Sanitize(v, t.name)
	if err != nil {
		return nil
	}
	return out
}

func escaped(v any) (any, bool) {
	return entity.Escape(strings.ToValidUTF8(schema.ToText(v), "")), true
}

var web = regexp.MustCompile(`(?i)https?://.+`)

func address(v any) (any, bool) {
	s := schema.ToText(v)
	if !web.MatchString(s) {
		return nil, false
	}
	s = strings.TrimRight(clean.URL(s, clean.Protocols()), "/")
	return s, s != ""
}

var zoneName = regexp.MustCompile(`^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*$`)

func zone(v any) (any, bool) {
	name := schema.ToText(v)
	if name == "" {
		return name, true
	}
	if len(name) > 64 || !zoneName.MatchString(name) || name == "Local" {
		return nil, false
	}
	_, err := time.LoadLocation(name)
	return name, err == nil
}

func plain(v any) (any, bool) {
	return clean.StripTags(strings.ToValidUTF8(schema.ToText(v), "")), true
}

func absolute(v any) (any, bool) {
	n := schema.ToInt(v)
	return max(n, -n), true
}

// language accepts no name, since no translations are installed.
func language(v any) (any, bool) { return "", schema.ToText(v) == "" }

func perPage(v any) (any, bool) {
	n := schema.ToInt(v)
	switch {
	case n == 0:
		n = 1
	case n < -1:
		n = -n
	}
	return n, true
}
