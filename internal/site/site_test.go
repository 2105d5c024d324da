package site_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"quoin/internal/site"
)

// options is a store of options in memory.
type options map[string]any

func (o options) Options(context.Context) (map[string]any, error) {
	if o["fails"] != nil {
		return nil, errors.New("no options")
	}
	return o, nil
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
	o := options{"word": "x", "number": int64(5), "text number": "7", "on": "1", "off": false, "siteurl": "http://a.b/"}
	s := of(o)
	ctx := t.Context()
	if s.Text(ctx, "word", "d") != "x" || s.Text(ctx, "number", "d") != "5" || s.Text(ctx, "none", "d") != "d" {
		t.Error("texts")
	}
	if s.Int(ctx, "number", 1) != 5 || s.Int(ctx, "text number", 1) != 7 || s.Int(ctx, "none", 1) != 1 {
		t.Error("numbers")
	}
	if !s.Bool(ctx, "on", false) || s.Bool(ctx, "off", true) || !s.Bool(ctx, "none", true) {
		t.Error("switches")
	}
	if err := s.SetOption(ctx, "word", site.Unset); err != nil || s.Text(ctx, "word", "d") != "d" {
		t.Errorf("a removed option is still there (%v)", err)
	}
	o["fails"] = true
	if s.Text(ctx, "number", "d") != "d" {
		t.Error("without a store the defaults count")
	}
}

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
