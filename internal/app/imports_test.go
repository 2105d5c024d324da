package app

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// layers are the packages in the order of docs/design.md: each may import only
// those before it, or beside it where the row says so.
var layers = [][]string{
	{"fault", "schema", "access", "wire", "scope", "keep", "job", "outbound", "netlimit", "blob", "markup", "icon"},
	{"site"},
	{"content", "taxonomy", "user", "comment", "theme"},
	{"menu", "template"},
	{"media", "importer/wxr", "importer/phpvalue", "importer/wxrgen", "importer/journal", "sample"},
	{"render"},
	{"auth", "store"},
	{"view"},
	{"importer"},
	{"rest"},
	{"core/meta"},
	{"core/env"},
	{"core/entry", "core/terms"},
	{"core", "ext", "uploads", "front"},
	{"app"},
}

func layerOf(pkg string) int {
	name := strings.TrimPrefix(pkg, "quoin/internal/")
	best, length := -1, 0
	for i, layer := range layers {
		for _, l := range layer {
			if (name == l || strings.HasPrefix(name, l+"/")) && len(l) > length {
				best, length = i, len(l)
			}
		}
	}
	return best
}

func TestImportsPointDown(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "quoin/internal/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(out))
	packages := 0
	for dec.More() {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		packages++
		if strings.HasSuffix(p.ImportPath, "test") {
			continue
		}
		from := layerOf(p.ImportPath)
		if from < 0 {
			t.Errorf("%s has no place in the order of packages", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			if !strings.HasPrefix(imported, "quoin/internal/") {
				continue
			}
			if to := layerOf(imported); to > from {
				t.Errorf("%s imports %s, which stands above it", p.ImportPath, imported)
			}
			if db := imported == "quoin/internal/store"; db && strings.HasPrefix(p.ImportPath, "quoin/internal/core") {
				t.Errorf("%s imports the store; resources reach it through env", p.ImportPath)
			}
		}
		for _, imported := range p.Imports {
			if imported == "database/sql" && !strings.HasPrefix(p.ImportPath, "quoin/internal/store") {
				t.Errorf("%s imports database/sql, which only the store may", p.ImportPath)
			}
		}
	}
	if packages < 20 {
		t.Fatalf("looked at %d packages only", packages)
	}
}
