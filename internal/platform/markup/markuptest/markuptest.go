// Package markuptest reads the recorded cases of the text filters and makes
// hostile texts, for the tests of the packages beside it.
package markuptest

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// Size is the length of a hostile text in bytes: large enough that work which
// grows with its square would not end within a test's patience.
const Size = 1 << 18

// Check runs filter over the recorded cases in file and reports each
// difference. The file holds an input and its output on a line each, both as
// Go string literals; empty lines and lines that begin with '#' are skipped.
func Check(t *testing.T, file string, filter func(string) string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for n, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		text, err := strconv.Unquote(line)
		if err != nil {
			t.Fatalf("%s:%d: %v", file, n+1, err)
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 || len(texts)%2 != 0 {
		t.Fatalf("%s: %d lines, want pairs", file, len(texts))
	}
	for i := 0; i < len(texts); i += 2 {
		if got := filter(texts[i]); got != texts[i+1] {
			t.Errorf("of %q\n got %q\nwant %q", texts[i], got, texts[i+1])
		}
	}
}

// Hostile calls f with texts of Size bytes made of one pattern over and over,
// some with a last piece that every repetition might belong to.
func Hostile(f func(text string), patterns ...string) {
	for _, p := range append(patterns,
		"[", "]", "[[", "<", ">", "<!--", "<![CDATA[", "'", `"`, "-", "&", "&#1", " ", "\n", "\n \t",
		"<p>", "<p><p", "</p>", "<pre", "<div", "[a]", "[a ", "[[a] ", "<a [a]", "9x", "1.", `a="`) {
		text := strings.Repeat(p, Size/len(p))
		f(text)
		f(text + "]</p>[/a]-->")
	}
}

// Seed adds the inputs of recorded cases to a fuzz target.
func Seed(f *testing.F, files ...string) {
	f.Helper()
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		input := true
		for _, line := range strings.Split(string(data), "\n") {
			if line == "" || line[0] == '#' {
				continue
			}
			if text, err := strconv.Unquote(line); err == nil && input {
				f.Add(text)
			}
			input = !input
		}
	}
}
