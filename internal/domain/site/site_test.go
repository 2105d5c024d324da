package site_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// options is a store of options in memory.
type options map[string]any

func (o options) Options(context.Context) (*site.Values, error) {
	if o["fails"] != nil {
		return nil, errors.New("no options")
	}
	return site.NewValues(o), nil
}

func (o options) SetOption(_ context.Context, name string, value any) error {
	if site.IsUnset(value) {
		delete(o, name)
	} else {
		o[name] = value
	}
	return nil
}

func of(o options) *site.Site {
	return &site.Site{Store: o, Clock: func() time.Time { return time.Date(2024, 7, 1, 12, 0, 0, 0, time.UTC) }}
}

func TestParseDate(t *testing.T) {
	t.Parallel()
	named := func(zone string) options { return options{"timezone_string": zone} }
	fixed := func(hours any) options { return options{"gmt_offset": hours} }
	newYork, berlin, utc := named("America/New_York"), named("Europe/Berlin"), options{}
	for _, c := range []struct {
		zone       options
		text       string
		utc        bool
		local, gmt string // "" for what is no date
	}{
		{newYork, "2024-01-02T03:04:05", false, "2024-01-02T03:04:05", "2024-01-02T08:04:05"},
		{newYork, "2024-07-02 03:04:05", false, "2024-07-02T03:04:05", "2024-07-02T07:04:05"},
		{newYork, "2024-01-02T03:04:05", true, "2024-01-01T22:04:05", "2024-01-02T03:04:05"},
		{newYork, "2024-01-02T03:04:05Z", false, "2024-01-01T22:04:05", "2024-01-02T03:04:05"},
		{newYork, "2024-01-02T03:04:05+02:30", true, "2024-01-01T19:34:05", "2024-01-02T00:34:05"},
		{newYork, "2024-01-02t03:04:05.789-01", false, "2024-01-01T23:04:05", "2024-01-02T04:04:05"},
		// The clocks skip an hour: it goes by the time before, and stays as it
		// was written.
		{newYork, "2024-03-10T02:30:00", false, "2024-03-10T03:30:00", "2024-03-10T07:30:00"},
		{newYork, "2024-03-10T02:00:00", false, "2024-03-10T03:00:00", "2024-03-10T07:00:00"},
		{newYork, "2024-03-10T03:00:00", false, "2024-03-10T03:00:00", "2024-03-10T07:00:00"},
		{berlin, "2024-03-31T02:30:00", false, "2024-03-31T03:30:00", "2024-03-31T01:30:00"},
		{named("Australia/Lord_Howe"), "2024-10-06T02:15:00", false, "2024-10-06T02:45:00", "2024-10-05T15:45:00"},
		// And show one twice.
		{newYork, "2024-11-03T01:30:00", false, "2024-11-03T01:30:00", "2024-11-03T05:30:00"},
		{berlin, "2024-10-27T02:30:00", false, "2024-10-27T02:30:00", "2024-10-27T01:30:00"},
		{fixed(5.5), "2024-01-02T03:04:05", false, "2024-01-02T03:04:05", "2024-01-01T21:34:05"},
		{fixed(int64(-3)), "2024-01-02T03:04:05", false, "2024-01-02T03:04:05", "2024-01-02T06:04:05"},
		{fixed("2"), "2024-01-02T03:04:05", false, "2024-01-02T03:04:05", "2024-01-02T01:04:05"},
		{fixed("soon"), "2024-01-02T03:04:05", false, "2024-01-02T03:04:05", "2024-01-02T03:04:05"},
		{options{"timezone_string": "Nowhere/Land", "gmt_offset": "1"}, "2024-01-02T03:04:05", false, "2024-01-02T03:04:05", "2024-01-02T02:04:05"},
		// What is beyond a range rolls over.
		{utc, "2024-02-30T00:00:00", false, "2024-03-01T00:00:00", "2024-03-01T00:00:00"},
		{utc, "2024-00-00T24:00:60", false, "2023-12-01T00:01:00", "2023-12-01T00:01:00"},
		{utc, "2024-13-01T00:00:00", false, "", ""},
		{utc, "2024-01-01T00:00:00+99:00", false, "", ""},
		{utc, "0000-01-01T00:00:00", false, "", ""},
		{utc, "9999-12-31T23:59:59-12:00", false, "", ""},
		{newYork, "9999-12-31T23:59:59", false, "", ""},
		{utc, "2024-01-01", false, "", ""},
		{utc, "", false, "", ""},
	} {
		local, gmt, ok := of(c.zone).ParseDate(t.Context(), c.text, c.utc)
		if local != c.local || gmt != c.gmt || ok != (c.local != "") {
			t.Errorf("%q in %v (as UTC %v): %q, %q, %v, want %q, %q", c.text, c.zone, c.utc, local, gmt, ok, c.local, c.gmt)
		}
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	s := &site.Site{Store: options{"timezone_string": "America/New_York"}}
	for text, want := range map[string]string{
		"": "", "odd": "", "0000-odd": "", "0000-00-00T00:00:00": "0000-00-00T00:00:00", "0000-05-05T10:11:12Z": "0000-00-00T00:00:00",
		"2024-01-02T03:04:05Z": "2024-01-01T22:04:05",
	} {
		if got := s.Bound(t.Context(), text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestZones(t *testing.T) {
	t.Parallel()
	s := of(options{"timezone_string": "America/New_York"})
	local, utc := s.Stamp(t.Context())
	if local != "2024-07-01T08:00:00" || utc != "2024-07-01T12:00:00" {
		t.Errorf("stamp %s, %s", local, utc)
	}
	for local, utc := range map[string]string{
		"2024-01-01T00:00:00": "2024-01-01T05:00:00", "2024-03-10T02:30:00": "2024-03-10T07:30:00", "soon": "soon", "": "",
	} {
		if got := s.ToUTC(t.Context(), local); got != utc {
			t.Errorf("%q is %q in UTC, want %q", local, got, utc)
		}
	}
	for utc, local := range map[string]string{"2024-03-10T07:30:00": "2024-03-10T03:30:00", "soon": "soon"} {
		if got := s.ToLocal(t.Context(), utc); got != local {
			t.Errorf("%q is locally %q, want %q", utc, got, local)
		}
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	text := func(name, def string) *site.Option[string] { return &site.Option[string]{Name: name, Default: def} }
	number := func(name string) *site.Option[int64] { return &site.Option[int64]{Name: name, Default: 1} }
	on := func(name string, def bool) *site.Option[bool] { return &site.Option[bool]{Name: name, Default: def} }
	o := options{"word": "x", "number": int64(5), "text number": "7", "on": "1", "off": false, "list": []any{"a"}}
	s := of(o)
	ctx := t.Context()
	word := text("word", "d")
	if word.Of(ctx, s) != "x" || text("number", "d").Of(ctx, s) != "5" || text("none", "d").Of(ctx, s) != "d" {
		t.Error("texts")
	}
	if number("number").Of(ctx, s) != 5 || number("text number").Of(ctx, s) != 7 || number("none").Of(ctx, s) != 1 {
		t.Error("numbers")
	}
	if !on("on", false).Of(ctx, s) || on("off", true).Of(ctx, s) || !on("none", true).Of(ctx, s) {
		t.Error("switches")
	}
	lists := &site.Option[[]any]{Name: "list"}
	if len(lists.Of(ctx, s)) != 1 || (&site.Option[[]any]{Name: "word"}).Of(ctx, s) != nil {
		t.Error("lists")
	}
	if err := word.Set(ctx, s, "y"); err != nil || word.Of(ctx, s) != "y" {
		t.Errorf("an option isn't what it was set to (%v)", err)
	}
	if err := s.SetOption(ctx, "word", site.Unset); err != nil || word.Of(ctx, s) != "d" {
		t.Errorf("a removed option is still there (%v)", err)
	}
	o["fails"] = true
	if number("number").Of(ctx, s) != 1 {
		t.Error("without a store the defaults count")
	}
}

func TestDeclarations(t *testing.T) {
	t.Parallel()
	names, settings := map[string]bool{}, map[string]bool{}
	for _, o := range site.Options() {
		d := o.Declaration()
		if names[d.Name] {
			t.Errorf("%s is declared twice", d.Name)
		}
		names[d.Name] = true
		if found, ok := site.Find(d.Name); !ok || found.Name != d.Name {
			t.Errorf("%s isn't found", d.Name)
		}
		if d.Setting == nil {
			continue
		}
		if settings[d.Setting.Name] || d.Schema == nil || d.Setting.Description == "" {
			t.Errorf("the setting %s of %s is there twice, or says nothing", d.Setting.Name, d.Name)
		}
		settings[d.Setting.Name] = true
		if v := d.Setting.Default; v != nil && d.Schema.Validate(v, d.Name) != nil {
			t.Errorf("the default of %s doesn't fit", d.Name)
		}
	}
	if d, ok := site.Find("theme_mods_any"); !ok || !d.Visible {
		t.Error("what a site chose for a theme isn't visible")
	}
	if _, ok := site.Find("nothing"); ok {
		t.Error("found what isn't declared")
	}
}

// TestOwnersSetOptions sets what the reference's screens for reading and discussion set, by
// the words of the command line.
func TestOwnersSetOptions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       any // nil for a text that is refused
	}{
		{"show_avatars", "false", false}, {"show_avatars", "perhaps", nil},
		{"avatar_default", "identicon", "identicon"}, {"avatar_default", "horse", nil},
		{"avatar_rating", "PG", "PG"}, {"avatar_rating", "pg", nil},
		{"comment_registration", "true", true}, {"require_name_email", "false", false}, {"show_comments_cookies_opt_in", "false", false},
		{"thread_comments", "false", false}, {"thread_comments_depth", "3", int64(3)}, {"thread_comments_depth", "1", nil}, {"thread_comments_depth", "11", nil},
		{"page_comments", "true", true}, {"comments_per_page", "20", int64(20)}, {"comments_per_page", "0", nil},
		{"default_comments_page", "oldest", "oldest"}, {"default_comments_page", "first", nil}, {"comment_order", "desc", "desc"}, {"comment_order", "down", nil},
		{"comment_moderation", "true", true}, {"comment_previously_approved", "false", false}, {"comment_max_links", "0", int64(0)}, {"comment_max_links", "-1", nil},
		{"moderation_keys", " spam \n\nham\nspam\n", "spam\nham"}, {"disallowed_keys", "x", "x"}, {"disallowed_keys", strings.Repeat("x", 64<<10+1), nil},
		{"comments_notify", "false", false}, {"moderation_notify", "false", false}, {"wp_notes_notify", "false", false},
		{"posts_per_rss", "25", int64(25)}, {"posts_per_rss", "many", nil}, {"rss_use_excerpt", "true", true},
		{"users_can_register", "true", true}, {"users_can_register", "anyone", nil},
		{"uploads_use_yearmonth_folders", "false", false}, {"uploads_use_yearmonth_folders", "monthly", nil},
		{"default_role", "author", "author"}, {"default_role", "king", nil}, {"application_passwords", "false", false},
	} {
		d, ok := site.Find(c.name)
		if !ok || d.Command == nil {
			t.Errorf("%s can't be set", c.name)
			continue
		}
		got, err := d.Command(c.text)
		if c.want == nil {
			if err == nil {
				t.Errorf("%s takes %.40q", c.name, c.text)
			}
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%s %q is %v (%v), want %v", c.name, c.text, got, err, c.want)
		}
	}
}

// TestDerived makes something of options once for each state of them, and says each time
// which it was made of.
func TestDerived(t *testing.T) {
	t.Parallel()
	s := &site.Site{Store: &kept{site.NewValues(map[string]any{"blogname": "A"})}}
	type key struct{}
	made := 0
	title := func() (string, []cache.Tag) {
		ctx := scope.New(t.Context())
		v := site.Derived(ctx, s, key{}, func(ctx context.Context) string {
			made++
			return s.Title(ctx)
		})
		return v, scope.From(ctx).Deps().Tags
	}
	for range 2 {
		if v, tags := title(); v != "A" || !slices.Equal(tags, []cache.Tag{site.Title.Tag()}) || made != 1 {
			t.Errorf("%q, made %d times, of %v", v, made, tags)
		}
	}
	s.Store = &kept{site.NewValues(map[string]any{"blogname": "B"})}
	if v, _ := title(); v != "B" || made != 2 {
		t.Errorf("%q, made %d times, after the options changed", v, made)
	}
}

// kept is a store of options that are the same each time.
type kept struct{ values *site.Values }

func (k *kept) Options(context.Context) (*site.Values, error) { return k.values, nil }

func (k *kept) SetOption(context.Context, string, any) error { return nil }

func TestBase(t *testing.T) {
	t.Parallel()
	stored := options{"siteurl": "http://stored/"}
	for _, c := range []struct {
		site *site.Site
		want string
	}{
		{&site.Site{Store: stored, URL: "http://given", Fallback: "http://fallback"}, "http://given"},
		{&site.Site{Store: stored, Fallback: "http://fallback"}, "http://stored"},
		{&site.Site{Store: options{}, Fallback: "http://fallback"}, "http://fallback"},
		{&site.Site{Store: options{}}, "http://localhost:8080"},
	} {
		if got := c.site.Base(t.Context()); got != c.want {
			t.Errorf("base %s, want %s", got, c.want)
		}
	}
}
