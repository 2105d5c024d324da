package entry

import (
	"slices"
	"strings"
	"testing"
)

func TestParseSearch(t *testing.T) {
	many := strings.Repeat("word ", 10)
	for text, want := range map[string]struct{ terms, excluded []string }{
		"stone wall":             {terms: []string{"stone", "wall"}},
		`"stone wall" -gate a`:   {terms: []string{"stone wall"}, excluded: []string{"gate"}},
		"the of":                 {terms: []string{"the of"}},
		"-":                      {excluded: []string{""}},
		`-\\wall st\one`:         {terms: []string{"stone"}, excluded: []string{`\wall`}},
		`\`:                      {terms: []string{""}},
		many:                     {terms: []string{many}},
		strings.Repeat("é", 800): {terms: []string{strings.Repeat("é", 800)}},
	} {
		s := ParseSearch(text, false)
		if !slices.Equal(s.Terms, want.terms) || !slices.Equal(s.Excluded, want.excluded) {
			t.Errorf("%q: terms %q, excluded %q", text, s.Terms, s.Excluded)
		}
	}
	if s := ParseSearch(strings.Repeat("é", 801), false); s != nil {
		t.Errorf("a text that is too long is searched for: %v", s.Terms)
	}
}
