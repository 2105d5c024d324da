package language

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// catalogue are the texts of one of our own catalogues by their ids.
func catalogue(t *testing.T, name string) map[string][]string {
	t.Helper()
	data, err := own.ReadFile("own/" + name)
	if err != nil {
		t.Fatal(err)
	}
	out, id := map[string][]string{}, ""
	for line := range strings.Lines(string(data)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		text, err := strconv.Unquote(rest)
		switch {
		case err != nil || word == "msgid_plural":
		case word == "msgid":
			if id = text; id != "" && out[id] != nil {
				t.Errorf("%s has %q twice", name, id)
			}
		case strings.HasPrefix(word, "msgstr") && id != "":
			out[id] = append(out[id], text)
		}
	}
	return out
}

var place = regexp.MustCompile(`%(\d\$)?[sd]`)

// TestCatalogues holds our catalogues to each other: each says the same, with as many
// places, and none says what nobody asks for.
func TestCatalogues(t *testing.T) {
	t.Parallel()
	sources := sourceOf(t, "..") + sourceOf(t, "../../web/admin/src")
	german := catalogue(t, "de.po")
	if len(german) < 100 {
		t.Fatalf("%d texts", len(german))
	}
	for _, name := range []string{"de.po", "ar.po", "ja.po"} {
		texts := catalogue(t, name)
		if len(texts) != len(german) {
			t.Errorf("%s has %d texts, de.po %d", name, len(texts), len(german))
		}
		for id, forms := range texts {
			if german[id] == nil {
				t.Errorf("%s alone has %q", name, id)
			}
			for _, form := range forms {
				if n := len(place.FindAllString(id, -1)); form == "" || len(forms) == 1 && n != len(place.FindAllString(form, -1)) {
					t.Errorf("%s: %q has not the %d places of %q", name, form, n, id)
				}
			}
			if quoted := strconv.Quote(id); !strings.Contains(sources, quoted[1:len(quoted)-1]) {
				t.Errorf("nobody says %q", id)
			}
		}
		if p := ownPack(strings.TrimSuffix(name, ".po") + "_XX"); p == nil || len(p.Texts) != len(texts) || p.Plural == nil {
			t.Errorf("%s isn't read whole", name)
		}
	}
}

// saying are the names of files that say something.
var saying = regexp.MustCompile(`\.(go|html|xsl)$|/(block|screen)\.json$|/(screen|editor)/[a-z]+\.jsx?$`)

// sourceOf are the programs and pages below a folder, without tests; texts that are put
// together of several literals are joined.
func sourceOf(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || !saying.MatchString(path) {
			return err
		}
		data, err := os.ReadFile(path)
		b.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`"\s*\+\n\s*"`).ReplaceAllString(b.String(), "")
}

// TestReferences holds the table of our texts with the keys of the reference to the
// sources: each text is said, or is the code of a refusal.
func TestReferences(t *testing.T) {
	t.Parallel()
	data, err := own.ReadFile("own/reference.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readReferences(data); err != nil {
		t.Fatal(err)
	}
	sources := sourceOf(t, "..") + sourceOf(t, "../../web/admin/src")
	for line := range strings.Lines(string(data)) {
		text := strings.Split(line, "\t")[1]
		if quoted := strconv.Quote(text); !strings.Contains(sources, quoted[1:len(quoted)-1]) {
			t.Errorf("nobody says %q", text)
		}
	}
}

// TestAccountsAreTranslated finds each sentence of the pages of accounts and of messages in
// our catalogues, or under a key of the reference.
func TestAccountsAreTranslated(t *testing.T) {
	t.Parallel()
	known := catalogue(t, "de.po")
	check := func(where, text string) {
		if _, keyed := references()[KeyOf("", text)]; known[text] == nil && !keyed {
			t.Errorf("%s: no catalogue has %q", where, text)
		}
	}
	said := regexp.MustCompile(`\b(?:t|say|count \.\w+) "((?:[^"\\]|\\.)*)"`)
	pages, err := filepath.Glob("../account/pages/*.html")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	for _, name := range pages {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range said.FindAllStringSubmatch(string(page), -1) {
			check(name, m[1])
		}
		if bare := regexp.MustCompile(`>[^<>{}]*[A-Za-z]{2}[^<>{}]*<`).FindString(regexp.MustCompile(`\{\{.*?\}\}`).ReplaceAllString(string(page), "")); bare != "" {
			t.Errorf("%s says %s in English alone", name, bare)
		}
	}
	sentence := regexp.MustCompile(`(?s)^[A-Z%][^\n]* .*[.]$|\n\n`)
	for _, dir := range []string{"../account", "../notice"} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				text, whole := literal(n)
				if whole && sentence.MatchString(text) && strings.Trim(text, "\n") != "" {
					check(name, text)
				}
				return !whole
			})
		}
	}
}

// literal is a text of a program, put together where it is in parts.
func literal(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.BasicLit:
		if n.Kind == token.STRING {
			text, err := strconv.Unquote(n.Value)
			return text, err == nil
		}
	case *ast.BinaryExpr:
		x, okX := literal(n.X)
		y, okY := literal(n.Y)
		return x + y, okX && okY && n.Op == token.ADD
	}
	return "", false
}

// TestReferenceWords takes our wording from the key of the reference's, as plain text.
func TestReferenceWords(t *testing.T) {
	t.Parallel()
	p := &Pack{Texts: map[Key][]string{}}
	for id, form := range map[string]string{"&larr; Go to %s": "&rarr; Weiter zu %s", "Invalid post ID.": "Falsche Nummer.", "Missing parameter(s): %s": "Es fehlt: %s"} {
		if err := p.add(id, []string{form}); err != nil {
			t.Fatal(err)
		}
	}
	texts := Join("de_DE", p)
	for _, c := range [][2]string{
		{texts.Of("Go to %s"), "Weiter zu %s"}, {texts.Of("Passkey"), "Passkey"}, {texts.Of("Set a password"), "Ein Passwort festlegen"},
		{texts.Refusal("rest_post_invalid_id", "There is no entry with this id."), "Falsche Nummer."},
		{texts.Refusal("rest_missing_callback_param", "Missing parameter(s): %s", "id"), "Es fehlt: id"},
		{texts.Refusal("no_such_code", "Nobody knows."), "Nobody knows."},
		{texts.Count(3, "%s is left.", "%s are left."), "%s sind übrig."},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
}
