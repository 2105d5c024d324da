package outside

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"quoin/internal/storage/store/pgtest"
	"quoin/test/program"
)

var postgres pgtest.Server

func TestMain(m *testing.M) { os.Exit(postgres.Main(m)) }

// root is the folder of this module.
const root = "../.."

// build makes a module of the example out of the tree, as docs/extensions.md says, and
// builds its program there. The module requires what this one does, which go mod tidy would
// write.
func build(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "examples", "notes"))); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "cmd", "site", "main.go")
	text, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	moved := strings.Replace(string(text), `"quoin/examples/notes"`, `"example.org/notes"`, 1)
	if err := os.WriteFile(program, []byte(moved), 0o600); err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	own := "module example.org/notes\n\ngo 1.26.0\n\nrequire quoin v0.0.0\n\nreplace quoin => " + here + "\n"
	for _, block := range regexp.MustCompile(`(?s)require \(.*?\n\)`).FindAllString(string(mod), -1) {
		own += "\n" + block + "\n"
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o600); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "site")
	for _, args := range [][]string{{"vet", "-mod=mod", "./..."}, {"build", "-mod=mod", "-o", bin, "./cmd/site"}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", args[0], err, out)
		}
	}
	return bin
}

// caller asks a site as its administrator.
type caller struct {
	*testing.T
	base, password string
}

func (c caller) do(method, path, body string, want int) string {
	c.Helper()
	r, err := http.NewRequest(method, c.base+path, strings.NewReader(body))
	if err != nil {
		c.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/wp-json/") {
		r.SetBasicAuth("admin", c.password)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		c.Fatal(err)
	}
	if answer.StatusCode != want {
		c.Fatalf("%s %s: %d instead of %d: %.300s", method, path, answer.StatusCode, want, text)
	}
	return string(text)
}

// own is a page that only who is logged in may read.
func (c caller) own(path string) string {
	c.Helper()
	r, err := http.NewRequest(http.MethodGet, c.base+path, nil)
	if err != nil {
		c.Fatal(err)
	}
	r.SetBasicAuth("admin", c.password)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		c.Fatal(err)
	}
	return string(text)
}

func (c caller) holds(path, want string) {
	c.Helper()
	if got := c.do("GET", path, "", 200); !strings.Contains(got, want) {
		c.Errorf("%s has no %q: %.600s", path, want, got)
	}
}

// TestExtensionOutside: an extension in a module of its own has tables, routes, fields,
// settings, jobs, output, blocks, commands and a page, on both engines, with every preset, and is
// switched off and on like any other.
func TestExtensionOutside(t *testing.T) {
	t.Parallel()
	bin := build(t)
	for name, database := range map[string]func(*testing.T) string{
		"SQLite": func(*testing.T) string { return "" }, "PostgreSQL": func(t *testing.T) string { return postgres.Database(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := program.Site{Bin: bin, Data: filepath.Join(t.TempDir(), "site"), Database: database(t)}
			if err := s.Make(); err != nil {
				t.Fatal(err)
			}
			password, err := s.AppPassword()
			if err != nil {
				t.Fatal(err)
			}
			p, err := s.Serve("--preset", "core")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = p.Kill() })
			c := caller{t, p.Base, password}
			var post struct {
				ID   int64
				Link string
				Note string
			}
			read := func(text string) {
				t.Helper()
				if err := json.Unmarshal([]byte(text), &post); err != nil {
					t.Fatal(err)
				}
			}
			read(c.do("POST", "/api/core/v2/posts", `{"title":"A","status":"publish","content":"<!-- wp:notes/count /-->","note":"three <small> words"}`, 201))
			if post.Note != "three <small> words" {
				t.Errorf("the field is %q", post.Note)
			}
			path := strings.TrimPrefix(post.Link, "http://example.org")
			c.holds(path, "<aside>Note: three &lt;small&gt; words</aside>")
			c.holds(path, "<p>1 notes</p>")
			// The page is cached, and hears of the route, and of the setting.
			c.do("PUT", "/wp-json/notes/v1/notes/1000", `{"note":"x"}`, 404)
			c.do("POST", "/api/core/v2/settings", `{"notes_label":"Remark"}`, 200)
			c.holds(path, "<aside>Remark: three")
			c.do("POST", "/wp-json/notes/v1/notes/"+jsonOf(post.ID), `{"note":"two words"}`, 200)
			c.holds(path, "<aside>Remark: two words</aside>")
			for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) { // until the job has run
				got := c.do("GET", "/api/notes/v1/count", "", 200)
				if got == `{"notes":1,"words":2}` {
					break
				}
				if time.Now().After(end) {
					t.Fatalf("the job doesn't count: %s", got)
				}
			}
			c.holds("/api/", `"notes\/v1"`)
			if got := c.own("/notes-report"); got != "1 notes of 2 words" {
				t.Errorf("the page says %q", got)
			}
			out, err := s.Command("notes", "count").Output()
			if err != nil || string(out) != "1 notes of 2 words\n" {
				t.Errorf("the command says %q, %v", out, err)
			}
			if out, err := s.Command("option", "get", "notes:label").CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "Remark" {
				t.Errorf("the option is %q, %v", out, err)
			}
			if out, err := s.Command("extension", "off", "notes").CombinedOutput(); err != nil {
				t.Fatalf("%s, %v", out, err)
			}
			for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) { // until the server has heard
				r, err := http.Get(p.Base + "/api/notes/v1/count")
				if err != nil {
					t.Fatal(err)
				}
				r.Body.Close()
				shown := strings.Contains(c.do("GET", path, "", 200), "<aside>")
				if r.StatusCode == http.StatusNotFound && !shown {
					break
				}
				if time.Now().After(end) {
					t.Fatalf("switched off, the extension is still served: its route says %d, its output is there: %v", r.StatusCode, shown)
				}
			}
			c.do("DELETE", "/api/core/v2/posts/"+jsonOf(post.ID)+"?force=true", "", 200)
			if out, err := s.Command("doctor").CombinedOutput(); err != nil {
				t.Errorf("doctor: %v\n%s", err, out)
			}
			if err := p.Stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

func jsonOf(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}
