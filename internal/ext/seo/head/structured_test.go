package head

import (
	"strings"
	"testing"

	"quoin/internal/platform/wire"
)

func TestQuestions(t *testing.T) {
	t.Parallel()
	s, p := article()
	p.FAQ = true
	p.Questions = []Question{
		{ID: "faq-1", Question: "Why <b>stone</b>?", HTML: `It <em>lasts</em>.<img src="x"><script>x</script>`},
		{ID: "faq-2", Question: "Not answered"},
		{ID: `faq"3`, Question: "Where?", HTML: "<p>Here</p>"},
	}
	got := string(wire.Append(nil, graph(s, p, "T", ""), nil))
	for _, want := range []string{
		`"@type":["WebPage","FAQPage"]`,
		`"mainEntity":[{"@id":"` + escaped(p.URL) + `#faq-1"},{"@id":"` + escaped(p.URL) + `#faq&quot;3"}]`,
		`"position":1,"url":"` + escaped(p.URL) + `#faq-1","name":"Why stone?","answerCount":1,"acceptedAnswer":{"@type":"Answer","text":"It <em>lasts<\/em>.x","inLanguage":"en-US"},"inLanguage":"en-US"`,
		`"position":3`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if strings.Contains(got, "Not answered") {
		t.Errorf("a question without an answer: %s", got)
	}
}

// escaped is an address as the wire has it.
func escaped(address string) string { return strings.ReplaceAll(address, "/", `\/`) }

func TestGuides(t *testing.T) {
	t.Parallel()
	s, p := article()
	p.Guides = []Guide{{
		Name: "Cut <i>stone</i>", Description: "<div>Slowly</div>", Timed: true, Hours: "2",
		Steps: []Step{
			{ID: "s1", Name: "Mark", HTML: "a <strong>line</strong>", Image: &Image{URL: "https://e.test/a.png"}},
			{ID: "s2", Name: "Strike"},
			{ID: "s3", HTML: "only text", Written: true},
			{ID: "s4", HTML: "nobody wrote it"},
		},
	}}
	got := string(wire.Append(nil, graph(s, p, "T", ""), nil))
	for _, want := range []string{
		`"@type":"HowTo","@id":"` + escaped(p.URL) + `#howto-1","name":"Cut stone","mainEntityOfPage":{"@id":"` + escaped(p.URL) + `#article"},"description":"Slowly","totalTime":"P0DT2H0M"`,
		`"url":"` + escaped(p.URL) + `#s1","name":"Mark","itemListElement":[{"@type":"HowToDirection","text":"a line"}],"image":{"@type":"ImageObject"`,
		`#s2","text":"Strike"}`,
		`#s3","text":"only text"}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if strings.Contains(got, "#s4") {
		t.Errorf("a step that says nothing: %s", got)
	}
}

func TestDuration(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		g    Guide
		want string
	}{
		{Guide{Days: "1"}, ""},
		{Guide{Timed: true}, ""},
		{Guide{Timed: true, Days: "0", Minutes: "00"}, ""},
		{Guide{Timed: true, Days: "1", Hours: "2", Minutes: "30"}, "P1DT2H30M"},
		{Guide{Timed: true, Minutes: "5"}, "P0DT0H5M"},
		{Guide{Timed: true, Minutes: `5"`}, ""},
	} {
		if got := c.g.duration(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.g, got, c.want)
		}
	}
}
