package language

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
	sources := sourceOf(t, "../..") + sourceOf(t, "../../../web/admin/src")
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
			if quoted := strconv.Quote(id); !strings.Contains(sources, quoted[1:len(quoted)-1]) && !strings.Contains(sources, id) {
				t.Errorf("nobody says %q", id)
			}
		}
		if p := ownPack(strings.TrimSuffix(name, ".po") + "_XX"); p == nil || len(p.Texts) != len(texts) || p.Plural == nil {
			t.Errorf("%s isn't read whole", name)
		}
	}
}

// saying are the names of files that say something.
var saying = regexp.MustCompile(`\.(go|html|xsl|jsx?)$|/(block|screen)\.json$`)

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
	sources := sourceOf(t, "../..") + sourceOf(t, "../../../web/admin/src")
	for line := range strings.Lines(string(data)) {
		text := strings.Split(line, "\t")[1]
		if quoted := strconv.Quote(text); !strings.Contains(sources, quoted[1:len(quoted)-1]) {
			t.Errorf("nobody says %q", text)
		}
	}
}

// ofScripts are the calls of scripts that look a text up, and ofScreens the titles of screens.
var (
	ofScripts = regexp.MustCompile(`\b(__|_n)\(\s*("(?:[^"\\]|\\.)*")`)
	ofScreens = regexp.MustCompile(`"title": ("(?:[^"\\]|\\.)*")`)
)

// TestScreensAreTranslated finds each text of the screens of the admin and of extensions in
// all our catalogues, or under a key of the reference. That no text stands beside the
// catalogues, the bundler sees to (scripts/admin/untold.go).
func TestScreensAreTranslated(t *testing.T) {
	t.Parallel()
	said := map[string]string{} // by text, where it stands
	note := func(path, quoted string) {
		text, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %s: %v", path, quoted, err)
		}
		said[text] = path
	}
	for _, dir := range []string{"../../../web/admin/src", "../../ext"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			switch filepath.Ext(path) {
			case ".js", ".jsx":
				for _, m := range ofScripts.FindAllStringSubmatch(string(data), -1) {
					note(path, m[2])
				}
			case ".json":
				for _, m := range ofScreens.FindAllStringSubmatch(string(data), -1) {
					if d.Name() == "screen.json" {
						note(path, m[1])
					}
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(said) < 600 {
		t.Fatalf("%d texts", len(said))
	}
	for _, name := range []string{"de.po", "ar.po", "ja.po"} {
		known, missing := catalogue(t, name), 0
		for text, path := range said {
			if _, keyed := references()[KeyOf("", text)]; known[text] == nil && !keyed {
				t.Errorf("%s: %s has no translation of %q", path, name, text)
				missing++
			}
		}
		t.Logf("%s: %d of %d texts of screens", name, len(said)-missing, len(said))
	}
}

// TestOwnPluralForms puts our plural forms into the order of the rule that an installed
// pack has.
func TestOwnPluralForms(t *testing.T) {
	t.Parallel()
	read := func(name, rule string) *Texts {
		p, err := Read(name+".po", []byte("msgid \"\"\nmsgstr \"Plural-Forms: "+rule+"\\n\"\n\nmsgid \"x\"\nmsgstr \"y\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		return Join(name, p)
	}
	for _, c := range []struct {
		locale, rule string
		n            int64
		want         string
	}{
		{"de_DE", "nplurals=2; plural=n != 1;", 1, "%s ist übrig."},
		{"de_DE", "nplurals=2; plural=n == 1;", 1, "%s ist übrig."}, // the other way round
		{"de_DE", "nplurals=2; plural=n == 1;", 7, "%s sind übrig."},
		{"de_DE", "nplurals=1; plural=0;", 7, "%s sind übrig."},
		{"ar", "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5;", 11, "بقي %s رمزًا."},
		{"ar", "nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;", 2, "بقي رمزان (%s)."},
		{"ja", "nplurals=2; plural=n != 1;", 7, "残り %s 個です。"},
	} {
		if got := read(c.locale, c.rule).Count(c.n, "%s is left.", "%s are left."); got != c.want {
			t.Errorf("%s, %s, %d: %q, want %q", c.locale, c.rule, c.n, got, c.want)
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
	pages, err := filepath.Glob("../../people/account/pages/*.html")
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
	for _, dir := range []string{"../../people/account", "../../people/notice"} {
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

// TestRefusalsAreTranslated finds what the API and the admin refuse, what is wrong with a site,
// and what is recorded, in all our catalogues, or under keys of the reference.
func TestRefusalsAreTranslated(t *testing.T) {
	t.Parallel()
	said := map[string]string{} // by text, where it stands
	codes := map[string]string{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "exttest") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		pkg := file.Name.Name
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok && pkg == "admin" && len(lit.Elts) == 2 {
				if text, ok := literal(lit.Elts[1]); ok && strings.HasSuffix(text, ".") {
					said[text] = path
				}
			}
			if kinds, ok := n.(*ast.ValueSpec); ok && pkg == "audit" {
				for _, value := range kinds.Values {
					if text, ok := literal(value); ok && strings.Contains(path, "audit.go") && !strings.Contains(text, ",") {
						said[text] = path
					}
				}
			}
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			of, name := "", ""
			switch f := call.Fun.(type) {
			case *ast.SelectorExpr:
				if x, ok := f.X.(*ast.Ident); ok {
					of = x.Name
				}
				name = f.Sel.Name
			case *ast.Ident:
				name = f.Name
			}
			switch {
			case of == "fault" && slices.Contains([]string{"New", "BadRequest", "NotFound", "Forbidden", "Denied", "NoStatus"}, name):
				if text, ok := literal(call.Args[len(call.Args)-1]); ok && strings.Contains(text, " ") && text != "Not Found" {
					said[text] = path
					if code, ok := literal(call.Args[max(0, len(call.Args)-2)]); ok {
						codes[text] = code
					}
				}
			case pkg == "admin" && of == "v" && slices.Contains([]string{"say", "refuse", "text"}, name),
				slices.Contains([]string{"Found", "flaws", "simple", "versions", "finding", "With"}, name) && (pkg == "doctor" || strings.HasSuffix(path, "doctor.go") || strings.HasSuffix(path, "check.go")):
				for _, arg := range call.Args {
					if text, ok := literal(arg); ok && strings.Contains(text, " ") && name != "simple" || ok && name == "simple" && strings.Contains(text, "%d") {
						said[text] = path
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(said) < 350 {
		t.Fatalf("%d texts", len(said))
	}
	for _, name := range []string{"de.po", "ar.po", "ja.po"} {
		known, missing := catalogue(t, name), 0
		for text, path := range said {
			_, keyed := references()[KeyOf("", text)]
			_, coded := references()[KeyOf(RefusalContext, codes[text])]
			if known[text] == nil && !keyed && !coded && !asInReference[text] {
				t.Errorf("%s: %s has no translation of %q", path, name, text)
				missing++
			}
		}
		t.Logf("%s: %d of %d refusals and findings", name, len(said)-missing, len(said))
	}
}

// asInReference are texts that read as in the reference, so that its packs have them.
var asInReference = map[string]bool{
	"Invalid parameter(s): %s": true, "Missing parameter(s): %s": true, "Auto Draft": true, "Default template": true,
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
