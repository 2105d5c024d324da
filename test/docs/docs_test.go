package docs

import (
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/domain/sample"
	"quoin/test/program"
)

const root = "../.."

// page is a text with command lines.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	fence   = regexp.MustCompile("(?ms)^(?:[^\n]*`([a-z]+\\.json)`:\n\n)?```([a-z]*)\n(.*?)^```$")
	inline  = regexp.MustCompile("`(quoin [a-z][^`]*)`")
	command = regexp.MustCompile(`(?m)^(?:[A-Z_]+=\S+ )*(quoin [^\n|>]*)`)
)

// lines are the command lines of a page: those of blocks, with their continuations, and
// those in the text.
func lines(text string) []string {
	var out []string
	for _, block := range fence.FindAllStringSubmatch(text, -1) {
		for _, m := range command.FindAllStringSubmatch(strings.ReplaceAll(block[3], "\\\n", " "), -1) {
			out = append(out, m[1])
		}
	}
	for _, m := range inline.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		out = append(out, strings.Join(strings.Fields(m[1]), " "))
	}
	return out
}

// TestCommandLinesAreThere reads every command line of README and docs: the program has
// the command and each of its flags.
func TestCommandLinesAreThere(t *testing.T) {
	t.Parallel()
	bin, err := program.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	helps := map[string]string{}
	help := func(words []string) string {
		key := strings.Join(words, " ")
		if text, ok := helps[key]; ok {
			return text
		}
		out, err := exec.Command(bin, append([]string{"help"}, words...)...).Output()
		if err != nil {
			out = nil
		}
		helps[key] = string(out)
		return helps[key]
	}
	read := 0
	for _, name := range append(pages, filepath.Join(root, "README.md")) {
		name, _ := filepath.Rel(root, name)
		for _, line := range lines(page(t, name)) {
			fields := strings.Fields(line)[1:]
			words := []string{}
			for _, f := range fields {
				if strings.HasPrefix(f, "-") || help(append(slices.Clone(words), f)) == "" {
					break
				}
				words = append(words, f)
			}
			if len(words) == 0 {
				t.Errorf("%s: there is no such command: %s", name, line)
				continue
			}
			read++
			text := help(words)
			for _, f := range fields {
				flag, _, _ := strings.Cut(strings.Trim(f, "[](),.;:"), "=")
				if strings.HasPrefix(flag, "--") && !regexp.MustCompile(regexp.QuoteMeta(flag)+`\b`).MatchString(text) {
					t.Errorf("%s: %s has no %s: %s", name, strings.Join(words, " "), flag, line)
				}
			}
		}
	}
	if read < 70 {
		t.Errorf("only %d command lines were read", read)
	}
}

// walk is a folder in which blocks of pages are run, one after the other.
type walk struct {
	t        *testing.T
	dir, bin string
	listen   string
	secret   string // that was printed last
	server   *program.Process
}

// run runs a line, and returns what it prints.
func (w *walk) run(line string) string {
	w.t.Helper()
	line = strings.NewReplacer("https://example.org", "http://"+w.listen, "127.0.0.1:8080", w.listen, "PASSWORD", w.secret).Replace(line)
	cmd := exec.Command("sh", "-euc", line)
	cmd.Dir = w.dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(w.bin)+":"+os.Getenv("PATH"), "QUOIN_ADMIN_PASSWORD=correct horse")
	if strings.Contains(line, "quoin serve") {
		cmd.Args[2] = "exec " + line
		cmd.Args[1] = "-uc"
		server, err := program.Start(cmd)
		if err != nil {
			w.t.Fatalf("%s: %v", line, err)
		}
		w.server = server
		return ""
	}
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		w.t.Fatalf("%s: %v %s", line, err, errs.String())
	}
	return string(out)
}

// TestNewcomer does literally what README tells of a site that moves in and of writing,
// docs/agents.md of agents and docs/content-types.md of types, and holds what comes of it to what they promise.
func TestNewcomer(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("there is no curl")
	}
	bin, err := program.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &walk{t: t, dir: t.TempDir(), bin: bin, listen: l.Addr().String()}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if w.server != nil {
			if err := w.server.Stop(); err != nil {
				t.Error(err)
			}
		}
	}()
	// What the newcomer has: an export file and its media.
	export, err := io.ReadAll(sample.Export())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(w.dir, "export.xml"), export, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(w.dir, "wp-content", "uploads"), sample.Uploads()); err != nil {
		t.Fatal(err)
	}
	printed := map[string]string{}
	do := func(name, holds string) {
		t.Helper()
		for _, block := range fence.FindAllStringSubmatch(page(t, name), -1) {
			switch {
			case block[1] != "":
				if err := os.WriteFile(filepath.Join(w.dir, block[1]), []byte(block[3]), 0o600); err != nil {
					t.Fatal(err)
				}
			case strings.Contains(block[3], holds):
				for line := range strings.SplitSeq(strings.TrimSpace(strings.ReplaceAll(block[3], "\\\n", " ")), "\n") {
					out := w.run(line)
					if strings.Contains(line, "app-password") {
						w.secret = strings.TrimSpace(out)
					}
					printed[strings.Join(strings.Fields(line)[:2], " ")] = out
				}
				return
			}
		}
		t.Fatalf("%s has no block with %q", name, holds)
	}
	do("README.md", "quoin import wxr export.xml")
	if got := printed["quoin import"]; !strings.Contains(got, "took ") {
		t.Errorf("the import prints %s", got)
	}
	if again := w.run("quoin import wxr export.xml --uploads wp-content/uploads --data site --json"); !strings.Contains(again, `"imported": 0`) || strings.Contains(again, `"imported": 1`) {
		t.Errorf("one that was complete changes something: %s", again)
	}
	do("README.md", "quoin user app-password")
	var post struct {
		ID    int
		Title struct{ Rendered string }
		Link  string
	}
	if err := json.Unmarshal([]byte(printed["curl -u"]), &post); err != nil || post.ID == 0 || post.Title.Rendered != "Hello" || !strings.HasPrefix(post.Link, "http://"+w.listen+"/") {
		t.Errorf("%v %s", err, printed["curl -u"])
	}
	if got := w.run("curl -s -o /dev/null -w '%{http_code} %{content_type}' https://example.org/api/docs"); !strings.HasPrefix(got, "200 text/html") {
		t.Errorf("/api/docs: %s", got)
	}
	do("docs/agents.md", "quoin user app-password")
	if got := printed["curl -u"]; !strings.Contains(got, `"status":"trash"`) && !strings.Contains(got, `\"status\":\"trash\"`) {
		t.Errorf("the draft of an agent isn't thrown away: %s", got)
	}
	if got := printed["quoin audit"]; !strings.Contains(got, "posts_create_draft") || !strings.Contains(got, "tried; title") || !strings.Contains(got, "taken back; call 1") {
		t.Errorf("the log of an agent: %s", got)
	}
	do("docs/content-types.md", "quoin type apply")
	books := printed["curl https://example.org/wp-json/wp/v2/books"]
	for range 100 { // a server on SQLite hears of commands within a second
		if strings.TrimSpace(books) == "[]" {
			break
		}
		time.Sleep(100 * time.Millisecond)
		books = w.run("curl -s https://example.org/wp-json/wp/v2/books")
	}
	if strings.TrimSpace(books) != "[]" {
		t.Errorf("books: %s", books)
	}
	if got := w.run("quoin type export types --data site"); strings.Count(got, "\n") != 4 {
		t.Errorf("a file for each definition: %s", got)
	}
	if got := w.run("quoin type schema fields"); !json.Valid([]byte(got)) {
		t.Errorf("no JSON schema: %.200s", got)
	}
}
