package htmltag

import (
	"strings"
	"testing"
)

func TestChanges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, in, want string
		do             func(p *Processor)
	}{
		{"new attributes sort", "<p>x", `<p class="c" id="a&amp;b" title="t">x`, func(p *Processor) {
			p.Next()
			p.SetAttr("title", "t")
			p.AddClass("c")
			p.SetAttr("id", "a&b")
		}},
		{"existing in place", `<a href='x' B=1 c>`, `<a href="http://y" b="2" >`, func(p *Processor) {
			p.Next()
			p.SetAttr("href", "http://y")
			p.SetAttr("b", "2")
			p.RemoveAttr("c")
		}},
		{"classes", `<p class="a  b c">`, `<p class="a c d">`, func(p *Processor) {
			p.Next()
			p.RemoveClass("b")
			p.AddClass("d")
			p.AddClass("a")
		}},
		{"unmodified class is left", `<p class=" a  a ">`, `<p class=" a  a ">`, func(p *Processor) { p.Next(); p.AddClass("a") }},
		{"last class gone", `<p class="a">`, `<p >`, func(p *Processor) { p.Next(); p.RemoveClass("a") }},
		{"raw text", "<script><p></script><!-- <p> --><p>", `<script><p></script><!-- <p> --><p id="1">`, func(p *Processor) {
			p.NextTag("P")
			p.SetAttr("id", "1")
		}},
		{"bad address", `<img src="a">`, `<img src="a">`, func(p *Processor) { p.Next(); p.SetAttr("src", "javascript:x") }},
		{"cut off", `<p><a href="x`, `<p><a href="x`, func(p *Processor) {
			for p.Next() {
				if p.Tag() == "A" {
					p.SetFlag("x")
				}
			}
		}},
		{"seek", "<b><i>", `<b x><i y>`, func(p *Processor) {
			p.Next()
			m := p.Mark()
			p.Next()
			p.SetFlag("y")
			p.Seek(m)
			p.SetFlag("x")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := New(c.in)
			c.do(p)
			if got := p.String(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestReadsOwnChanges(t *testing.T) {
	t.Parallel()
	p := New(`<p class="a" title="x &amp; y">`)
	p.Next()
	if v, _ := p.Attr("title"); v != "x & y" {
		t.Errorf("title %q", v)
	}
	p.AddClass("b")
	p.SetAttr("Title", "z")
	if !p.HasClass("b") || !p.HasClass("a") {
		t.Error("classes")
	}
	if v, _ := p.Attr("title"); v != "z" {
		t.Errorf("title %q", v)
	}
	p.RemoveAttr("title")
	if _, ok := p.Attr("title"); ok {
		t.Error("removed attribute is still there")
	}
}

func FuzzUntouched(f *testing.F) {
	for _, s := range []string{"<p class=a>", "<!--", "<a b='c", "</", "<textarea><p>", "<a =b==c>", "<x/y/>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p := New(s)
		n := 0
		for p.Next() {
			p.AddClass("zz")
			n++
		}
		got := p.String()
		if n == 0 && got != s {
			t.Errorf("%q became %q", s, got)
		}
		if n > 0 && strings.Count(got, "zz") < n {
			t.Errorf("%q: %d tags, %q", s, n, got)
		}
	})
}

func BenchmarkHostile(b *testing.B) {
	for name, unit := range map[string]string{"open": "<", "attrs": "<a ", "quotes": `<a b="`, "comments": "<!--", "raw": "<title>"} {
		src := strings.Repeat(unit, 1<<20/len(unit))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				p := New(src)
				for p.Next() {
				}
			}
		})
	}
}
