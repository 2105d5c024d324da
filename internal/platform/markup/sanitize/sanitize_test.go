package sanitize

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// readCases reads testdata/cases.json: for each function pairs of input and
// expected output, which were compared with the answers of the reference.
func readCases(t *testing.T) map[string][][2]string {
	t.Helper()
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases map[string][][2]string
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

func TestCases(t *testing.T) {
	t.Parallel()
	s := Sanitizer{MediaHost: "localhost:8080"}
	functions := map[string]func(string) string{
		"Post": s.Post, "Inline": s.Inline, "Comment": s.Comment, "TermDescription": s.TermDescription,
		"CSS": CSS, "StripBlockCustomCSS": StripBlockCustomCSS, "TermName": TermName,
		"Rel": func(html string) string { return Rel(html, UGC, "localhost") },
	}
	cases := readCases(t)
	for name, f := range functions {
		if len(cases[name]) == 0 {
			t.Errorf("no cases for %s", name)
		}
		for _, c := range cases[name] {
			if got := f(c[0]); got != c[1] {
				t.Errorf("%s(%q)\n got %q\nwant %q", name, c[0], got, c[1])
			}
		}
	}
}

// TestDeviations pins the answers that differ from the reference on purpose.
func TestDeviations(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ why, in, want string }{
		{"a block that was emptied stays what it is", "<!-- wp:html --><!-- /wp:html -->", "<!-- wp:html --><!-- /wp:html -->"},
		{"nothing inside a block is lost", "<!-- wp:a -->0<!-- /wp:a -->", "<!-- wp:a -->0<!-- /wp:a -->"},
		{"open blocks are closed, not repeated", "1<!-- wp:a -->2<!-- wp:b -->3", "1<!-- wp:a -->2<!-- wp:b -->3<!-- /wp:b --><!-- /wp:a -->"},
		{"all backslashes before a quote go", `<p title="a\\">`, `<p title="a">`},
		{"an apostrophe reference in a style stays", "<p style=\"font-family:&#039;A&#039;\">", "<p style=\"font-family:&#039;A&#039;\">"},
		{"empty declarations go", `<p style="color:red; ;top:0">`, `<p style="color:red;top:0">`},
		{"the result is stable", "<!--><b>x", "&lt;!--&gt;<b>x--&gt;"},
		{"functions hide no code", `<p style="width:calc(expression(1));top:var(--x,url(javascript:y))">`, "<p>"},
	} {
		if got := Post(c.in); got != c.want {
			t.Errorf("%s: Post(%q) = %q, want %q", c.why, c.in, got, c.want)
		}
	}
}

func TestEmbeddedPDFNeedsMediaHost(t *testing.T) {
	t.Parallel()
	const pdf = `<object data="https://e.org/a.pdf" type="application/pdf"></object>`
	if got := (Sanitizer{MediaHost: "e.org"}).Post(pdf); got != pdf {
		t.Errorf("own PDF: %q", got)
	}
	if got := Post(pdf); got != "<object></object>" {
		t.Errorf("PDF from elsewhere: %q", got)
	}
}

func TestFilterWithOwnPolicy(t *testing.T) {
	t.Parallel()
	p := PostPolicy()
	p["iframe"] = Element{"src": {}}
	delete(p, "b")
	got := Sanitizer{}.Filter(p, "<iframe src=javascript:x id=y></iframe><b>z</b>")
	if want := `<iframe src="x"></iframe>z`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Post("<b>z</b><iframe>"); got != "<b>z</b>" {
		t.Errorf("the copy changed the policy itself: %q", got)
	}
}

// TestRandomMarkup puts pieces of markup together at random and checks what
// the fuzz targets check.
func TestRandomMarkup(t *testing.T) {
	t.Parallel()
	pieces := append([]string{
		"<", ">", "\"", "'", "=", "/", " ", "\n", "\\", "-", "--", "!", "?", "&", ";", "#", "<a href=", "<p style=", "<b title=\"", "javascript:", "url(", ")", "(", "x",
	}, hostileSeeds...)
	random := rand.New(rand.NewPCG(7, 7))
	for range 4000 {
		var b strings.Builder
		for range 1 + random.IntN(6) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		in := b.String()
		once := Post(in)
		if twice := Post(once); twice != once {
			t.Errorf("not stable:\n in %q\n 1st %q\n 2nd %q", in, once, twice)
		}
		for _, out := range []string{once, Comment(in), Inline(in)} {
			if err := findLive(out); err != nil {
				t.Errorf("%v survives:\n in %q\n out %q", err, in, out)
			}
		}
	}
}
