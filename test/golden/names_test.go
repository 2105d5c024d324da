package golden

import (
	"os"
	"strings"
	"testing"
)

// names are the pairs of names in which the dialects differ. They are declared
// here a second time, so that a wrong one in the program is found.
type names []pair

type pair struct{ own, reference string }

// readNames reads testdata/names.txt: a pair on each line, longer names before
// their beginnings.
func readNames(t testing.TB) names {
	t.Helper()
	data, err := os.ReadFile("testdata/names.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out names
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		own, reference, ok := strings.Cut(line, " = ")
		if !ok {
			t.Fatalf("names.txt: %q is no pair", line)
		}
		out = append(out, pair{own, reference})
		// The same inside an address that is a parameter.
		if strings.Contains(own, "/") {
			out = append(out, pair{"%2F" + encodeSlashes(own), "%2F" + encodeSlashes(reference)})
		}
	}
	return out
}

func encodeSlashes(s string) string { return strings.ReplaceAll(s, "/", "%2F") }

// toReference translates a text that is sent, toOwn one that came back.
func (n names) toReference(text string) string {
	for _, p := range n {
		text = replaceWord(text, p.own, p.reference)
	}
	return text
}

func (n names) toOwn(text string) string {
	for _, p := range n {
		text = replaceWord(text, p.reference, p.own)
	}
	return text
}

// common are names that both dialects have beside others: heads have a twitter_site, and
// the setting with the options of SEO, which the reference hasn't, has our names.
var common = map[string]string{"twitter_site": "twitter_card", "social_a_site": "seo_settings", "social_b_site": "seo_settings"}

// domains are the text domains of extensions in the reference: whole values, since
// ours are words that texts have too.
var domains = map[string]string{
	"google-analytics-for-wordpress": "analytics", "limit-login-attempts-reloaded": "loginlimit", "wordpress-seo": "seo",
}

// foreign is the first name in a text that only the other dialect has.
func (n names) foreign(text string, reference bool) string {
	for _, p := range n {
		word := p.reference
		if reference {
			word = p.own
		}
		if beside := common[word]; beside != "" && strings.Contains(text, beside) {
			continue
		}
		if replaceWord(text, word, "") != text {
			return word
		}
	}
	return ""
}

// replaceWord replaces a name where it stands alone. One that ends in an
// underscore is a prefix.
func replaceWord(text, word, by string) string {
	if !strings.Contains(text, word) {
		return text
	}
	var b strings.Builder
	for {
		i := strings.Index(text, word)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		end := i + len(word)
		alone := (i == 0 || !isWord(text[i-1]) || word[0] == '%') && (end == len(text) || !isWord(text[end]) || strings.HasSuffix(word, "_"))
		b.WriteString(text[:i])
		if alone {
			b.WriteString(by)
		} else {
			b.WriteString(word)
		}
		text = text[end:]
	}
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
