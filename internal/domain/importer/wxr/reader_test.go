package wxr

import (
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func readAll(r *Reader) ([]Item, error) {
	var items []Item
	for {
		item, err := r.Next()
		if err == io.EOF {
			return items, nil
		}
		if err != nil {
			return items, err
		}
		items = append(items, item)
	}
}

func fixture(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func seedName(name string) string {
	if rest, ok := strings.CutPrefix(name, "wp_"); ok {
		return "core_" + rest
	}
	return name
}

var complete = []Item{
	&Site{
		Title: "Lime & Sand", Link: "https://lime.example", Description: "On mortar", Language: "en-GB",
		PubDate: "Sat, 14 Mar 2026 09:00:00 +0000", Version: "1.2",
		BaseSiteURL: "https://net.example", BaseBlogURL: "https://lime.example",
	},
	&Author{ID: 3, Login: "ada", Email: "ada@lime.example", DisplayName: "Ada <Stone>", FirstName: "Ada", LastName: "Stone"},
	&Category{ID: 5, Slug: "mortar", Name: "Mortar", Description: "What lies between.", Meta: []Meta{{"colour", " grey "}}},
	&Tag{ID: 6, Slug: "hot-lime", Name: "Hot lime"},
	&Term{ID: 7, Taxonomy: "core_theme", Slug: "plain", Name: "Plain"},
	&Entry{
		ID: 11, Type: "post", Title: "Mixing", Link: "https://lime.example/mixing/", GUID: "https://lime.example/?p=11&x=1",
		Creator: "ada", PubDate: "Fri, 13 Mar 2026 08:30:00 +0000",
		Content: "<!-- wp:paragraph -->\n<p>if (a[b[0]]>1) — Mörtel</p>\n<!-- /wp:paragraph -->\n\t", Excerpt: "Short",
		Date: "2026-03-13 09:30:00", DateGMT: "2026-03-13 08:30:00", Modified: "2026-03-13 10:00:00", ModifiedGMT: "2026-03-13 09:00:00",
		Slug: "mixing", Status: "publish", Parent: 4, MenuOrder: -2, Password: " key ", Sticky: true,
		CommentStatus: "open", PingStatus: "closed",
		Terms: []TermRef{{"category", "mortar", "Mortar"}, {"post_tag", "a&b", "A <b>"}, {"core_theme", "plain", "Plain"}},
		Meta:  []Meta{{"_edit_last", "3"}, {"empty", ""}},
		Comments: []Comment{{
			ID: 21, Parent: 20, UserID: 3, Author: "Bo", AuthorEmail: "bo@lime.example", AuthorURL: "https://bo.example/?a=1&b=2",
			AuthorIP: "192.0.2.1", Date: "2026-03-13 11:00:00", DateGMT: "2026-03-13 10:00:00", Content: "How hot?",
			Approved: "1", Type: "comment", Meta: []Meta{{"rating", "a:1:{i:0;i:4;}"}},
		}},
	},
	&Entry{ID: 12, Type: "attachment", Title: "Kiln", Status: "inherit", DateGMT: "0000-00-00 00:00:00", AttachmentURL: "https://lime.example/kiln.jpg"},
	&Entry{ID: 13, Type: "core_block", Title: "Call"},
}

func TestRecords(t *testing.T) {
	t.Parallel()
	text := fixture(t, "complete.xml")
	for name, src := range map[string]io.Reader{
		"whole":           strings.NewReader(text),
		"byte by byte":    iotest.OneByteReader(strings.NewReader(text)),
		"error with data": iotest.DataErrReader(strings.NewReader(text)),
		"byte order mark": strings.NewReader("\ufeff" + text),
		"CRLF":            strings.NewReader(strings.ReplaceAll(text, "\n", "\r\n")),
		"CRLF by byte":    iotest.OneByteReader(strings.NewReader(strings.ReplaceAll(text, "\n", "\r\n"))),
	} {
		r := NewReader(src)
		r.TypeName = seedName
		items, err := readAll(r)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(items) != len(complete) {
			t.Errorf("%s: %d records, want %d", name, len(items), len(complete))
			continue
		}
		for i := range items {
			if !reflect.DeepEqual(items[i], complete[i]) {
				t.Errorf("%s: record %d:\n got %+v\nwant %+v", name, i, items[i], complete[i])
			}
		}
		if r.Repairs() != 1 {
			t.Errorf("%s: %d repairs, want 1 for the plain ampersand", name, r.Repairs())
		}
	}
}

func TestVersion10(t *testing.T) {
	t.Parallel()
	got, err := readAll(NewReader(strings.NewReader(fixture(t, "version10.xml"))))
	if err != nil {
		t.Fatal(err)
	}
	want := []Item{
		&Site{Title: "Old", Version: "1.0"},
		&Category{Slug: "walls", Name: "Walls"},
		&Tag{Slug: "dry", Name: "Dry"},
		&Entry{ID: 1, Type: "post", Title: "First", Creator: "bo", Content: "Text",
			Terms: []TermRef{{"category", "walls", "Walls"}, {"post_tag", "dry", "Dry"}}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	text := fixture(t, "complete.xml")
	lines := strings.Split(text, "\n")
	r := NewReader(iotest.HalfReader(strings.NewReader(text)))
	if r.Offset() != 0 || r.Line() != 1 {
		t.Errorf("before reading: offset %d, line %d", r.Offset(), r.Line())
	}
	begins := []string{"<channel>", "<wp:author>", "<wp:category>", "<wp:tag>", "<wp:term>", "<item>", "<item>", "<item>"}
	var last int64
	for i, want := range begins {
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
		if line := lines[r.ItemLine()-1]; !strings.Contains(line, want) {
			t.Errorf("record %d begins at line %d %q, want %s there", i, r.ItemLine(), line, want)
		}
		if r.Offset() <= last || r.Line() < r.ItemLine() {
			t.Errorf("record %d: offset %d after %d, line %d", i, r.Offset(), last, r.Line())
		}
		last = r.Offset()
	}
	if _, err := r.Next(); err != io.EOF {
		t.Fatalf("at the end: %v", err)
	}
	if r.Offset() != int64(len(text)) || r.Line() != len(lines) {
		t.Errorf("at the end: offset %d of %d, line %d of %d", r.Offset(), len(text), r.Line(), len(lines))
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("after the end: %v", err)
	}
}

func TestDate(t *testing.T) {
	t.Parallel()
	if got, ok := Date("2026-03-13 09:30:00").Time(); !ok || !got.Equal(time.Date(2026, 3, 13, 9, 30, 0, 0, time.UTC)) {
		t.Errorf("got %v, %v", got, ok)
	}
	for _, d := range []Date{"", "0000-00-00 00:00:00", "0000-01-01 00:00:00", "yesterday", "2026-02-30 00:00:00"} {
		if got, ok := d.Time(); ok {
			t.Errorf("Date(%q).Time() = %v", d, got)
		}
	}
}

func TestReadError(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk gone")
	for _, n := range []int{0, 10, 400, 2000} {
		src := io.MultiReader(strings.NewReader(fixture(t, "complete.xml")[:n]), iotest.ErrReader(broken))
		_, err := readAll(NewReader(src))
		var bad *Error
		if !errors.Is(err, broken) || errors.As(err, &bad) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

func TestMetaKeysAreTranslated(t *testing.T) {
	t.Parallel()
	r := NewReader(strings.NewReader(`<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>` +
		`<item><title>Call</title><wp:post_id>7</wp:post_id><wp:post_type>wp_block</wp:post_type>` +
		`<wp:postmeta><wp:meta_key>wp_pattern_sync_status</wp:meta_key><wp:meta_value>unsynced</wp:meta_value></wp:postmeta>` +
		`<wp:postmeta><wp:meta_key>_own</wp:meta_key><wp:meta_value>x</wp:meta_value></wp:postmeta></item></channel></rss>`))
	r.TypeName = seedName
	items, err := readAll(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range items {
		if e, ok := item.(*Entry); ok {
			if e.Type != "core_block" || len(e.Meta) != 2 || e.Meta[0].Key != "core_pattern_sync_status" || e.Meta[1].Key != "_own" {
				t.Errorf("type %s, meta %+v", e.Type, e.Meta)
			}
			return
		}
	}
	t.Error("no entry was read")
}
