package wxr

import (
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

const (
	feedHead = "<rss xmlns:wp=\"http://wordpress.org/export/1.2/\"><channel><wp:wxr_version>1.2</wp:wxr_version>"
	feedTail = "</channel></rss>"
)

func TestText(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in, want string
		repairs  int
	}{
		{"plain", "plain", 0},
		{"", "", 0},
		{" a\tb ", " a\tb ", 0},
		{"<![CDATA[<b>&amp;]]>", "<b>&amp;", 0},
		{"a<![CDATA[b]]>c<![CDATA[]]>d", "abcd", 0},
		{"<![CDATA[]]]]><![CDATA[>]]>", "]]>", 0},
		{"<![CDATA[]]]>", "]", 0},
		{"<![CDATA[a]]b]>c]]>", "a]]b]>c", 0},
		{"a<!-- no > -- text -->b<?pi a > b?>c", "abc", 0},
		{"&amp;&lt;&gt;&quot;&apos;", "&<>\"'", 0},
		{"&#65;&#x42;&#X43;&#xe9;&#128512;", "ABCé😀", 0},
		{"&amp;amp;", "&amp;", 0},
		{"&#13;", "\r", 0},
		{"a\r\nb\rc\n", "a\nb\nc\n", 0},
		{"<![CDATA[a\r\nb\rc\r]]>", "a\nb\nc\n", 0},
		{"&nbsp;&eacute;", "\u00a0é", 2},
		{"a & b && c&", "a & b && c&", 4},
		{"&unknown; &;&#; &#x;&#99999999;", "&unknown; &;&#; &#x;&#99999999;", 5},
		{"&#0;&#8;&#xFFFE;&#xD800;x", "x", 4},
		{"a\x00b\x08c\x0bd\x1fe", "abcde", 4},
		{"<![CDATA[a\x0cb]]>", "ab", 1},
		{"a\xffb\xc3(c", "a\uFFFDb\uFFFD(c", 2},
		{"<![CDATA[\xe2\x82]]>", "\uFFFD\uFFFD", 2},
		{"\ufffe\uffff\ufffd", "\ufffd", 2},
		{"€😀é", "€😀é", 0},
	}
	for _, tt := range tests {
		text := feedHead + "<item><wp:post_password>" + tt.in + "</wp:post_password></item>" + feedTail
		for _, oneByte := range []bool{false, true} {
			r := NewReader(strings.NewReader(text))
			if oneByte {
				r = NewReader(iotest.OneByteReader(strings.NewReader(text)))
			}
			items, err := readAll(r)
			if err != nil || len(items) != 2 {
				t.Errorf("%q: %d records, %v", tt.in, len(items), err)
				continue
			}
			if got := items[1].(*Entry).Password; got != tt.want || r.Repairs() != tt.repairs {
				t.Errorf("%q (byte by byte: %v): got %q with %d repairs, want %q with %d", tt.in, oneByte, got, r.Repairs(), tt.want, tt.repairs)
			}
		}
	}
}

// TestLongText makes every interesting sequence straddle the ends of the
// buffer at every offset.
func TestLongText(t *testing.T) {
	t.Parallel()
	unit := "é€😀\r\n&amp;&#8364;]] >"
	want := "é€😀\n&€]] >"
	cdataUnit, cdataWant := "é€😀\r\n]]]] &amp;", "é€😀\n]]]] &amp;"
	for shift := range 45 {
		pad := strings.Repeat("x", shift)
		const n = 12000
		text := feedHead + "<item><wp:post_name>" + pad + strings.Repeat(unit, n) + "</wp:post_name><wp:post_password><![CDATA[" +
			pad + strings.Repeat(cdataUnit, n) + "]]></wp:post_password></item>" + feedTail
		r := NewReader(strings.NewReader(text))
		items, err := readAll(r)
		if err != nil {
			t.Fatal(err)
		}
		e := items[1].(*Entry)
		if e.Slug != pad+strings.Repeat(want, n) {
			t.Fatalf("shift %d: text differs", shift)
		}
		if e.Password != pad+strings.Repeat(cdataWant, n) {
			t.Fatalf("shift %d: CDATA differs", shift)
		}
		if r.Repairs() != 0 {
			t.Fatalf("shift %d: %d repairs", shift, r.Repairs())
		}
	}
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	doc := func(name string) string {
		return "<?xml version='1.0' encoding='" + name + "'?>\n" + feedHead + "<item><title>Käse für 5</title></item>" + feedTail
	}
	latin, err := charmap.ISO8859_1.NewEncoder().String(doc("ISO-8859-1"))
	if err != nil {
		t.Fatal(err)
	}
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(doc("UTF-16"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"latin": latin, "UTF-16": wide, "UTF-8": doc("utf-8"), "UTF-8 called UTF-16": doc("UTF-16"), "ASCII": doc("US-ASCII"),
	} {
		r := NewReader(strings.NewReader(text))
		items, err := readAll(r)
		if err != nil || len(items) != 2 || items[1].(*Entry).Title != "Käse für 5" {
			t.Errorf("%s: %v, %v", name, items, err)
		}
		if r.Offset() != int64(len(text)) {
			t.Errorf("%s: offset %d at the end of %d bytes", name, r.Offset(), len(text))
		}
	}
}

func TestUnboundPrefixes(t *testing.T) {
	t.Parallel()
	text := `<rss><channel><wp:wxr_version>1.1</wp:wxr_version><item>
<content:encoded>c</content:encoded><excerpt:encoded>e</excerpt:encoded><dc:creator>d</dc:creator><other:encoded>o</other:encoded>
<wp:post_name xmlns:wp="urn:else">no</wp:post_name><e:post_name xmlns:e="https://x.example/export/1.2">yes</e:post_name><wp:status>draft</wp:status>
</item></channel></rss>`
	items, err := readAll(NewReader(strings.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	e := items[1].(*Entry)
	if e.Content != "c" || e.Excerpt != "e" || e.Creator != "d" || e.Slug != "yes" || e.Status != "draft" {
		t.Errorf("got %+v", e)
	}
}
