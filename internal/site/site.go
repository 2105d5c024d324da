package site

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"quoin/internal/schema"
	"quoin/internal/scope"
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
}

type optionsKey struct{}

// all are the options; one look-up a request.
func (s *Site) all(ctx context.Context) map[string]any {
	if v, ok := scope.Get[map[string]any](ctx, optionsKey{}); ok {
		return v
	}
	v, err := s.Store.Options(ctx)
	if err != nil {
		// Every reader has a default; the failing store speaks up elsewhere.
		return map[string]any{}
	}
	scope.Put(ctx, optionsKey{}, v)
	return v
}

// Option is the stored value of an option, and whether it is set.
func (s *Site) Option(ctx context.Context, name string) (any, bool) {
	scope.Read(ctx, "option:"+name)
	v, ok := s.all(ctx)[name]
	return v, ok
}

// Text is an option as a string; def when it isn't set.
func (s *Site) Text(ctx context.Context, name, def string) string {
	if v, ok := s.Option(ctx, name); ok {
		return schema.ToText(v)
	}
	return def
}

// Int is an option as an integer; def when it isn't set.
func (s *Site) Int(ctx context.Context, name string, def int64) int64 {
	if v, ok := s.Option(ctx, name); ok {
		return schema.ToInt(v)
	}
	return def
}

// Bool is an option as a boolean; def when it isn't set.
func (s *Site) Bool(ctx context.Context, name string, def bool) bool {
	if v, ok := s.Option(ctx, name); ok {
		return schema.ToBool(v)
	}
	return def
}

// SetOption stores an option.
func (s *Site) SetOption(ctx context.Context, name string, value any) error {
	if err := s.Store.SetOption(ctx, name, value); err != nil {
		return fmt.Errorf("set option %s: %w", name, err)
	}
	scope.Forget(ctx)
	return nil
}

// Base is the address of the site without a trailing slash.
func (s *Site) Base(ctx context.Context) string {
	if s.URL != "" {
		return s.URL
	}
	if stored := strings.TrimRight(s.Text(ctx, "siteurl", ""), "/"); stored != "" {
		return stored
	}
	return cmp.Or(s.Fallback, "http://localhost:8080")
}

// Title is the site's name, HTML-escaped as it is stored.
func (s *Site) Title(ctx context.Context) string { return s.Text(ctx, "blogname", "") }

// Tagline is the site's description.
func (s *Site) Tagline(ctx context.Context) string { return s.Text(ctx, "blogdescription", "") }

// Permalinks is the structure of post addresses, "" for plain ones.
func (s *Site) Permalinks(ctx context.Context) string {
	return s.Text(ctx, "permalink_structure", DefaultPermalinks)
}

// DefaultPermalinks is the structure of a new site.
const DefaultPermalinks = "/%year%/%monthnum%/%day%/%postname%/"

// DateForm is how dates are stored and answered.
const DateForm = "2006-01-02T15:04:05"

// Zone is the site's time zone: a named one, or a fixed offset from UTC.
func (s *Site) Zone(ctx context.Context) *time.Location {
	if name := s.Text(ctx, "timezone_string", ""); name != "" {
		if zone, err := time.LoadLocation(name); err == nil {
			return zone
		}
	}
	v, _ := s.Option(ctx, "gmt_offset")
	hours, _ := v.(float64)
	if n, ok := v.(int64); ok {
		hours = float64(n)
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
	t, err := time.ParseInLocation(DateForm, local, s.Zone(ctx))
	if err != nil {
		return local
	}
	return t.UTC().Format(DateForm)
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
// dates. Without a zone it is local, or UTC when utc is set. Days and hours
// beyond their range roll over. ok is false for what is no date.
func (s *Site) ParseDate(ctx context.Context, text string, utc bool) (local, gmt string, ok bool) {
	if !schema.IsDateTime(text) {
		return "", "", false
	}
	var y, mo, d, h, mi, sec int
	if _, err := fmt.Sscanf(text[:10]+" "+text[11:19], "%d-%d-%d %d:%d:%d", &y, &mo, &d, &h, &mi, &sec); err != nil {
		return "", "", false
	}
	zone, tail := s.Zone(ctx), text[19:]
	if utc {
		zone = time.UTC
	}
	if strings.HasPrefix(tail, ".") {
		tail = strings.TrimLeft(tail[1:], "0123456789")
	}
	if tail != "" {
		zone = offset(tail)
	}
	t := time.Date(y, time.Month(mo), d, h, mi, sec, 0, zone)
	if t.Year() < 1 || t.Year() > 9999 {
		return "", "", false
	}
	return t.In(s.Zone(ctx)).Format(DateForm), t.UTC().Format(DateForm), true
}

func offset(zone string) *time.Location {
	if zone == "Z" || zone == "z" {
		return time.UTC
	}
	digits := strings.ReplaceAll(zone[1:], ":", "")
	var h, m int
	if len(digits) >= 2 {
		_, _ = fmt.Sscanf(digits[:2], "%d", &h)
	}
	if len(digits) == 4 {
		_, _ = fmt.Sscanf(digits[2:], "%d", &m)
	}
	seconds := h*3600 + m*60
	if zone[0] == '-' {
		seconds = -seconds
	}
	return time.FixedZone("", seconds)
}
