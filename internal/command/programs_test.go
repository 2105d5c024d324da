package command

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// others are the commands without --json: they serve, or what they print is a document
// of its own kind.
var others = []string{
	"quoin serve", "quoin man", "quoin help", "quoin user export", "quoin extension export", "quoin type show", "quoin type schema",
}

// commands are all that do something.
func commandsOf(cmd *cobra.Command) (list []*cobra.Command) {
	for _, c := range cmd.Commands() {
		list = append(list, commandsOf(c)...)
	}
	if !cmd.HasSubCommands() && cmd.Runnable() && !strings.HasPrefix(cmd.CommandPath(), "quoin completion") && !slices.Contains(others, cmd.CommandPath()) {
		list = append(list, cmd)
	}
	return list
}

// TestCommandsPrintJSON runs every command with --json on a site: it prints one value of
// JSON and nothing else.
func TestCommandsPrintJSON(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer receiver.Close()
	t.Setenv("QUOIN_OUTBOUND_ALLOW", strings.TrimPrefix(receiver.URL, "http://"))
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	site, secret := filepath.Join(dir, "site"), file("secret", "battery staple\n")
	newSite(t, site)
	theme := filepath.Join(dir, "plain")
	file("plain/style.css", "/*\nTheme Name: Plain\nVersion: 1\n*/\n")
	file("plain/theme.json", `{"version": 3}`)
	file("plain/templates/index.html", "<!-- wp:post-title /-->")
	pack := file("de_DE.po", "msgid \"\"\nmsgstr \"Language: de_DE\\n\"\n\nmsgid \"Search\"\nmsgstr \"Suche\"\n")
	books := file("book.json", `{"kind": "type", "name": "book", "label": "Books"}`)
	file("acf-json/group.json", `{"key": "group_1", "title": "Facts", "active": true, "location": [[{"param": "post_type", "operator": "==", "value": "post"}]],
		"fields": [{"name": "isbn", "type": "text"}]}`)
	rules := file("rules.csv", "/old,/new,0,301\n")
	wxr := file("site.xml", `<?xml version="1.0"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>T</title><wp:wxr_version>1.2</wp:wxr_version></channel></rss>`)
	backup := filepath.Join(dir, "made.zip")
	ran := map[string]bool{}
	for _, line := range [][]string{
		{"version"}, {"status"}, {"routes"}, {"doctor"}, {"audit"},
		{"user", "create", "ann", "--email", "ann@example.org", "--password-file", secret}, {"user", "list"}, {"user", "show", "ann"},
		{"user", "role", "ann", "editor"}, {"user", "right", "ann", "list_users", "yes"}, {"user", "set-password", "ann", "--password-file", secret}, {"user", "app-password", "ann", "--name", "x"},
		{"user", "remove-factors", "ann"}, {"user", "unlock", "ann"}, {"user", "delete", "ann", "--reassign", "admin"},
		{"user", "create", "ben", "--email", "ben@example.org"}, {"user", "erase", "ben"},
		{"option", "set", "posts_per_rss", "7"}, {"option", "get", "posts_per_rss"}, {"option", "list"},
		{"extension", "list"}, {"extension", "off", "redirection"}, {"extension", "on", "redirection"}, {"extension", "import", "redirection", rules, "--format", "csv"},
		{"theme", "check", theme}, {"theme", "install", theme}, {"theme", "list"}, {"theme", "use", "plain"}, {"theme", "style", "default"}, {"theme", "style", "list"},
		{"language", "install", pack}, {"language", "list"}, {"language", "use", "de_DE"},
		{"type", "apply", books}, {"type", "list"}, {"type", "export", filepath.Join(dir, "types")}, {"type", "remove", "type", "book"},
		{"type", "import-acf", filepath.Join(dir, "acf-json")},
		{"import", "sample"}, {"import", "wxr", wxr}, {"preview", "/about/"}, {"preview", "/about/", "--revoke"},
		{"export", "wxr", filepath.Join(dir, "out.xml")}, {"export", "static", filepath.Join(dir, "files-of-site"), "--url", "https://site.example"},
		{"shadow", "status"}, {"shadow", "switch", "--unserved"}, {"shadow", "switch", "--back"}, {"shadow", "forget"},
		{"media", "move", "--to", "file://" + filepath.Join(dir, "files")}, {"media", "regenerate"},
		{"webhook", "add", receiver.URL}, {"webhook", "list"}, {"webhook", "test", "1"}, {"webhook", "deliveries", "1"}, {"webhook", "redeliver", "1"},
		{"webhook", "disable", "1"}, {"webhook", "enable", "1"}, {"webhook", "remove", "1"},
		{"loginlimit", "locked"}, {"loginlimit", "settings"}, {"loginlimit", "set", "allowed_retries", "5"},
		{"seo", "index"}, {"seo", "secret", "ai_api_key"}, {"analytics", "popular"}, {"analytics", "onboard"},
		{"backup", backup}, {"backup", "verify", backup}, {"restore", backup}, {"move", "--to", filepath.Join(dir, "moved")}, {"move", "--reopen"},
	} {
		cmd, _, err := root().Find(line)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		ran[cmd.CommandPath()] = true
		args := append(slices.Clone(line), "--json")
		if cmd.Flags().Lookup("data") != nil {
			data := site
			if line[0] == "restore" {
				data = filepath.Join(dir, "restored")
			}
			args = append(args, "--data", data)
		}
		var out, errs bytes.Buffer
		code := run(t.Context(), args, &out, &errs)
		if line[0] == "doctor" && code == exitFailed {
			code = 0 // it found something
		}
		d := json.NewDecoder(&out)
		var v any
		if err := d.Decode(&v); code != 0 || err != nil {
			t.Errorf("%q: %d %v %s", line, code, err, errs.String())
			continue
		}
		if err := d.Decode(&v); err != io.EOF || strings.Contains(errs.String(), "\r") {
			t.Errorf("%q prints more: %s", line, errs.String())
		}
	}
	for _, path := range []string{"quoin import database", "quoin import dump", "quoin verify", "quoin adopt"} {
		ran[path] = true // they need a site of the reference: package moving has tests with one
	}
	for _, cmd := range commandsOf(root()) {
		if !ran[cmd.CommandPath()] {
			t.Errorf("%s isn't tried", cmd.CommandPath())
		}
		if cmd.Flags().Lookup("json") == nil {
			t.Errorf("%s has no --json", cmd.CommandPath())
		}
	}
}

// TestWrongValuesOfSites are those that only a site can judge: misuse, too.
func TestWrongValuesOfSites(t *testing.T) {
	t.Parallel()
	site := filepath.Join(t.TempDir(), "site")
	newSite(t, site)
	for args, want := range map[string]string{
		"webhook add http://192.0.2.1/ --types nothing":                "--types: there is no type",
		"webhook add http://127.0.0.1:1/":                              "",
		"option set nothing 1":                                         "",
		"option set posts_per_rss many":                                "",
		"loginlimit set nothing 1":                                     "there is no setting",
		"loginlimit set allowed_retries many":                          "",
		"loginlimit set allowed_retries 0":                             "",
		"loginlimit set whitelist here":                                "",
		"seo secret nothing":                                           "there is no secret",
		"extension export nothing":                                     "there is no extension",
		"extension export redirection --format xml":                    "extension redirection has no format",
		"extension import redirection none --format xml":               "",
		"user create x --email a@b.org --role nothing":                 "--role",
		"user role admin nothing":                                      "there is no role",
		"type remove nothing book":                                     `"nothing" is no kind`,
		"move --to mysql://u:SECRETPW@h/db":                            "want postgres://",
		"move --to POSTGRES://u:SECRETPW@h/db":                         "want postgres://",
		"move --to u:SECRETPW@127.0.0.1/db":                            "want postgres://",
		"move --to postgres:/u:SECRETPW/db":                            "want postgres://",
		"user create x --email a@b.org --password a --password-file b": "--password and --password-file exclude each other",
	} {
		if strings.HasPrefix(args, "extension import") {
			continue // the file is opened first
		}
		var out, errs bytes.Buffer
		code := run(t.Context(), append(strings.Fields(args), "--data", site), &out, &errs)
		if code != exitMisused || !strings.Contains(errs.String(), want) || out.Len() > 0 || strings.Contains(errs.String(), "SECRETPW") {
			t.Errorf("%s: %d %s", args, code, errs.String())
		}
	}
	// One argument more than a command takes, and a flag that has no such value.
	for _, cmd := range commandsOf(root()) {
		path := strings.Fields(cmd.CommandPath())[1:]
		var out, errs bytes.Buffer
		if code := run(t.Context(), append(path, "--json=maybe"), &out, &errs); code != exitMisused {
			t.Errorf("%s --json=maybe: %d %s", cmd.CommandPath(), code, errs.String())
		}
	}
}

// TestExtensionData brings redirects and settings out of one site and into another, in
// each format.
func TestExtensionData(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	from := filepath.Join(dir, "from")
	newSite(t, from)
	do := func(site string, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(t.Context(), append(args, "--data", site), &out, &errs); code != 0 || errs.Len() > 0 {
			t.Fatalf("%q: %d %s", args, code, errs.String())
		}
		return out.String()
	}
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if got := do(from, "extension", "import", "redirection", file("in.csv", "/old,/new,0,301\n/gone,/there,0,302\n"), "--format", "csv"); got != "2 taken, 0 problems\n" {
		t.Fatal(got)
	}
	csv := do(from, "extension", "export", "redirection", "--format", "csv")
	if !strings.Contains(csv, `"/old","/new",0,301`) {
		t.Fatal(csv)
	}
	for _, format := range []string{"json", "csv", "apache"} {
		to := filepath.Join(dir, format)
		newSite(t, to)
		data := file(format+".data", do(from, "extension", "export", "redirection", "--format", format))
		if got := do(to, "extension", "import", "redirection", data, "--format", format); got != "2 taken, 0 problems\n" {
			t.Errorf("%s: %s", format, got)
		}
		if got := do(to, "extension", "export", "redirection", "--format", "csv"); got != csv && format != "apache" {
			t.Errorf("%s: %s\nwant %s", format, got, csv)
		}
	}
	if got := do(from, "extension", "export", "redirection", "--format", "nginx"); !strings.Contains(got, "rewrite") {
		t.Error(got)
	}
	do(from, "loginlimit", "set", "allowed_retries", "7")
	do(from, "loginlimit", "set", "mfa_token", "hush")
	settings := do(from, "extension", "export", "loginlimit")
	if !strings.Contains(settings, `"allowed_retries": 7`) || strings.Contains(settings, "hush") {
		t.Error(settings)
	}
	to := filepath.Join(dir, "csv")
	do(to, "extension", "import", "loginlimit", file("settings.json", settings))
	if got := do(to, "extension", "export", "loginlimit"); got != settings {
		t.Errorf("%s\nwant %s", got, settings)
	}
	for _, id := range []string{"seo", "duplicatepost", "analytics"} {
		do(to, "extension", "import", id, file(id+".json", do(from, "extension", "export", id)))
	}
}
