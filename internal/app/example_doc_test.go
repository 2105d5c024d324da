package app

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPageShowsTheExample: what docs/extensions.md shows of the example is what
// examples/notes has, which a test builds and runs; and it shows all of it.
func TestPageShowsTheExample(t *testing.T) {
	t.Parallel()
	const root = "../.."
	page, err := os.ReadFile(filepath.Join(root, "docs", "extensions.md"))
	if err != nil {
		t.Fatal(err)
	}
	body, _, _ := strings.Cut(string(page), "## What else there is")
	var shown strings.Builder
	for _, block := range regexp.MustCompile("(?s)```(?:go|sql)\n(.*?)```").FindAllStringSubmatch(body, -1) {
		shown.WriteString(block[1] + "\n")
	}
	lines := map[string]bool{}
	for line := range strings.Lines(shown.String()) {
		lines[strings.TrimSpace(line)] = true
	}
	seen := 0
	for _, name := range []string{"notes.go", "data.go", "show.go", "cmd/site/main.go", "migrations/sqlite/0001_note.sql"} {
		text, err := os.ReadFile(filepath.Join(root, "examples", "notes", name))
		if err != nil {
			t.Fatal(err)
		}
		source := string(text)
		if _, after, ok := strings.Cut(source, "\n)\n"); ok && name != "notes.go" && strings.HasSuffix(name, ".go") && !strings.HasPrefix(name, "cmd") {
			source = after // the page leaves out imports
		}
		for line := range strings.Lines(source) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "// Command site") && !strings.HasSuffix(line, "examples/notes\"") {
				seen++
				if !lines[line] {
					t.Errorf("docs/extensions.md doesn't show a line of %s: %s", name, line)
				}
			}
		}
	}
	if seen < 150 {
		t.Errorf("the example has only %d lines", seen)
	}
}
