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
	{"fault", "schema", "access", "wire", "urlquery", "address", "cache", "scope", "httpcache", "job", "outbound", "rowmap", "netlimit", "admission", "blob", "markup", "icon", "mail", "telemetry", "datafolder", "dependency"},
	{"blocktype"},
	{"hook", "language"},
	{"site"},
	{"content", "taxonomy", "user", "comment", "theme"},
	{"definition"},
	{"menu", "template", "audit", "preview", "feeds", "shadow"},
	{"media", "importer/wxr", "importer/phpvalue", "importer/wxrgen", "importer/journal", "sample"},
	{"render"},
	{"auth", "store"},
	{"view"},
	{"importer", "exporter", "static", "verify", "moving", "backup", "doctor"},
	{"rest"},
	{"openapi"},
	{"core/meta"},
	{"core/env"},
	{"core/entry", "core/terms", "core/faults"},
	{"core"},
	{"uploads", "front", "account", "admin", "notice", "reply"},
	{"ext"},
	{"personal"},
	{"ext/*"}, // each extension
	{"ext/all"},
	{"app"},
	{"command"},
}

func layerOf(pkg string) int {
	name := strings.TrimPrefix(pkg, "quoin/internal/")
	if extensionOf(name) != "" {
		name = "ext/*"
	}
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

// extensionOf is the name of the extension that a package belongs to, "" for
// none.
func extensionOf(name string) string {
	name, ok := strings.CutPrefix(strings.TrimPrefix(name, "quoin/internal/"), "ext/")
	name, _, _ = strings.Cut(name, "/")
	if !ok || name == "all" || name == "exttest" {
		return ""
	}
	return name
}

// storeParts is the folder of the packages that the store joins.
const storeParts = "quoin/internal/store/"

func TestImportsPointDown(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "quoin/internal/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(out))
	packages, domain := 0, layerOf("quoin/internal/render")
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
			if answers := imported == "quoin/internal/fault" || imported == "quoin/internal/rest"; answers && from <= domain && from > layerOf("quoin/internal/site") {
				t.Errorf("%s imports %s; the domain knows no answers, package core/faults says what its errors become", p.ImportPath, imported)
			}
			if db := imported == "quoin/internal/store"; db && strings.HasPrefix(p.ImportPath, "quoin/internal/core") {
				t.Errorf("%s imports the store; resources reach it through env", p.ImportPath)
			}
		}
		if own := extensionOf(p.ImportPath); own != "" {
			for _, imported := range p.Imports {
				if other := extensionOf(imported); other != "" && other != own {
					t.Errorf("%s imports %s, another extension", p.ImportPath, imported)
				}
				for _, closed := range []string{"core", "store", "app"} {
					if strings.HasPrefix(imported+"/", "quoin/internal/"+closed+"/") {
						t.Errorf("%s imports %s; extensions reach it through ext.Host", p.ImportPath, imported)
					}
				}
			}
		}
		for _, imported := range p.Imports {
			// Package moving reads the databases of other programs, and what package live keeps.
			if imported == "database/sql" && p.ImportPath != storeParts+"sqldb" && p.ImportPath != storeParts+"pgtest" && !strings.HasPrefix(p.ImportPath, "quoin/internal/moving") {
				t.Errorf("%s imports database/sql, which only the store may", p.ImportPath)
			}
			// What tests of others take from the store's folder are servers and the contract.
			part := strings.HasPrefix(imported, storeParts) && imported != storeParts+"pgtest" && imported != storeParts+"storetest"
			if part && !strings.HasPrefix(p.ImportPath+"/", storeParts) {
				t.Errorf("%s imports %s; the parts of the store are reached through it", p.ImportPath, imported)
			}
		}
	}
	if packages < 20 {
		t.Fatalf("looked at %d packages only", packages)
	}
}
