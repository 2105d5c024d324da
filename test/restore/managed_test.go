package restore

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"quoin/internal/domain/importer/wxrgen"
	"quoin/test/program"
)

// TestManagedPostgres has a site on a database as hosts rent them out, of a role that owns it and
// is no superuser, also where it may install no extension: everything works, and searches find
// the same by reading all texts. Package upgrade has its upgrade.
func TestManagedPostgres(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bin, err := program.Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	export := filepath.Join(dir, "export.xml")
	var text bytes.Buffer
	if err := wxrgen.Write(&text, wxrgen.Options{Seed: 1, Posts: 60, Pages: 3, Attachments: -1, Authors: 2, Categories: 4, Tags: 6, Comments: 1}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(export, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, extensions := range []bool{true, false} {
		t.Run(fmt.Sprint("extensions ", extensions), func(t *testing.T) {
			t.Parallel()
			s := program.Site{Bin: bin, Data: filepath.Join(t.TempDir(), "data"), Database: postgres.Managed(t, extensions)}
			must := func(cmd *exec.Cmd) string {
				t.Helper()
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %v: %s", cmd.Args[1:], err, out)
				}
				return string(out)
			}
			made := must(s.Command("user", "create", "first", "--email", "first@example.org", "--password", "correct horse"))
			if warned := strings.Contains(made, "no trigram index"); warned == extensions {
				t.Errorf("said that there is no trigram index: %v", made)
			}
			must(s.Command("import", "wxr", export))
			finds(t, s)
			sound(t, s)
			archive := filepath.Join(t.TempDir(), "site.zip")
			must(s.Command("backup", archive))
			other := program.Site{Bin: bin, Data: filepath.Join(t.TempDir(), "data"), Database: postgres.Managed(t, extensions)}
			must(other.Command("restore", archive))
			sound(t, other)
			finds(t, other)
		})
	}
}

// finds serves a site, writes a post that the same title is found by, and stops.
func finds(t *testing.T, s program.Site) {
	t.Helper()
	secret, err := s.AppPassword()
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Serve()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := p.Stop(); err != nil {
			t.Error(err)
		}
	}()
	ask := func(method, path, body string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), method, p.Base+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "example.org"
		r.SetBasicAuth("admin", secret)
		r.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { res.Body.Close() })
		return res
	}
	if res := ask("POST", "/wp-json/wp/v2/posts", `{"title":"A xylophone","status":"publish","content":"It plays."}`); res.StatusCode != http.StatusCreated {
		text, _ := io.ReadAll(res.Body)
		t.Fatalf("create: %d %s", res.StatusCode, text)
	}
	for word, least := range map[string]string{"xylophone": "1", "granite": "1"} {
		res := ask("GET", "/wp-json/wp/v2/posts?search="+word, "")
		if total := res.Header.Get("X-WP-Total"); res.StatusCode != http.StatusOK || total < least {
			t.Errorf("search for %s: %d, %q found", word, res.StatusCode, total)
		}
	}
}

// sound has the doctor look at a site.
func sound(t *testing.T, s program.Site) {
	t.Helper()
	out, err := s.Command("doctor", "--json").Output()
	if err != nil && strings.Contains(string(out), `"level": "error"`) || len(out) == 0 {
		t.Errorf("the doctor: %v: %s", err, out)
	}
}
