package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// TestModulesFromTheBase bundles a language with hundreds of modules from outside of its
// folder, of which the bundler resolves many at once: each is noted.
func TestModulesFromTheBase(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	folder := filepath.Join(source, "node_modules", "yoastseo", "build", "languageProcessing", "languages", "xx")
	shared := filepath.Join(source, "node_modules", "yoastseo", "build", "languageProcessing", "shared")
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const modules, each = 40, 20
	var all strings.Builder
	for i := range modules {
		var inner strings.Builder
		for n := range each {
			name := fmt.Sprintf("m%d.js", i*each+n)
			write(filepath.Join(shared, name), "export default 1;")
			fmt.Fprintf(&inner, "export * from '../../shared/%s';\n", name)
		}
		write(filepath.Join(folder, fmt.Sprintf("p%d.js", i)), inner.String())
		fmt.Fprintf(&all, "import './p%d.js';\n", i)
	}
	write(filepath.Join(folder, "Researcher.js"), all.String()+"export default 1;")
	taken := map[string]bool{}
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join(folder, "Researcher.js")}, Bundle: true, Plugins: []api.Plugin{fromBase(folder, taken)},
	})
	if len(result.Errors) > 0 {
		t.Fatal(result.Errors[0].Text)
	}
	if len(taken) != modules*each {
		t.Errorf("%d modules of %d are noted", len(taken), modules*each)
	}
}
