package shortcode

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"quoin/internal/platform/markup/markuptest"
)

var registered = []string{"a", "b", "code", "foo", "foo-bar", "foo.bar"}

func testHandlers() map[string]Handler {
	handlers := map[string]Handler{}
	for _, name := range registered {
		handlers[name] = func(attrs Attrs, content, tag string) string {
			return "{" + tag + "|" + asJSON(attrs) + "|" + content + "}"
		}
	}
	return handlers
}

func asJSON(attrs Attrs) string {
	var out strings.Builder
	for i, a := range attrs {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(quoted(a.Name) + ":" + quoted(a.Value))
	}
	return "{" + out.String() + "}"
}

func quoted(s string) string {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err)
	}
	return strings.TrimSpace(out.String())
}

func TestDo(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "testdata/do.cases", func(s string) string { return Do(s, testHandlers()) })
}

func TestStrip(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "testdata/strip.cases", func(s string) string { return Strip(s, registered) })
}

func TestParseAttrs(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "testdata/attrs.cases", func(s string) string { return asJSON(ParseAttrs(s)) })
}

func TestAttrsLookUps(t *testing.T) {
	t.Parallel()
	attrs := ParseAttrs(`one ID="7" 'two words'`)
	if v, ok := attrs.Get("id"); v != "7" || !ok {
		t.Errorf(`Get("id") = %q, %v`, v, ok)
	}
	if v := attrs.Or("none", "def"); v != "def" {
		t.Errorf(`Or("none", "def") = %q`, v)
	}
	if got := strings.Join(attrs.Positional(), "|"); got != "one|two words" {
		t.Errorf("Positional() = %q", got)
	}
}

// What a handler returns is not searched again, but a handler may search its
// own content.
func TestNestedContent(t *testing.T) {
	t.Parallel()
	handlers := testHandlers()
	handlers["outer"] = func(_ Attrs, content, _ string) string { return "<" + Do(content, testHandlers()) + ">[b]" }
	const in, want = "[outer]x[a][/outer] [b]", "<x{a|{}|}>[b] {b|{}|}"
	if got := Do(in, handlers); got != want {
		t.Errorf("Do(%q) = %q, want %q", in, got, want)
	}
}

func TestOutputInQuotedAttributes(t *testing.T) {
	t.Parallel()
	handlers := map[string]Handler{
		"quote":  func(Attrs, string, string) string { return `"><script>` },
		"script": func(Attrs, string, string) string { return "javascript:x" },
		"text":   func(Attrs, string, string) string { return "it's" },
	}
	for in, want := range map[string]string{
		`<i title="[quote]">`:       `<i title="&quot;&gt;&lt;script&gt;">`,
		`<a href="[script]">`:       `<a href="x">`,
		`<a onclick="[text]">`:      `<a onclick="[text]">`,
		`<a style='[text]'>`:        `<a style='[text]'>`,
		`<a title = '[text]' b=c/>`: `<a title='it&#039;s' b=c/>`,
		`<a title=[text]>`:          `<a title=it's>`,
	} {
		if got := Do(in, handlers); got != want {
			t.Errorf("Do(%q) = %q, want %q", in, got, want)
		}
	}
	filtered := Processor{Handlers: handlers, FilterAttr: func(attr, element string) string {
		return "data-was=" + element + " "
	}}.Do(`<em title="[text]" class=x>`)
	if want := `<em data-was=em class=x>`; filtered != want {
		t.Errorf("with a filter: %q, want %q", filtered, want)
	}
}

func TestHostileTexts(t *testing.T) {
	t.Parallel()
	handlers := map[string]Handler{}
	for _, name := range registered {
		handlers[name] = func(Attrs, string, string) string { return "" }
	}
	markuptest.Hostile(func(text string) {
		if out := Do(text, handlers); len(out) > 2*len(text) {
			t.Errorf("%.20q...: %d bytes became %d", text, len(text), len(out))
		}
		if out := Strip(text, registered); len(out) > 2*len(text) {
			t.Errorf("%.20q...: %d bytes became %d", text, len(text), len(out))
		}
		if attrs := ParseAttrs(text); len(attrs) > len(text) {
			t.Errorf("%.20q...: %d attributes", text, len(attrs))
		}
	}, "[a][b]", "[a/", "[[a]]", "<a b='[a]' ", "<[a]", "<a b=[a", "a=1 ", "a = ", "'x", `"x" `, "\\x", "\u00a0")
}

// The search through a text of openings that are never closed reads each byte
// a bounded number of times.
func TestSearchIsLinear(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("[a x=1][b]", 10000)
	s := newSearch(text, []string{"a", "b"})
	for i := range len(text) {
		if text[i] == '[' {
			s.at(i)
		}
	}
	work := s.bracket.Work()
	for _, f := range s.closing {
		work += f.Work()
	}
	if limit := 4 * len(text); work > limit {
		t.Errorf("%d bytes read in a text of %d, want at most %d", work, len(text), limit)
	}
}

func FuzzDo(f *testing.F) {
	markuptest.Seed(f, "testdata/do.cases", "testdata/strip.cases")
	f.Fuzz(func(t *testing.T, text string) {
		if got := Do(text, nil); got != text {
			t.Errorf("without handlers %q became %q", text, got)
		}
		calls := 0
		handlers := map[string]Handler{}
		for _, name := range registered {
			handlers[name] = func(_ Attrs, content, tag string) string {
				calls++
				if tag != name || !strings.Contains(text, "["+tag) {
					t.Errorf("%q: called as %q for %q", text, tag, name)
				}
				return ""
			}
		}
		Do(text, handlers)
		if most := strings.Count(text, "["); calls > most {
			t.Errorf("%q: %d calls for %d brackets", text, calls, most)
		}
		if out := Strip(text, registered); !strings.Contains(text, "[") && out != text {
			t.Errorf("Strip(%q) = %q", text, out)
		}
	})
}

func FuzzParseAttrs(f *testing.F) {
	markuptest.Seed(f, "testdata/attrs.cases")
	f.Fuzz(func(t *testing.T, text string) {
		seen, size := map[string]bool{}, 0
		for _, a := range ParseAttrs(text) {
			if seen[a.Name] || a.Name == "" || a.Name != lower(a.Name) {
				t.Errorf("%q: name %q", text, a.Name)
			}
			seen[a.Name] = true
			size += len(a.Value)
		}
		if size > len(text) {
			t.Errorf("%q: %d bytes of values", text, size)
		}
	})
}
