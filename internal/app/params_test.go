package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestParamsAreDeclared holds what handlers read to what endpoints declare: a param with
// a name that no endpoint has would always be empty.
func TestParamsAreDeclared(t *testing.T) {
	a, err := New(t.Context(), Config{Data: t.TempDir(), Preset: "full", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	// Some are declared where a site defines what they are about.
	err = a.Env.Definitions.Apply(t.Context(), definitions(t, bookType,
		`{"kind":"fields","name":"facts","object_subtype":["book"],"fields":[{"key":"isbn","type":"string","single":true,"show_in_rest":true,"index":true}]}`)...)
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]bool{}
	for _, route := range a.assembler.Of(t.Context()).API.Routes() {
		for _, part := range strings.Split(route.Pattern, "(?P<")[1:] {
			name, _, _ := strings.Cut(part, ">")
			declared[name] = true
		}
		for i := range route.Endpoints {
			for _, arg := range route.Endpoints[i].Args {
				declared[arg.Name] = true
			}
			for _, name := range route.Endpoints[i].Unlisted {
				declared[name] = true
			}
		}
	}
	seen := 0
	for _, root := range []string{"../api/core", "../ext", "../api/rest"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "exttest") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) == 0 {
					return true
				}
				maker := ""
				switch f := call.Fun.(type) {
				case *ast.Ident:
					maker = f.Name
				case *ast.SelectorExpr:
					maker = f.Sel.Name
				}
				literal, ok := call.Args[0].(*ast.BasicLit)
				if !ok || literal.Kind != token.STRING || maker == "Param" || !strings.HasSuffix(maker, "Param") {
					return true
				}
				name, _ := strconv.Unquote(literal.Value)
				seen++
				if !declared[name] {
					t.Errorf("%s: no endpoint declares %q", path, name)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 300 {
		t.Errorf("%d params", seen)
	}
}
