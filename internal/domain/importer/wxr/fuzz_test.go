package wxr

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

// FuzzReader checks that no input panics, that errors are of the two promised
// sorts, that texts are valid, and that the result does not depend on how the
// bytes arrive.
func FuzzReader(f *testing.F) {
	f.Add(fixture(f, "complete.xml"))
	f.Add(fixture(f, "version10.xml"))
	for _, s := range []string{
		"", "<", "<rss", "<!DOCTYPE a>", "<?xml encoding='latin1'?><rss/>", "\xff\xfe<\x00", "\xef\xbb\xbf<rss>",
		feedHead + "<item><title>&#65;&lt;&nbsp;&</title><category domain='tag' nicename='&amp;'>x</category></item>" + feedTail,
		feedHead + "<item><title><![CDATA[a]]]]><![CDATA[>\r\n\xff]]></title><wp:comment/></item>" + feedTail,
	} {
		f.Add(s)
	}
	limits := Limits{FieldBytes: 4 << 10, ItemBytes: 16 << 10, TagBytes: 512, Depth: 12}
	f.Fuzz(func(t *testing.T, s string) {
		read := func(src io.Reader) ([]Item, *Reader, error) {
			r := NewReader(src)
			r.Limits = limits
			items, err := readAll(r)
			return items, r, err
		}
		items, r, err := read(strings.NewReader(s))
		var bad *Error
		if err != nil && (!errors.As(err, &bad) || bad.Line < 1 || bad.Kind < NotXML || bad.Kind > Encoding) {
			t.Fatalf("error %#v", err)
		}
		if r.Offset() > int64(len(s)) {
			t.Fatalf("offset %d of %d", r.Offset(), len(s))
		}
		for i, item := range items {
			if _, isSite := item.(*Site); isSite != (i == 0) {
				t.Fatalf("record %d is a %T", i, item)
			}
			if e, ok := item.(*Entry); ok {
				for _, text := range []string{e.Title, e.Content, e.Slug, string(e.Date)} {
					if !utf8.ValidString(text) || len(text) > limits.FieldBytes || strings.ContainsAny(text, "\x00\x01\x0b") {
						t.Fatalf("text %q", text)
					}
				}
			}
		}
		slow, _, slowErr := read(iotest.OneByteReader(strings.NewReader(s)))
		if !reflect.DeepEqual(items, slow) {
			t.Fatalf("records differ when read byte by byte:\n%v\n%v", items, slow)
		}
		if (err == nil) != (slowErr == nil) {
			t.Fatalf("errors differ when read byte by byte: %v, %v", err, slowErr)
		}
	})
}
