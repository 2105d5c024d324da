package blocks

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// TestWords compares the count with that of one expression after the other, on texts of
// the pieces that the steps look for.
func TestWords(t *testing.T) {
	t.Parallel()
	var (
		tag       = regexp.MustCompile(`</?[a-zA-Z][^>]*?>`)
		comment   = regexp.MustCompile(`(?s)<!--.*?-->`)
		spaces    = strings.NewReplacer("&nbsp;", " ", "&NBSP;", " ", "&#160;", " ")
		reference = regexp.MustCompile(`&[^\t-\r ]+?;`)
		joins     = strings.NewReplacer("--", " ", "—", " ")
		mark      = regexp.MustCompile(`[\x{0021}-\x{0040}\x{005B}-\x{0060}\x{007B}-\x{007E}\x{0080}-\x{00BF}\x{00D7}\x{00F7}\x{2000}-\x{2BFF}\x{2E00}-\x{2E7F}]`)
	)
	pieces := []string{
		"a", "word", " ", "\n", "<", ">", "/", "<b>", "</b ", "<!--", "-->", "-", "--", "—", "&", ";", "&;", "&nbsp;", "&NBSP;", "&#160;", "&amp;", "&x y;", "é", "×", "“", "\xff", "x\u3000y", "1",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b strings.Builder
		for range random.IntN(14) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		s := b.String()
		want := spaces.Replace(comment.ReplaceAllString(tag.ReplaceAllString(s, "\n"), ""))
		want = mark.ReplaceAllString(joins.Replace(reference.ReplaceAllString(want, "")), "")
		if n := len(strings.Fields(want)); words(s) != n {
			t.Fatalf("%q has %d words, want %d", s, words(s), n)
		}
	}
}
