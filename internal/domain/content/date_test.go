package content_test

import (
	"testing"
	"time"

	"quoin/internal/domain/content"
)

const fixed, later = "2020-05-06T07:08:09", "2027-05-06T07:08:09"

func at(local, utc string) *content.Date { return &content.Date{Local: local, UTC: utc} }

func TestStatusFollowsDate(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	stamp := func(d time.Duration) *content.Date {
		s := f.Now.Add(d).Format("2006-01-02T15:04:05")
		return at(s, s)
	}
	for _, c := range []struct {
		typ  string
		ask  content.Status
		date *content.Date
		want content.Status
	}{
		{"post", content.Publish, nil, content.Publish},
		{"post", content.Publish, at(fixed, fixed), content.Publish},
		{"post", content.Publish, stamp(59 * time.Second), content.Publish},
		{"post", content.Publish, stamp(60 * time.Second), content.Future},
		{"page", content.Publish, stamp(time.Hour), content.Future},
		{"post", content.Future, nil, content.Publish},
		{"post", content.Future, stamp(59 * time.Second), content.Publish},
		{"post", content.Future, stamp(60 * time.Second), content.Future},
		{"post", content.Private, stamp(time.Hour), content.Private},
		{"post", content.Draft, stamp(time.Hour), content.Draft},
		{"post", content.Pending, stamp(time.Hour), content.Pending},
		{"attachment", content.Inherit, stamp(time.Hour), content.Inherit},
	} {
		change := titled("x", c.ask)
		change.Date = c.date
		if e := f.create(c.typ, change); e.Status != c.want {
			t.Errorf("%s %s at %v: %s, want %s", c.typ, c.ask, c.date, e.Status, c.want)
		}
	}
}

func TestDatesFloatUntilFixed(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	f.option("timezone_string", "Europe/Berlin")
	const start, next = "2026-03-04T06:06:07", "2026-03-04T07:06:07"
	e := f.create("post", titled("x", content.Draft))
	want := func(when, date, utc string, status content.Status) {
		t.Helper()
		if got := f.load(e.ID); got.Date != date || got.DateUTC != utc || got.Status != status {
			t.Errorf("%s: %s, %q, %s, want %s, %q, %s", when, got.Date, got.DateUTC, got.Status, date, utc, status)
		}
	}
	want("a new draft", start, "", content.Draft)
	if e.Modified != start || e.ModifiedUTC != "" {
		t.Errorf("modified %s, %q: want the date", e.Modified, e.ModifiedUTC)
	}
	f.Now = f.Now.Add(time.Hour)
	f.update(e.ID, content.Change{Title: ptr("y")})
	want("an update moves the date", next, "", content.Draft)
	f.update(e.ID, content.Change{Status: ptr(content.Pending)})
	want("pending floats too", next, "", content.Pending)
	f.update(e.ID, content.Change{Status: ptr(content.Publish)})
	want("publishing fixes it", next, "2026-03-04T06:06:07", content.Publish)
	f.Now = f.Now.Add(time.Hour)
	f.update(e.ID, content.Change{Title: ptr("z")})
	want("and it stays", next, "2026-03-04T06:06:07", content.Publish)
	f.update(e.ID, content.Change{Status: ptr(content.Draft)})
	want("in a draft too", next, "2026-03-04T06:06:07", content.Draft)
	f.update(e.ID, content.Change{ResetDate: true})
	want("until it is reset", "2026-03-04T08:06:07", "", content.Draft)
	f.update(e.ID, content.Change{Date: at(fixed, "2020-05-06T05:08:09")})
	want("or set", fixed, "2020-05-06T05:08:09", content.Draft)
	f.update(e.ID, content.Change{Status: ptr(content.Publish), ResetDate: true})
	want("a reset date of a published entry is now", "2026-03-04T08:06:07", "2026-03-04T07:06:07", content.Publish)
	f.update(e.ID, content.Change{Date: at(later, later)})
	want("a date ahead takes it back", later, later, content.Future)
	f.update(e.ID, content.Change{Date: at(fixed, fixed)})
	want("and one behind publishes it", fixed, fixed, content.Publish)
	if got := f.load(e.ID); got.Modified != "2026-03-04T08:06:07" || got.ModifiedUTC != "2026-03-04T07:06:07" {
		t.Errorf("modified %s, %s: want the last change", got.Modified, got.ModifiedUTC)
	}
}

func TestCreatedDates(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	c := titled("x", content.Publish)
	c.Date = at(fixed, fixed)
	if e := f.create("post", c); e.Modified != fixed || e.ModifiedUTC != fixed || e.GUID != "http://example.org/2020/05/06/x/" {
		t.Errorf("back-dated: modified %s, %s, guid %s", e.Modified, e.ModifiedUTC, e.GUID)
	}
	c.Modified = at(later, later)
	if e := f.create("post", c); e.Modified != later {
		t.Errorf("imported: modified %s", e.Modified)
	}
}

func TestPrivateEntriesHaveNoPassword(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	c := titled("x", content.Private)
	c.Password = ptr("secret")
	if e := f.create("post", c); e.Password != "" {
		t.Errorf("created with %q", e.Password)
	}
	c.Status = ptr(content.Publish)
	e := f.create("post", c)
	if e.Password != "secret" {
		t.Fatalf("published with %q", e.Password)
	}
	if e = f.update(e.ID, content.Change{Status: ptr(content.Private)}); e.Password != "" {
		t.Errorf("turned private with %q", e.Password)
	}
}
