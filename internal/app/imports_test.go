package app

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers are the packages in the order of docs/design.md: each may import only
// those before it, or beside it where the row says so.
var layers = [][]string{
	{"fault", "schema", "access", "wire", "urlquery", "address", "cache", "scope", "httpcache", "job", "outbound", "rowmap", "netlimit", "admission", "blob", "markup", "telemetry", "datafolder", "dependency", "certificate"},
	{"language"},
	{"icon", "blocktype"},
	{"hook"},
	{"site"},
	{"content", "taxonomy", "user", "comment", "theme"},
	{"definition"},
	{"menu", "template", "audit", "preview", "feeds", "shadow"},
	{"media", "importer", "sample"},
	{"auth", "store"},
	{"render"},
	{"view"},
	{"front", "uploads", "visited"},
	{"rest"},
	{"openapi"},
	{"core/meta"},
	{"core/env"},
	{"core/entry", "core/terms", "core/faults"},
	{"core"},
	{"core/routes"},
	{"exporter", "static", "verify", "moving", "backup"},
	{"doctor"},
	{"mail", "account", "admin", "notice", "reply"},
	{"ext"},
	{"ext/*"}, // each extension
	{"ext/all"},
	{"app/config"},
	{"app/services", "app/bootstrap", "app/personal", "app/themes", "app/backups"},
	{"app/relocation", "app/extensions"},
	{"app/options", "app/background", "app/exchange", "app/assembly"},
	{"app/gateway", "app/examination", "app/screens"},
	{"app"},
	{"command"},
}

// wings are the folders of internal, in the order in which they may import each other. The
// doc.go of each says its rule.
var wings = []string{"platform", "domain", "storage", "display", "api", "transfer", "operation", "people", "ext", "app", "command"}

// wingOf is the wing of a package, by its place in the order, and its name within it; -1 for
// none.
func wingOf(pkg string) (int, string) {
	wing, name, _ := strings.Cut(strings.TrimPrefix(pkg, "quoin/internal/"), "/")
	return slices.Index(wings, wing), name
}

// shortName is the name of a package as the map has it: without the folder of its wing,
// unless that is a package itself.
func shortName(pkg string) string {
	name := strings.TrimPrefix(pkg, "quoin/internal/")
	wing, within := wingOf(pkg)
	if wing < 0 || wings[wing] == "ext" || wings[wing] == "app" || wings[wing] == "command" {
		return name
	}
	return within
}

// TestWings holds the folders of internal to their order, and each to say its rule.
func TestWings(t *testing.T) {
	t.Parallel()
	dirs, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if !slices.Contains(wings, d.Name()) {
			t.Errorf("internal/%s is no wing", d.Name())
		}
	}
	for _, wing := range wings {
		if found, _ := filepath.Glob(filepath.Join("..", wing, "*.go")); len(found) == 0 {
			t.Errorf("internal/%s doesn't say its rule", wing)
		}
	}
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "quoin/internal/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		names := strings.Fields(line)
		if strings.HasSuffix(names[0], "test") {
			continue
		}
		from, _ := wingOf(names[0])
		for _, imported := range names[1:] {
			if to, _ := wingOf(imported); strings.HasPrefix(imported, "quoin/internal/") && to > from {
				t.Errorf("%s imports %s, of a wing above its own", names[0], imported)
			}
		}
	}
}

func layerOf(pkg string) int {
	name := shortName(pkg)
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
const storeParts = "quoin/internal/storage/store/"

func TestImportsPointDown(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "quoin/internal/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(out))
	packages, domain := 0, layerOf("quoin/internal/domain/media")
	for dec.More() {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		packages++
		if _, within := wingOf(p.ImportPath); strings.HasSuffix(p.ImportPath, "test") || within == "" && len(p.Imports) == 0 {
			continue // it tests, or only says what its folder is
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
			if answers := imported == "quoin/internal/platform/fault" || imported == "quoin/internal/api/rest"; answers && (from <= domain || shortName(p.ImportPath) == "render") && from > layerOf("quoin/internal/domain/site") {
				t.Errorf("%s imports %s; the domain knows no answers, package core/faults says what its errors become", p.ImportPath, imported)
			}
			if db := imported == "quoin/internal/storage/store"; db && strings.HasPrefix(p.ImportPath, "quoin/internal/api/core") {
				t.Errorf("%s imports the store; resources reach it through env", p.ImportPath)
			}
		}
		if own := extensionOf(p.ImportPath); own != "" {
			for _, imported := range p.Imports {
				if other := extensionOf(imported); other != "" && other != own {
					t.Errorf("%s imports %s, another extension", p.ImportPath, imported)
				}
				for _, closed := range []string{"core", "store", "app"} {
					if strings.HasPrefix(shortName(imported)+"/", closed+"/") {
						t.Errorf("%s imports %s; extensions reach it through ext.Host", p.ImportPath, imported)
					}
				}
			}
		}
		for _, imported := range p.Imports {
			// Package moving reads the databases of other programs, and what package live keeps.
			if imported == "database/sql" && p.ImportPath != storeParts+"sqldb" && p.ImportPath != storeParts+"pgtest" && !strings.HasPrefix(p.ImportPath, "quoin/internal/transfer/moving") {
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
