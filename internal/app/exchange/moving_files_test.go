package exchange_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/importer"
)

// rowOf is what a report counts of a kind.
func rowOf(r *importer.Report, kind string) importer.Row {
	for _, row := range r.Rows {
		if row.Kind == kind {
			return *row
		}
	}
	return importer.Row{}
}

// bringing opens a site that tables move into, with what does so by a folder of files.
func bringing(t *testing.T, data, tables string) (*app.App, func(files fs.FS) *importer.Report) {
	t.Helper()
	a, err := app.New(t.Context(), app.Config{Data: data})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a, func(files fs.FS) *importer.Report {
		t.Helper()
		report, err := a.Exchange.MoveIn(t.Context(), oldSiteOf(t, tables), exchange.OldFiles{Uploads: files}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
}

// Files that weren't there in the first run come in a later one. It brings what is missing, and
// counts it; what is here stays as it is, and files of attachments that were removed here stay away.
func TestFilesComeLater(t *testing.T) {
	t.Parallel()
	ctx, data := t.Context(), t.TempDir()
	tables := oldTables + `
INSERT INTO wp_posts VALUES (32, 7, '2021-05-06 07:08:09', '2021-05-06 05:08:09', '', 'Went', '', 'inherit', 'open', 'closed', '', 'went', '', '', '2021-05-06 07:08:09', '2021-05-06 05:08:09', '', 0, '', 0, 'attachment', 'image/png', 0);
INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES (32, '_wp_attached_file', '2021/05/went-scaled.png'),
 (32, '_wp_attachment_metadata', 'a:2:{s:14:"original_image";s:8:"went.png";s:5:"sizes";a:1:{s:6:"medium";a:1:{s:4:"file";s:14:"went-30x30.png";}}}');
`
	a, bring := bringing(t, data, tables)
	if told := strings.Join(bring(nil).Warnings, "\n"); !strings.Contains(told, "--uploads") {
		t.Errorf("nobody is told how the files come: %s", told)
	}
	if err := a.DB.DeleteEntry(ctx, 32); err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(data, "uploads", filepath.FromSlash(name)) }
	if err := os.MkdirAll(at("2021/05"), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at("2021/05/mine.txt"), []byte("changed here"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := dumped(t, a.DB)
	uploads := fstest.MapFS{
		"2021/05/note.txt": {Data: []byte("note")}, "2021/05/mine.txt": {Data: []byte("as it was")},
		"2021/05/went.png": {Data: []byte("x")}, "2021/05/went-scaled.png": {Data: []byte("x")}, "2021/05/went-30x30.png": {Data: []byte("x")},
	}
	report := bring(uploads)
	if row := rowOf(report, "file"); row.Imported != 1 || row.Why["here already"] != 1 || row.Why["of attachments that were removed here"] != 3 {
		t.Errorf("%+v", row)
	}
	for name, want := range map[string]string{"2021/05/note.txt": "note", "2021/05/mine.txt": "changed here"} {
		if got, err := os.ReadFile(at(name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := os.Stat(at("2021/05/went-30x30.png")); err == nil {
		t.Error("the file of a removed attachment came")
	}
	if dumped(t, a.DB) != before {
		t.Error("the later run changed something else")
	}
	if row := rowOf(bring(uploads), "file"); row.Imported != 0 || row.Why["here already"] != 2 {
		t.Errorf("once more: %+v", row)
	}
}

// A later run from a better copy replaces files that came with nothing in them, and counts them as
// brought. Others stay; those of another length are named, in a list that is bounded.
func TestFilesComeBetter(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	_, bring := bringing(t, data, oldTables)
	first, better := fstest.MapFS{}, fstest.MapFS{}
	for i := range 25 {
		name := fmt.Sprintf("2021/05/cut-%d.txt", 10+i)
		first[name], better[name] = &fstest.MapFile{Data: []byte("ha")}, &fstest.MapFile{Data: []byte("half")}
	}
	first["2021/05/note.txt"], better["2021/05/note.txt"] = &fstest.MapFile{}, &fstest.MapFile{Data: []byte("note")}
	first["2021/05/same.txt"], better["2021/05/same.txt"] = &fstest.MapFile{Data: []byte("same")}, &fstest.MapFile{Data: []byte("same")}
	first["2021/05/void.txt"], better["2021/05/void.txt"] = &fstest.MapFile{}, &fstest.MapFile{}
	bring(first)
	for i, brought := range []int{1, 0} {
		report := bring(better)
		if row := rowOf(report, "file"); row.Imported != brought || row.Why["here already"] != len(better)-brought {
			t.Errorf("run %d: %+v", i, row)
		}
		told := ""
		for _, line := range report.Warnings {
			if strings.Contains(line, "here with another length") {
				told += line
			}
		}
		if !strings.HasPrefix(told, "25 files are here with another length") || !strings.Contains(told, "2021/05/cut-10.txt") || !strings.Contains(told, "and 5 more") ||
			strings.Contains(told, "note.txt") || strings.Contains(told, "same.txt") {
			t.Errorf("run %d tells %q", i, told)
		}
	}
	for name, want := range map[string]string{"note.txt": "note", "cut-10.txt": "ha"} {
		if got, err := os.ReadFile(filepath.Join(data, "uploads", "2021", "05", name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// The report names files that aren't there, sub-sizes among them, files without anything in
// them and links, each in a list that is bounded. Links are never followed.
func TestReportNamesFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tables := oldTables + `
INSERT INTO wp_posts VALUES (32, 7, '2021-05-06 07:08:09', '2021-05-06 05:08:09', '', 'Big', '', 'inherit', 'open', 'closed', '', 'big', '', '', '2021-05-06 07:08:09', '2021-05-06 05:08:09', '', 0, '', 0, 'attachment', 'image/png', 0);
INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES (32, '_wp_attached_file', '2021/05/big.png'),
 (32, '_wp_attachment_metadata', 'a:1:{s:5:"sizes";a:2:{s:6:"medium";a:1:{s:4:"file";s:13:"big-30x30.png";}s:5:"large";a:1:{s:4:"file";s:13:"big-60x60.png";}}}');
INSERT INTO wp_posts VALUES (33, 7, '2021-05-06 07:08:09', '2021-05-06 05:08:09', '', 'Gone', '', 'inherit', 'open', 'closed', '', 'gone', '', '', '2021-05-06 07:08:09', '2021-05-06 05:08:09', '', 0, '', 0, 'attachment', 'image/png', 0);
INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES (33, '_wp_attached_file', '2021/05/gone.png'),
 (33, '_wp_attachment_metadata', 'a:1:{s:5:"sizes";a:1:{s:6:"medium";a:1:{s:4:"file";s:14:"gone-30x30.png";}}}');
`
	for id := range 30 {
		tables += fmt.Sprintf("INSERT INTO wp_posts VALUES (%d, 7, '2021-05-06 07:08:09', '2021-05-06 05:08:09', '', 'Lost', '', 'inherit', 'open', 'closed', '', 'lost-%[1]d', '', '', '2021-05-06 07:08:09', '2021-05-06 05:08:09', '', 0, '', 0, 'attachment', 'text/plain', 0);"+
			" INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES (%[1]d, '_wp_attached_file', '2021/05/lost-%[1]d.txt');\n", 100+id)
	}
	secret := filepath.Join(dir, "secret.txt")
	folder := filepath.Join(dir, "uploads", "2021", "05")
	if err := os.MkdirAll(folder, 0o750); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{secret: "secret", filepath.Join(folder, "big.png"): "x", filepath.Join(folder, "big-30x30.png"): "x", filepath.Join(folder, "empty.txt"): ""} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range []struct{ to, name string }{{secret, "note.txt"}, {"big.png", "near.png"}, {dir, "around"}} {
		if err := os.Symlink(link.to, filepath.Join(folder, link.name)); err != nil {
			t.Skip(err)
		}
	}
	root, err := os.OpenRoot(filepath.Join(dir, "uploads"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	data := t.TempDir()
	_, bring := bringing(t, data, tables)
	report := bring(root.FS())
	for _, want := range [][]string{
		{"32 files of attachments", "2021/05/lost-100.txt (attachment 100)", "2021/05/note.txt (attachment 31)", "2021/05/gone.png (attachment 33)", "and 12 more"},
		{"2 sub-sizes", "2021/05/big-60x60.png (attachment 32)", "2021/05/gone-30x30.png (attachment 33)"},
		{"1 file is empty", "2021/05/empty.txt"},
		{"3 symbolic links", "2021/05/around", "2021/05/near.png", "2021/05/note.txt"},
	} {
		if !slices.ContainsFunc(report.Warnings, func(line string) bool {
			return !slices.ContainsFunc(want, func(part string) bool { return !strings.Contains(line, part) })
		}) {
			t.Errorf("no line with %q:\n%s", want, strings.Join(report.Warnings, "\n"))
		}
	}
	for _, name := range []string{"note.txt", "near.png", "around"} {
		if _, err := os.Lstat(filepath.Join(data, "uploads", "2021", "05", name)); err == nil {
			t.Errorf("the link %s was followed", name)
		}
	}
}
