package scan

import (
	"strings"
	"testing"
)

func TestFinderSearchesOnce(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("<a ", 10000) + ">" + strings.Repeat("<a ", 10000)
	f := NewFinder(text, ">")
	for i := range len(text) {
		want := 30000
		if i > want {
			want = -1
		}
		if got := f.Next(i); got != want {
			t.Fatalf("Next(%d) = %d, want %d", i, got, want)
		}
	}
	if limit := 2 * len(text); f.Work() > limit {
		t.Errorf("Work() = %d bytes, want at most %d", f.Work(), limit)
	}
}

func TestFinderGoesBack(t *testing.T) {
	t.Parallel()
	f := NewFinder("ab]cd]", "]")
	for _, step := range [...]struct{ from, want int }{{0, 2}, {3, 5}, {1, 2}, {6, -1}, {0, 2}, {7, -1}} {
		if got := f.Next(step.from); got != step.want {
			t.Errorf("Next(%d) = %d, want %d", step.from, got, step.want)
		}
	}
}

func TestMarkupEnd(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<b>x":                "<b>",
		"<b":                  "<b",
		"<!-- a > b --> c":    "<!-- a > b -->",
		"<!-->x-->":           "<!-->",
		"<!-- never closed >": "<!-- never closed >",
		"<![CDATA[a>b]]>c":    "<![CDATA[a>b]]>",
		"<!DOCTYPE x>y":       "<!DOCTYPE x>",
		"<":                   "<",
	} {
		if got := text[:MarkupEnd(text, 0, true)]; got != want {
			t.Errorf("markup of %q is %q, want %q", text, got, want)
		}
	}
	if text := "<![CDATA[a>b]]>"; MarkupEnd(text, 0, false) != len("<![CDATA[a>") {
		t.Errorf("a CDATA section is respected without being asked for")
	}
}

func TestBlanks(t *testing.T) {
	t.Parallel()
	text := "a \u00a0&nbsp;\n b"
	end := SkipBlanks(text, 1)
	if end != len(text)-1 {
		t.Errorf("SkipBlanks ends at %d of %q", end, text)
	}
	for i, want := range map[int]bool{0: false, 1: false, 2: true, 4: true, 10: true, 12: true, 13: false} {
		if got := BlankBefore(text, i); got != want {
			t.Errorf("BlankBefore(%q, %d) = %v", text, i, got)
		}
	}
}

func FuzzPieces(f *testing.F) {
	for _, s := range []string{"a<b>c", "<!-- x -->", "<![CDATA[x]]>", "<", "<!-->", "a<!--"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var joined strings.Builder
		for piece, markup := range Pieces(text) {
			if piece == "" || markup != (piece[0] == '<') || !markup && strings.Contains(piece, "<") {
				t.Errorf("piece %q of %q, markup %v", piece, text, markup)
			}
			joined.WriteString(piece)
		}
		if joined.String() != text {
			t.Errorf("pieces of %q join to %q", text, joined.String())
		}
	})
}
