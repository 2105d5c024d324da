package wxr

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a Writer writes, a Reader reads: every field of every record, with whatever
// letters.
func TestRecordsComeBack(t *testing.T) {
	t.Parallel()
	const odd = "a < b & \"c\" ]]> d\r\n]]]]>é\t\U0001F600 &amp;"
	meta := []Meta{{"one", odd}, {"two", "a:1:{i:0;s:2:\"é\";}"}, {"three", ""}}
	want := []Item{
		&Site{Title: odd, Link: "https://a.example/?a=1&b=2", Description: odd, Language: "de-DE", PubDate: "Thu, 01 Jan 2026 00:00:00 +0000", Version: "1.2", BaseSiteURL: "https://a.example", BaseBlogURL: "https://a.example/b"},
		&Author{ID: 7, Login: "ann", Email: "a@example.org", DisplayName: odd, FirstName: "A", LastName: "B", Description: odd},
		&Category{ID: 2, Slug: "c", Parent: "p", Name: odd, Description: odd, Meta: meta},
		&Tag{ID: 3, Slug: "t", Name: odd, Description: odd, Meta: meta},
		&Term{ID: 4, Taxonomy: "genre", Slug: "g", Parent: "h", Name: odd, Description: odd, Meta: meta},
		&Entry{
			ID: 9, Type: "book", Title: odd, Link: "https://a.example/?p=9&x", GUID: "https://a.example/?p=9&y", Creator: "ann", PubDate: "Thu, 01 Jan 2026 00:00:00 +0000",
			Content: "\n" + odd + "\n ", Excerpt: odd, Date: "2026-01-02 03:04:05", DateGMT: "2026-01-02 02:04:05", Modified: "2026-01-03 03:04:05", ModifiedGMT: "2026-01-03 02:04:05",
			Slug: "nine", Status: "publish", Parent: 8, MenuOrder: -3, Password: "p w ", Sticky: true, CommentStatus: "open", PingStatus: "closed", AttachmentURL: "https://a.example/x.jpg",
			Terms: []TermRef{{"genre", "g\"&", odd}}, Meta: meta,
			Comments: []Comment{{ID: 1, Parent: 2, UserID: 3, Author: odd, AuthorEmail: "e", AuthorURL: "u", AuthorIP: "::1", Date: "2026-01-02 03:04:05", DateGMT: "2026-01-02 02:04:05", Content: odd, Approved: "spam", Type: "pingback", Meta: meta}},
		},
	}
	var file bytes.Buffer
	w := NewWriter(&file)
	for _, item := range want {
		if err := w.Write(item); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := NewReader(bytes.NewReader(file.Bytes()))
	var got []Item
	for {
		item, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, item)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if w.Dropped() != 0 || r.Repairs() != 0 {
		t.Errorf("%d characters were dropped, %d mended", w.Dropped(), r.Repairs())
	}
}

// Characters that XML doesn't have are left out and counted.
func TestImpossibleCharactersAreCounted(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	w := NewWriter(&file)
	w.cdata("a\x00b\x1ac\xffd\uFFFE\uFFFDe")
	if err := w.out.Flush(); err != nil {
		t.Fatal(err)
	}
	if got := file.String(); got != "<![CDATA[abcd\uFFFDe]]>" || w.Dropped() != 4 {
		t.Errorf("%q, %d dropped", got, w.Dropped())
	}
}
