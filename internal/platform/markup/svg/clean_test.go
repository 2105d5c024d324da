package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

const head = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"`

func TestClean(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"minimal", `<svg/>`, head + `/>`},
		{"prologue", "\ufeff<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"x\" \"y\">\n<!-- c --><svg><!-- d --><?php x ?></svg>", head + `/>`},
		{"shape", `<svg viewBox="0 0 1 1"><path d='M0 0' fill="red" onclick="x()"/></svg>`, head + ` viewBox="0 0 1 1"><path d="M0 0" fill="red"/></svg>`},
		{"script", `<svg onload="x"><script>alert(1)</script><g>t</g></svg>`, head + `><g>t</g></svg>`},
		{"foreign content", `<svg><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml"/></foreignObject></svg>`, head + `/>`},
		{"other namespace", `<svg xmlns:i="http://inkscape"><i:x><path/></i:x><path i:y="1" x="2"/></svg>`, head + `><path x="2"/></svg>`},
		{"prefixed", `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g><s:script/></s:g></s:svg>`, head + `><g/></svg>`},
		{"html script in svg", `<svg xmlns="http://www.w3.org/2000/svg"><script xmlns="http://www.w3.org/1999/xhtml">x</script></svg>`, head + `/>`},
		{"link", `<svg><a href="javascript:x"><text>t</text></a></svg>`, head + `><text>t</text></svg>`},
		{"use inside", `<svg xmlns:l="http://www.w3.org/1999/xlink"><path id="p"/><use l:href="#p"/></svg>`, head + `><path id="p"/><use xlink:href="#p"/></svg>`},
		{"use outside", `<svg><use href="https://e.org/x.svg#p"/><use xlink:href="data:image/svg+xml,x"/></svg>`, head + `><use/><use/></svg>`},
		{"image", `<svg><image href="data:image/png;base64,iVBO"/><image href="https://e.org/x.png"/><image href="data:image/svg+xml;base64,iVBO"/></svg>`,
			head + `><image href="data:image/png;base64,iVBO"/><image/><image/></svg>`},
		{"style", `<svg><style><![CDATA[.a > b{fill:url(#g)}]]></style><path style="fill:red"/></svg>`, head + `><style>.a &gt; b{fill:url(#g)}</style><path style="fill:red"/></svg>`},
		{"bad style", `<svg><style>@import "x";</style><style>a{b:u\72l(x)}</style><style>a{b:url/**/(x)}</style><path style="fill:url(http://x)"/></svg>`, head + `><path/></svg>`},
		{"style with children", `<svg><style>a{}<g/><a/></style></svg>`, head + `><style>a{}</style></svg>`},
		{"paint", `<svg><path fill="url(#a)" stroke="url(x.svg#a)" mask="url( '#m' )"/></svg>`, head + `><path fill="url(#a)" mask="url( '#m' )"/></svg>`},
		{"animation", `<svg><animate attributeName="href" to="x"/><animate attributeName="x" to="5"/><animate attributeName="onclick" to="x"/><set attributeName="x"/></svg>`, head + `><animate attributeName="x" to="5"/></svg>`},
		{"animated address", `<svg><animate attributeName="x" values="java&#10;script:x"/></svg>`, head + `><animate attributeName="x"/></svg>`},
		{"empty section", `<svg><g><![CDATA[]]></g></svg>`, head + `><g/></svg>`},
		{"text", `<svg><text xml:space="preserve" x="&quot;">a &lt;b&gt; &amp; c</text></svg>`, head + `><text xml:space="preserve" x="&quot;">a &lt;b&gt; &amp; c</text></svg>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := Clean([]byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != c.want {
				t.Errorf("Clean(%s)\n got %s\nwant %s", c.in, got, c.want)
			}
		})
	}
}

func TestCleanRefuses(t *testing.T) {
	t.Parallel()
	bomb := `<svg><g id="a0"><path/></g>`
	for i := range 30 {
		bomb += fmt.Sprintf(`<g id="a%d"><use href="#a%d"/><use href="#a%d"/></g>`, i+1, i, i)
	}
	for _, c := range []struct {
		name, in string
		want     error
	}{
		{"nothing", "", ErrNotSVG},
		{"text", "hello", ErrNotSVG},
		{"html", "<html><svg/></html>", ErrNotSVG},
		{"other root namespace", `<svg xmlns="http://www.w3.org/1999/xhtml"/>`, ErrNotSVG},
		{"two roots", `<svg/><svg/>`, ErrNotSVG},
		{"wrong end", `<svg><g></svg></g>`, ErrNotSVG},
		{"wrong end in a script", `<svg><script><g></script></svg>`, ErrNotSVG},
		{"unfinished", `<svg><g>`, ErrNotSVG},
		{"not UTF-8", "<svg>\xff</svg>", ErrNotSVG},
		{"entity", `<!DOCTYPE svg [<!ENTITY x "y">]><svg>&x;</svg>`, nil},
		{"other encoding", `<?xml version="1.0" encoding="utf-16"?><svg/>`, nil},
		{"not quoted", `<svg x=1/>`, nil},
		{"deep", strings.Repeat("<g>", 2), ErrNotSVG},
		{"too deep", "<svg>" + strings.Repeat("<g>", MaxDepth), ErrTooLarge},
		{"too deep in a script", "<svg><script>" + strings.Repeat("<g>", MaxDepth), ErrTooLarge},
		{"too large", "<svg>" + strings.Repeat(" ", MaxBytes), ErrTooLarge},
		{"too many attributes", "<svg" + strings.Repeat(` a="1"`, MaxAttributes+1) + "/>", ErrTooLarge},
		{"uses itself", `<svg><g id="a"><use href="#a"/></g></svg>`, ErrTooLarge},
		{"repeats without end", bomb + "</svg>", ErrTooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, err := Clean([]byte(c.in))
			if err == nil {
				t.Fatalf("accepted as %s", out)
			}
			if c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
}

// check looks at cleaned output with two other readers.
func check(out []byte) error {
	d := xml.NewDecoder(bytes.NewReader(out))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("not well-formed: %w", err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if start.Name.Space != svgSpace || !elements[start.Name.Local] {
			return fmt.Errorf("element %v", start.Name)
		}
	}
	z := html.NewTokenizer(bytes.NewReader(out))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return nil
		case html.CommentToken, html.DoctypeToken:
			return fmt.Errorf("comment or declaration %q", z.Raw())
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			switch token.Data {
			case "script", "foreignobject", "iframe", "a", "set", "handler":
				return fmt.Errorf("element %s", token.Data)
			}
			for _, a := range token.Attr {
				value := strings.ToLower(strings.Map(func(r rune) rune {
					if r <= ' ' {
						return -1
					}
					return r
				}, a.Val))
				switch {
				case strings.HasPrefix(a.Key, "on"):
					return fmt.Errorf("handler %s", a.Key)
				case strings.Contains(value, "script:") && a.Key != "id" && a.Key != "class" && a.Key != "lang" && !strings.HasPrefix(a.Key, "aria-"):
					return fmt.Errorf("%s=%q", a.Key, a.Val)
				case strings.HasSuffix(a.Key, "href") && !strings.HasPrefix(value, "#") && !strings.HasPrefix(value, "data:image/"):
					return fmt.Errorf("%s=%q", a.Key, a.Val)
				case strings.Contains(value, "url(http"), strings.Contains(value, "url(//"):
					return fmt.Errorf("%s=%q", a.Key, a.Val)
				}
			}
		}
	}
}

func FuzzSVG(f *testing.F) {
	for _, s := range []string{
		`<svg/>`, `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>`, `<svg><script>x</script></svg>`, `<svg onload="x"><a href="javascript:x">t</a></svg>`,
		`<svg><style>a{fill:url(#b)}</style><style><![CDATA[a>b{}]]></style></svg>`, `<svg><use xlink:href="#a" href="#b"/><g id="a"/></svg>`,
		`<svg><image href="data:image/png;base64,AA=="/></svg>`, `<!DOCTYPE svg [<!ENTITY x "y">]><svg>&x;</svg>`, `<x:svg xmlns:x="http://www.w3.org/2000/svg"><x:g/></x:svg>`,
		`<svg><animate attributeName="href" values="javascript:x"/></svg>`, `<svg><foreignObject><p/></foreignObject></svg>`, "<svg>\r\n<text x=\"a&#10;b\">&#13;]]&gt;</text></svg>",
		`<svg xmlns:xlink="other"><use xlink:href="#a"/></svg>`, `<svg><path style="fill:u\72l(x)" fill="url('#a')"/></svg>`, `<svg xmlns=""><g/></svg>`, `<svg><g xmlns="x"><svg/></g><switch><g/></switch></svg>`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		out, err := Clean(in)
		if err != nil {
			return
		}
		if err := check(out); err != nil {
			t.Errorf("%v survives\n in %q\n out %q", err, in, out)
		}
		again, err := Clean(out)
		if err != nil || !bytes.Equal(again, out) {
			t.Errorf("not stable (%v)\n in %q\n 1st %q\n 2nd %q", err, in, out, again)
		}
	})
}

// TestHostileSizes runs into the limit of the test binary when cleaning needs
// more than linear time.
func TestHostileSizes(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"<g/>", `<use href="#a"/>`, `<g id="a"><use href="#a"/></g>`, "<style>", "<a>", "text ", "&amp;", "<!-- -->", `<path style="\\\\url(#a)url(#b)"/>`, "<![CDATA[x]]>"} {
		in := "<svg>" + strings.Repeat(unit, (1<<20)/len(unit)) + "</svg>"
		out, err := Clean([]byte(in))
		if err != nil && !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", unit, err)
		}
		if len(out) > 8*len(in) {
			t.Errorf("%s: %d bytes became %d", unit, len(in), len(out))
		}
	}
}
