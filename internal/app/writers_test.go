package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// writing are the methods of the stores that write what a service is the only
// writer of, with the packages that may call them.
var writing = map[string][]string{
	"InsertEntry": {"content"}, "UpdateEntry": {"content"}, "DeleteEntry": {"content"},
	"SetEntryMeta": {"content"}, "DeleteMetaValue": {"content"}, "MoveChildren": {"content"}, "Reassign": {"content"},
	"SetEntryTerms": {"content", "taxonomy"},
	"InsertTerm":    {"taxonomy"}, "UpdateTerm": {"taxonomy"}, "DeleteTerm": {"taxonomy"}, "SetTermMeta": {"taxonomy"},
	"InsertUser": {"user"}, "UpdateUser": {"user"}, "DeleteUser": {"user"}, "SetUserMeta": {"user"},
	"InsertComment": {"comment"}, "InsertComments": {"comment"}, "UpdateComment": {"comment"}, "DeleteComment": {"comment"}, "SetCommentMeta": {"comment"},
	"SetCommentStatuses": {"comment"}, "MoveReplies": {"comment"},
	"SetOption": {"site"},
}

// around are the writes around the services that are meant, with the reason.
var around = map[string]string{
	"app/bootstrap/bootstrap.go": "a new site is made before anything listens",
	"app/services/addresses.go":  "what an earlier version noted about files is no setting",
	"auth/session.go":            "the signing key is no setting, and hashing a password anew doesn't change an account",
	"moving/first.go":            "a new site makes room for the one that moves in",
	"moving/again.go":            "a site that moves in is stored as it was, with the passwords that accounts have",
	"moving/entries.go":          "a site that moves in is stored as it was, without new dates, slugs and revisions",
	"importer/kept.go":           "the stores under the services, with the ids of the file",
	"importer/address.go":        "a change of address in the whole content isn't a write of each entry",
	"importer/finish.go":         "parents of imported entries are joined in bulk, without new dates, slugs and revisions",
	"importer/circle.go":         "parents of imported terms are joined in bulk",
	"importer/comment.go":        "comments of a file are stored as they were: neither judged nor told to anybody",
}

func TestOnlyServicesWrite(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name := shortName(filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator))))
		pkg, _, _ := strings.Cut(name, "/")
		if pkg == "store" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			method, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			writers, writes := writing[method.Sel.Name]
			if !writes || slices.Contains(writers, pkg) || method.Sel.Name == "SetOption" && !isStore(method.X) {
				return true
			}
			if _, meant := around[name]; meant {
				used[name] = true
				return true
			}
			t.Errorf("%s calls %s, which only package %s may", name, method.Sel.Name, strings.Join(writers, ", "))
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range around {
		if !used[name] {
			t.Errorf("%s is excused and writes nothing", name)
		}
	}
}

// isStore tells whether an expression is called like a store. SetOption is also
// the name of the service's method.
func isStore(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.SelectorExpr:
		return x.Sel.Name == "Store" || x.Sel.Name == "DB"
	case *ast.Ident:
		return x.Name == "db" || x.Name == "store"
	}
	return false
}
