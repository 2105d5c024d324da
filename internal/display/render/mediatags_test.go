package render

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestMediaTags finds the same tags as an expression does.
func TestMediaTags(t *testing.T) {
	t.Parallel()
	want := regexp.MustCompile(`<(img|iframe)[\t-\r ][^>]+>`)
	pieces := []string{"<img", "<iframe", "<imgs", " ", "\n", ">", "a", "/", "<", `src="b"`, "</iframe>"}
	random := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		var b strings.Builder
		for range random.IntN(14) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		var got [][]int
		for start, end := range mediaTags(b.String()) {
			got = append(got, []int{start, end})
		}
		if found := want.FindAllStringIndex(b.String(), -1); !slices.EqualFunc(got, found, slices.Equal) {
			t.Fatalf("%q: %v, want %v", b.String(), got, found)
		}
	}
}
