package wxr

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestErrors(t *testing.T) {
	t.Parallel()
	item := func(s string) string { return feedHead + "\n<item>\n" + s + "\n</item>\n" + feedTail }
	tests := []struct {
		name string
		in   string
		kind Kind
		line int
		msg  string
	}{
		{"empty", "", NotXML, 1, "empty"},
		{"blank", "\n \n", NotXML, 3, "empty"},
		{"prose", "\n\nhello", NotXML, 3, `expected "<"`},
		{"binary", "\x89PNG\r\n\x1a\n", NotXML, 1, `expected "<"`},
		{"gzip", "\x1f\x8b\x08\x00", NotXML, 1, "gzip"},
		{"zip", "PK\x03\x04", NotXML, 1, "ZIP"},
		{"not a tag", "<3 you", Truncated, 1, "inside a tag"},
		{"not a name", "<3 you>", NotXML, 1, "name of an element"},
		{"SQL comment", "<- x ->", NotXML, 1, "name of an element"},
		{"unknown encoding", `<?xml version="1.0" encoding="klingon"?><rss/>`, Encoding, 1, "klingon"},

		{"web page", "<!doctype html>\n<html></html>", NotExport, 1, "web page"},
		{"other root", "\n<feed xmlns=\"x\"></feed>", NotExport, 2, "<feed>"},
		{"no channel", "<rss>\n</rss>", NotExport, 2, "<channel>"},
		{"news feed", "<rss><channel>\n<title>News</title>\n<item></item></channel></rss>", NotExport, 3, "news feed"},
		{"news feed without items", "<rss><channel>\n</channel></rss>", NotExport, 2, "news feed"},
		{"odd version", "<rss><channel><wp:wxr_version>one</wp:wxr_version>\n</channel></rss>", NotExport, 2, `"one"`},
		{"later version", "<rss><channel><wp:wxr_version>2.0</wp:wxr_version>\n</channel></rss>", Version, 2, "2.0"},

		{"doctype", "<?xml version='1.0'?>\n<!DOCTYPE rss [<!ENTITY a \"b\">]>\n<rss/>", Doctype, 2, "not accepted"},
		{"doctype inside", "<rss>\n<!DOCTYPE rss>", Doctype, 2, "not accepted"},
		{"entity outside", "<!ENTITY a 'b'>", Doctype, 1, "not accepted"},
		{"declaration inside", "<rss>\n<!ELEMENT a>", Syntax, 2, "CDATA"},

		{"wrong end tag", item("<wp:status>draft</wp:post_type>"), Syntax, 3, "expected </wp:status>, which is open since line 3"},
		{"missing end tag", item("<wp:comment>"), Syntax, 4, "expected </wp:comment>, which is open since line 3"},
		{"end tag too many", feedHead + feedTail + "\n</rss>", Syntax, 2, "no element is open"},
		{"plain less-than", item("<title>a\n< b</title>"), Syntax, 4, "&lt;"},
		{"less-than in a tag", item("<title <b>"), Syntax, 3, `found "<" inside a tag`},
		{"markup in text", item("<title>\n<b>x</b></title>"), Syntax, 4, "found <b> in the text of <title>"},
		{"attribute without value", item("<title a>x</title>"), Syntax, 3, `expected "="`},
		{"attribute without quotes", item("<title a=b>x</title>"), Syntax, 3, "expected a quoted value"},
		{"attributes without blank", item(`<title a="1"b="2">x</title>`), Syntax, 3, "expected an attribute"},
		{"attribute is no name", item(`<title =>x</title>`), Syntax, 3, "expected an attribute"},
		{"CDATA outside", "<![CDATA[x]]>", Syntax, 1, "outside of the root"},
		{"text after the end", feedHead + feedTail + "\n\nPHP Warning: x", Syntax, 3, "expected the end of the file"},
		{"element after the end", feedHead + feedTail + "\n<p>x</p>", Syntax, 2, "found <p> after the end"},

		{"no end at all", feedHead, Truncated, 1, "inside <channel>, which began at line 1; expected </channel>"},
		{"ends in an item", feedHead + "\n<item>\n<title>x</title>\n", Truncated, 4, "inside <item>, which began at line 2"},
		{"ends in CDATA", item("<title><![CDATA[x")[:len(feedHead)+25], Truncated, 3, "CDATA section that began at line 3"},
		{"ends in text", feedHead + "<item><title>x", Truncated, 1, "inside <title>"},
		{"ends in a comment", feedHead + "\n<!-- x\n\n", Truncated, 4, "inside a comment that began at line 2"},
		{"ends in a tag", feedHead + "\n<item", Truncated, 2, "inside a tag"},
		{"ends in a quote", feedHead + "\n<item a=\"></item>", Truncated, 2, "inside a tag"},
		{"ends in an instruction", "<?xml ", Truncated, 1, "processing instruction"},

		{"letters as id", item("<wp:post_id>\nten</wp:post_id>"), BadValue, 3, `<wp:post_id> holds "ten"`},
		{"fraction as order", item("<wp:menu_order>1.5</wp:menu_order>"), BadValue, 3, "whole number"},
		{"huge id", item("<wp:post_parent>99999999999999999999</wp:post_parent>"), BadValue, 3, "whole number"},
	}
	for _, tt := range tests {
		for _, oneByte := range []bool{false, true} {
			var src io.Reader = strings.NewReader(tt.in)
			if oneByte {
				src = iotest.OneByteReader(src)
			}
			r := NewReader(src)
			_, err := readAll(r)
			var bad *Error
			if !errors.As(err, &bad) {
				t.Errorf("%s: error %v", tt.name, err)
				continue
			}
			if bad.Kind != tt.kind || bad.Line != tt.line || !strings.Contains(bad.Msg, tt.msg) {
				t.Errorf("%s: got %q, want %s at line %d with %q", tt.name, bad, tt.kind, tt.line, tt.msg)
			}
			if _, again := r.Next(); again != err {
				t.Errorf("%s: the next error is %v", tt.name, again)
			}
		}
	}
}

// endless repeats unit for ever and counts what is taken.
type endless struct {
	unit  string
	taken int
}

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		n += copy(p[n:], e.unit[(e.taken+n)%len(e.unit):])
	}
	e.taken += n
	return n, nil
}

func TestLimits(t *testing.T) {
	t.Parallel()
	limits := Limits{FieldBytes: 1 << 20, ItemBytes: 2 << 20, TagBytes: 4 << 10, Depth: 20}
	tests := []struct {
		name, head, unit string
		msg              string
	}{
		{"text", feedHead + "<item><title>", "x ", "the text of <title> is longer"},
		{"CDATA", feedHead + "<item><title><![CDATA[", "x ", "the text of <title> is longer"},
		{"references", feedHead + "<item><title>", "&amp;", "the text of <title> is longer"},
		{"depth", feedHead, "<a>", "nested more than 20"},
		{"depth of namespaces", feedHead, "<a xmlns:b='c'>", "nested more than 20"},
		{"tag", feedHead + "<item ", "a='b' ", "a tag is longer"},
		{"attribute", feedHead + "<item a='", "b", "a tag is longer"},
		{"name", feedHead + "<", "b", "a tag is longer"},
		{"end tag", feedHead + "</", "b", "a tag is longer"},
		{"empty comments", feedHead + "<item>", "<wp:comment/>", "the record that begins at line 1 is larger"},
		{"meta", feedHead + "<item>", "<wp:postmeta><wp:meta_key>a</wp:meta_key></wp:postmeta>", "is larger"},
		{"terms", feedHead + "<item>", "<category domain='a' nicename='b'/>", "is larger"},
		{"term meta", feedHead + "<wp:tag>", "<wp:termmeta><wp:meta_key>a</wp:meta_key></wp:termmeta>", "is larger"},
		{"many fields", feedHead + "<item>", "<title>" + strings.Repeat("x", 1<<16) + "</title>", "is larger"},
	}
	for _, tt := range tests {
		src := &endless{unit: tt.unit}
		r := NewReader(io.MultiReader(strings.NewReader(tt.head), src))
		r.Limits = limits
		_, err := readAll(r)
		var bad *Error
		if !errors.As(err, &bad) || bad.Kind != TooLarge || !strings.Contains(bad.Msg, tt.msg) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.msg)
		}
		if most := 8 << 20; src.taken > most {
			t.Errorf("%s: read %d bytes before giving up", tt.name, src.taken)
		}
	}
}

// TestSkipping checks that what no record holds is passed over whatever its
// length.
func TestSkipping(t *testing.T) {
	t.Parallel()
	for _, frame := range [][2]string{{"<!--", "-->"}, {"<?p ", "?>"}, {"<x:y>", "</x:y>"}, {"<x:y><![CDATA[", "]]></x:y>"}} {
		r := NewReader(io.MultiReader(strings.NewReader(feedHead+frame[0]), io.LimitReader(&endless{unit: "stone "}, 12<<20),
			strings.NewReader(frame[1]+"<item/>"+feedTail)))
		r.Limits = Limits{FieldBytes: 1 << 10, ItemBytes: 1 << 12}
		items, err := readAll(r)
		if err != nil || len(items) != 2 {
			t.Errorf("%q: %d records, %v", frame[0], len(items), err)
		}
		if n := len(r.s.buf) + cap(r.text); n > 1<<20 {
			t.Errorf("%q: %d bytes of buffers", frame[0], n)
		}
	}
}
