package site

import (
	"cmp"
	"context"
	"fmt"
	"html"
	"strconv"
	"strings"
	"sync"
	"time"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/markup/tags"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
)

// Site reads the options of a site as typed values and knows its zone, its
// addresses and the time.
type Site struct {
	Store OptionStore
	// Clock tells the time; time.Now outside tests.
	Clock func() time.Time
	// URL is the address of the site without a trailing slash; "" takes the
	// option siteurl, and where that isn't set Fallback.
	URL, Fallback string
	Hooks         Hooks
	// Packs has the texts of other languages; nil for English alone.
	Packs PackStore

	zones zones
	texts sync.Map // loadedTexts by locale
}

// Hooks are called by SetOption on every write of an option, in the order of
// their registration and inside its transaction: an error takes back all of
// it. They are registered before the first write. Values are as they are
// stored; old is nil for an option that isn't set, new is Unset for one that
// is to be removed.
type Hooks struct {
	// Before precedes the write and may refuse it.
	Before []func(ctx context.Context, name string, old, new any) error
	// Saved follows the write.
	Saved []func(ctx context.Context, name string, old, new any) error
}

// zones are the named time zones that were asked for; reading one takes a file.
type zones struct{ byName sync.Map }

// load is a zone, nil when there is none of that name.
func (z *zones) load(name string) *time.Location {
	if zone, ok := z.byName.Load(name); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	z.byName.Store(name, zone)
	return zone
}

type optionsKey struct{}

// all are the options; one look-up a request.
func (s *Site) all(ctx context.Context) *Values {
	if v, ok := scope.Get[*Values](ctx, optionsKey{}); ok {
		return v
	}
	v, err := s.Store.Options(ctx)
	if err != nil {
		scope.Failed(ctx, err) // every reader has a default
		return &Values{}
	}
	scope.Put(ctx, optionsKey{}, v)
	return v
}

// Option is the stored value of an option, and whether it is set.
func (s *Site) Option(ctx context.Context, name string) (any, bool) {
	scope.DependsOn(ctx, cache.Option(name))
	return s.all(ctx).Get(name)
}

// SetOption stores an option; Unset removes it. It is the only writer of
// options.
func (s *Site) SetOption(ctx context.Context, name string, value any) error {
	if s.stays(ctx, name, value) {
		return nil
	}
	var old any
	if len(s.Hooks.Before)+len(s.Hooks.Saved) > 0 {
		scope.Forget(ctx) // what was read before the transaction may be stale
		old, _ = s.all(ctx).Get(name)
	}
	for _, hook := range s.Hooks.Before {
		if err := hook(ctx, name, old, value); err != nil {
			return fmt.Errorf("before setting option %s: %w", name, err)
		}
	}
	if err := s.Store.SetOption(ctx, name, value); err != nil {
		return fmt.Errorf("set option %s: %w", name, err)
	}
	scope.Forget(ctx)
	for _, hook := range s.Hooks.Saved {
		if err := hook(ctx, name, old, value); err != nil {
			return fmt.Errorf("after setting option %s: %w", name, err)
		}
	}
	return nil
}

// Title is the site's name, HTML-escaped as it is stored.
func (s *Site) Title(ctx context.Context) string { return Title.Of(ctx, s) }

// PlainTitle is the title in plain text on one line, for messages and pages; the
// address of a site without one.
func (s *Site) PlainTitle(ctx context.Context) string {
	name := strings.Join(strings.Fields(html.UnescapeString(tags.StripTags(s.Title(ctx)))), " ")
	return cmp.Or(name, s.Base(ctx))
}

// Tagline is the site's description.
func (s *Site) Tagline(ctx context.Context) string { return Tagline.Of(ctx, s) }

// Permalinks is the structure of post addresses, "" for plain ones.
func (s *Site) Permalinks(ctx context.Context) string { return Permalinks.Of(ctx, s) }

// Language is the locale of the site, with "_".
func (s *Site) Language(ctx context.Context) string {
	return cmp.Or(Locale.Of(ctx, s), defaultLocale)
}

// FrontIsPage tells whether the front shows a page instead of the newest posts.
func (s *Site) FrontIsPage(ctx context.Context) bool { return ShowOnFront.Of(ctx, s) == frontPage }

// ShowPosts has the front show the newest posts.
func (s *Site) ShowPosts(ctx context.Context) error {
	if err := ShowOnFront.Set(ctx, s, frontPosts); err != nil {
		return err
	}
	return PageOnFront.Set(ctx, s, 0)
}

// FrontPage is the id of the page on the front, 0 where the newest posts are.
func (s *Site) FrontPage(ctx context.Context) int64 {
	if !s.FrontIsPage(ctx) {
		return 0
	}
	return PageOnFront.Of(ctx, s)
}

// DateForm is how dates are stored and answered.
const DateForm = "2006-01-02T15:04:05"

// Zone is the site's time zone: a named one, or a fixed offset from UTC.
func (s *Site) Zone(ctx context.Context) *time.Location {
	if name := TimeZone.Of(ctx, s); name != "" {
		if zone := s.zones.load(name); zone != nil {
			return zone
		}
	}
	hours, err := strconv.ParseFloat(Offset.Of(ctx, s), 64)
	if err != nil || hours < -24 || hours > 24 {
		hours = 0
	}
	return time.FixedZone("", int(hours*3600))
}

// Now is the present moment in the site's zone.
func (s *Site) Now(ctx context.Context) time.Time { return s.Clock().In(s.Zone(ctx)) }

// Stamp is the present moment as it is stored: in the site's zone and in UTC.
func (s *Site) Stamp(ctx context.Context) (local, utc string) {
	now := s.Clock()
	return now.In(s.Zone(ctx)).Format(DateForm), now.UTC().Format(DateForm)
}

// ToUTC turns a local date into UTC, ToLocal the other way round. What is no
// date comes back as it is.
func (s *Site) ToUTC(ctx context.Context, local string) string {
	t, err := time.Parse(DateForm, local)
	if err != nil {
		return local
	}
	return inZone(t, s.Zone(ctx)).UTC().Format(DateForm)
}

// inZone is the moment at which the clocks of a zone show what t shows in UTC.
// What they skip, when summer time begins, goes by the time before.
func inZone(t time.Time, zone *time.Location) time.Time {
	got := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, zone)
	_, offset := got.Zone()
	shown := got.Add(time.Duration(offset) * time.Second).UTC()
	if shown.After(t) {
		start, _ := got.ZoneBounds()
		_, offset = start.Add(-time.Second).Zone()
	}
	if !shown.Equal(t) {
		got = t.Add(-time.Duration(offset) * time.Second)
	}
	return got.In(zone)
}

// ToLocal turns a date in UTC into one in the site's zone.
func (s *Site) ToLocal(ctx context.Context, utc string) string {
	t, err := time.Parse(DateForm, utc)
	if err != nil {
		return utc
	}
	return t.In(s.Zone(ctx)).Format(DateForm)
}

// ParseDate reads a date that a caller sent (see schema.IsDateTime) as stored
// dates. Without a zone it is local, or UTC when utc is set. Days that a month
// doesn't have roll over. ok is false for what is no date, and for years that
// stored dates can't show.
func (s *Site) ParseDate(ctx context.Context, text string, utc bool) (local, gmt string, ok bool) {
	if !schema.IsDateTime(text) {
		return "", "", false
	}
	var y, mo, d, h, mi, sec int
	if _, err := fmt.Sscanf(text[:10]+" "+text[11:19], "%d-%d-%d %d:%d:%d", &y, &mo, &d, &h, &mi, &sec); err != nil {
		return "", "", false
	}
	tail := text[19:]
	if strings.HasPrefix(tail, ".") {
		tail = strings.TrimLeft(tail[1:], "0123456789")
	}
	shown := time.Date(y, time.Month(mo), d, h, mi, sec, 0, time.UTC)
	at, zone := shown, s.Zone(ctx)
	switch {
	case tail != "":
		at = shown.Add(-offset(tail))
		shown = at.In(zone)
	case utc:
		shown = at.In(zone)
	default:
		// A time that the clocks skip is the one they show instead.
		at = inZone(shown, zone)
		shown = at.In(zone)
	}
	for _, t := range []time.Time{shown, at.UTC()} {
		if t.Year() < 1 || t.Year() > 9999 {
			return "", "", false
		}
	}
	return shown.Format(DateForm), at.UTC().Format(DateForm), true
}

// zeroDate is what stands for a date that isn't there.
const zeroDate = "0000-00-00T00:00:00"

// Bound is the date in the site's zone that limits a list, "" without a text. A date before
// all years comes before everything.
//
// Compat (TestBounds): the zero date limits, too.
func (s *Site) Bound(ctx context.Context, text string) string {
	local, _, ok := s.ParseDate(ctx, text, false)
	if !ok && strings.HasPrefix(text, "0000-") && schema.IsDateTime(text) {
		return zeroDate
	}
	return local
}

// offset is how far a written zone is ahead of UTC.
func offset(zone string) time.Duration {
	if zone == "Z" {
		return 0
	}
	var h, m int
	// The form was checked; without minutes the second number stays 0.
	_, _ = fmt.Sscanf(zone[1:], "%d:%d", &h, &m)
	ahead := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute
	if zone[0] == '-' {
		return -ahead
	}
	return ahead
}
