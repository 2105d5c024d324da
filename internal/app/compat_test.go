package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A note of a behaviour that is as it is for the sake of clients names what
// shows it: Compat (TestX): for a test of the same package, (pkg.TestX) for one
// of test/pkg, (core-v2/posts#title) for a scenario of test/golden, or
// (core-v2/posts.routes) for what the index is recorded to say.
var compatNote = regexp.MustCompile(`\bCompat\b(?: \(([^)]*)\))?:`)

func TestCompatNotesNameTests(t *testing.T) {
	t.Parallel()
	const root = "../.."
	notes := 0
	tests := map[string]string{} // test files by folder, one text each
	for _, top := range []string{"cmd", "ext", "internal", "test"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "compat_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, text := range notesIn(file) {
				for _, m := range compatNote.FindAllStringSubmatch(text, -1) {
					notes++
					if !noteHolds(t, tests, root, filepath.Dir(name), m[1]) {
						t.Errorf("%s: no test shows %q (named: %q)", name, text, m[1])
					}
				}
			}
			return nil
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	if notes < 100 {
		t.Errorf("found only %d notes: are they written in another way now?", notes)
	}
}

func notesIn(file *ast.File) []string {
	var out []string
	for _, group := range file.Comments {
		out = append(out, strings.Join(strings.Fields(group.Text()), " "))
	}
	return out
}

// noteHolds tells whether a note's test or scenario is there.
func noteHolds(t *testing.T, tests map[string]string, root, dir, name string) bool {
	t.Helper()
	if file, title, ok := strings.Cut(name, "#"); ok {
		data, err := os.ReadFile(path.Join(root, "test/golden/testdata", file+".http"))
		return err == nil && strings.Contains(string(data), "\n### "+title+"\n")
	}
	if strings.HasSuffix(name, ".routes") {
		_, err := os.Stat(path.Join(root, "test/golden/testdata", name))
		return err == nil
	}
	if pkg, test, ok := strings.Cut(name, "."); ok {
		dir, name = path.Join(root, "test", pkg), test
	}
	text, ok := tests[dir]
	if !ok {
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text += "\n" + string(data)
		}
		tests[dir] = text
	}
	return name != "" && strings.Contains(text, "\nfunc "+name+"(")
}
