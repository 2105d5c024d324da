package admin

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBuildGoesOn bundles the admin on a machine that has no Node, and on one that can't reach
// the registry: each says what is missing and lets the build go on; "make admin" fails.
func TestBuildGoesOn(t *testing.T) {
	t.Parallel()
	tools := t.TempDir() // all that the script needs but Node
	for _, name := range []string{"bash", "dirname", "find", "cmp"} {
		found, err := exec.LookPath(name)
		if err != nil {
			t.Skip(err)
		}
		if err := os.Symlink(found, filepath.Join(tools, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ name, path, says string }{
		{"without Node", tools, "Node and npm aren't installed"},
		{"without the registry", os.Getenv("PATH"), "npm couldn't install the packages"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath("npm"); err != nil && c.path != tools {
				t.Skip(err)
			}
			root := t.TempDir()
			for _, name := range []string{"scripts/admin.sh", "web/admin/package.json", "web/admin/package-lock.json", "internal/people/admin/dist/README.md"} {
				data, err := os.ReadFile(filepath.Join("../../..", name))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o750); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(root, name), data, 0o700); err != nil { // #nosec G306 -- one of them is run
					t.Fatal(err)
				}
			}
			run := func(args ...string) (string, error) {
				cmd := exec.CommandContext(t.Context(), filepath.Join(root, "scripts/admin.sh"), args...)
				cmd.Env = []string{"PATH=" + c.path, "HOME=" + root, "npm_config_registry=http://127.0.0.1:9/", "npm_config_fetch_retries=0", "npm_config_cache=" + filepath.Join(root, "cache")}
				out, err := cmd.CombinedOutput()
				return string(out), err
			}
			if out, err := run(); err != nil || !strings.Contains(out, c.says) || !strings.Contains(out, "built without the editor") {
				t.Errorf("%v: %s", err, out)
			}
			if c.path != tools {
				return // npm takes its time to give up
			}
			if out, err := run("must"); err == nil || !strings.Contains(out, c.says) {
				t.Errorf("make admin: %v: %s", err, out)
			}
		})
	}
}
