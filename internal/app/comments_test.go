package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCommentsNameWhatTheyAreAbout: the comment of an exported function, type or field
// names it, so that one that was left behind when it was renamed is found.
func TestCommentsNameWhatTheyAreAbout(t *testing.T) {
	t.Parallel()
	set := token.NewFileSet()
	check := func(name *ast.Ident, doc *ast.CommentGroup) {
		if doc == nil || !name.IsExported() {
			return
		}
		if text := doc.Text(); text != "" && !regexp.MustCompile(`\b`+name.Name+`\b`).MatchString(text) {
			first, _, _ := strings.Cut(text, "\n")
			t.Errorf("%s: the comment of %s doesn't name it: %s", set.Position(name.Pos()), name.Name, first)
		}
	}
	looked := 0
	for _, top := range []string{"cmd", "examples", "ext", "internal"} {
		err := filepath.WalkDir(filepath.Join("../..", top), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			looked++
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					check(n.Name, n.Doc)
					return false
				case *ast.GenDecl:
					if spec, ok := n.Specs[0].(*ast.TypeSpec); ok && len(n.Specs) == 1 {
						check(spec.Name, n.Doc)
					}
				case *ast.Field:
					if len(n.Names) == 1 {
						check(n.Names[0], n.Doc)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if looked < 500 {
		t.Errorf("looked at %d files only", looked)
	}
}
