package command

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quoin/internal/app/options"
)

// TestMessages gives every command what it can't use: each says so in one line,
// in words of the command line and not of the program, and ends with the code
// that tells misuse (2) from failure (1).
func TestMessages(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	dir := t.TempDir()
	site, file, garbage := filepath.Join(dir, "site"), filepath.Join(dir, "file"), filepath.Join(dir, "garbage")
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(file, "text")
	write(filepath.Join(dir, "export"), `<rss><channel><wp:wxr_version>1.2</wp:wxr_version></channel></rss>`)
	write(filepath.Join(garbage, "quoin.db"), strings.Repeat("no database ", 1000))
	if err := os.MkdirAll(filepath.Join(dir, "folder", "quoin.db"), 0o750); err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	if code := run(t.Context(), []string{"user", "create", "ann", "--email", "ann@example.org", "--data", site}, &bytes.Buffer{}, &errs); code != 0 {
		t.Fatal(code, errs.String())
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	taken := l.Addr().String()
	for _, c := range []struct {
		args string // DIR and SITE stand for folders
		env  string
		code int
		want string
	}{
		{"serve x", "", 2, `"x" is one argument too many (see quoin serve --help)`},
		{"serve --nope", "", 2, "unknown flag: --nope (see quoin serve --help)"},
		{"user create", "", 2, "LOGIN is missing (see quoin user create --help)"},
		{"user create bob", "", 2, "--email is missing (see quoin user create --help)"},
		{"option set one", "", 2, "VALUE is missing (see quoin option set --help)"},
		{"import wxr", "", 2, "FILE is missing (see quoin import wxr --help)"},
		{"media move --data SITE", "", 2, "--to is missing: say where the files go (see quoin media move --help)"},
		{"user app-password ann --data SITE", "", 2, "--name is missing: say what the password is for (see quoin user app-password --help)"},

		{"preview --data SITE", "", 2, "LINK|ID is missing (see quoin preview --help)"},
		{"preview 99 --data SITE", "", 1, "there is no entry 99"},
		{"preview http://elsewhere.org/ --data SITE", "", 1, "there is no entry http://elsewhere.org/"},
		{"preview /none/ --url https://example.org --data SITE", "", 1, "there is no entry https://example.org/none/"},
		{"serve --cache-bytes -1", "", 2, `--cache-bytes wants a number of bytes, 1 or more, not "-1" (see quoin serve --help)`},
		{"serve --cache-bytes 0", "", 2, `--cache-bytes wants a number of bytes, 1 or more, not "0" (see quoin serve --help)`},
		{"serve --max-upload 0", "", 2, `--max-upload wants a number of bytes, 1 or more, not "0" (see quoin serve --help)`},
		{"serve --max-upload 99999999999999999999", "", 2, `--max-upload wants a number of bytes, 1 or more, not "99999999999999999999" (see quoin serve --help)`},
		{"serve --image-memory -1", "", 2, `--image-memory wants a number of bytes, 1048576 or more, not "-1" (see quoin serve --help)`},
		{"serve --trusted-proxies nobody", "", 2, `--trusted-proxies: "nobody" is no address and no network such as 10.0.0.0/8 (see quoin serve --help)`},
		{"serve --connections 0", "", 2, `--connections wants a number of connections, 1 or more, not "0" (see quoin serve --help)`},
		{"serve --shared-max-age -5s", "", 2, `--shared-max-age wants a time such as 90s, 10m or 1h, 0 or more, not "-5s" (see quoin serve --help)`},
		{"serve --shared-max-age x", "", 2, `--shared-max-age wants a time such as 90s, 10m or 1h, 0 or more, not "x" (see quoin serve --help)`},
		{"serve --log-format xml", "", 2, `--log-format wants text or json, not "xml" (see quoin serve --help)`},
		{"serve --drain -1s", "", 2, `--drain wants a time such as 90s, 10m or 1h, 0 or more, not "-1s" (see quoin serve --help)`},
		{"serve --tls-cert DIR/file", "", 2, "--tls-cert and --tls-key belong together (see quoin serve --help)"},
		{"serve --tls-cert DIR/file --tls-key DIR/file --domain example.org", "", 2, "--domain gets a certificate by itself, and can't have --tls-cert too (see quoin serve --help)"},
		{"serve --domain https://example.org", "", 2, `--domain wants a domain such as example.org, not "https://example.org" (see quoin serve --help)`},
		{"serve --no-cache=x", "", 2, `--no-cache wants true or false, not "x" (see quoin serve --help)`},
		{"media move --workers 0", "", 2, `--workers wants a number of files, 1 or more, not "0" (see quoin media move --help)`},

		{"option set permalink_structure /%year%/ --data SITE", "", 1, "option permalink_structure: without %postname% or %post_id% entries would share their addresses"},
		{"option set tag_base category --data SITE", "", 1, "option tag_base: addresses of categories and of tags must begin with different words"},
		{"import wxr DIR/none --data SITE", "", 1, "the export file DIR/none can't be read: no such file or directory"},
		{"import wxr DIR --data SITE", "", 1, "the export file DIR is a folder"},
		{"import wxr DIR/file --data SITE", "", 1, `DIR/file can't be imported: not XML at line 1: expected "<" at the start of the document`},
		{"import wxr DIR/file --uploads DIR/none --data SITE", "", 2, "--uploads: the folder DIR/none can't be read: no such file or directory (see quoin import wxr --help)"},
		{"import wxr DIR/file --uploads DIR/file --data SITE", "", 2, "--uploads: DIR/file is no folder (see quoin import wxr --help)"},
		{"import wxr DIR/export --author nobody --data SITE", "", 1, `--author: there is no user "nobody"`},
		{"user app-password nobody --name x --data SITE", "", 1, `there is no user "nobody"`},
		{"user create ann --email b@example.org --data SITE", "", 1, `there is a user "ann" already`},
		{"user create bob --email ann@example.org --data SITE", "", 1, "the e-mail address ann@example.org is taken"},
		{"user create bob --email b@example.org --role king --data SITE", "", 2, `--role: there is no role "king"; there are administrator, editor, author, contributor, subscriber (see quoin user create --help)`},
		{"option set revisions_to_keep many --data SITE", "", 2, `option revisions_to_keep: want a number of revisions, or all, not "many" (see quoin option set --help)`},
		{"option set revisions_to_keep --data SITE -- -2", "", 2, `option revisions_to_keep: want a number of revisions, or all, not "-2" (see quoin option set --help)`},
		{"option set nothing 1 --data SITE", "", 2, "there is no option \"nothing\"; there are " + strings.Join(options.Names(), ", ") + ", and those of extensions (ID:name) (see quoin option set --help)"},
		{"loginlimit set nothing 1 --data SITE", "", 2, `there is no setting "nothing"; quoin loginlimit settings prints them (see quoin loginlimit set --help)`},
		{"user role ann king --data SITE", "", 2, `there is no role "king"; there are administrator, editor, author, contributor, subscriber (see quoin user role --help)`},
		{"user right ann king maybe --data SITE", "", 2, `there is no answer "maybe"; there are yes, no, roles (see quoin user right --help)`},
		{"user delete ann --data SITE", "", 2, "say what becomes of the content: either --reassign LOGIN or --delete-content (see quoin user delete --help)"},
		{"user delete ann --reassign ann --data SITE", "", 1, "the content can't go to the user who is deleted"},
		{"user set-password ann --password-file DIR/none --data SITE", "", 1, "DIR/none can't be read: no such file or directory"},
		{"option set media_trash maybe --data SITE", "", 2, `option media_trash: want true or false, not "maybe" (see quoin option set --help)`},

		{"serve --listen " + taken, "", 1, "can't listen on " + taken + ": another program listens there"},
		{"serve --theme DIR/none --data SITE", "", 2, "--theme: theme folder DIR/none: no such file or directory (see quoin serve --help)"},
		{"serve --theme DIR/file --data SITE", "", 2, "--theme: the theme DIR/file is no folder (see quoin serve --help)"},
		{"serve --theme SITE --data SITE", "", 2, "--theme: folder SITE is no theme: it has no style.css (see quoin serve --help)"},
		{"routes --data DIR/file", "", 1, "the data folder DIR/file can't be read: not a directory"},
		{"routes --data DIR/file/x", "", 1, "the data folder DIR/file/x can't be read: not a directory"},
		{"routes --data DIR/garbage", "", 1, "the database DIR/garbage/quoin.db can't be opened: the file is no SQLite database, or damaged"},
		{"routes --data DIR/folder", "", 1, "the database DIR/folder/quoin.db can't be opened for writing: it is a folder"},
		{"routes --data=", "", 2, "--data wants the name of a folder (see quoin routes --help)"},

		{"routes --data SITE", "QUOIN_DATABASE_URL=mysql://x", 1, "the address of the database must begin with postgres:// (QUOIN_DATABASE_URL)"},
		{"routes --data SITE", "QUOIN_DATABASE_URL=postgres://u:secret@127.0.0.1:1/x", 1, "the database x at 127.0.0.1:1 can't be used: connection refused"},
		{"routes --data SITE", "QUOIN_MEDIA_URL=ftp://x", 1, `QUOIN_MEDIA_URL: unknown kind "ftp", want s3 or file`},
		{"routes --data SITE", "QUOIN_MEDIA_URL=s3://", 1, `QUOIN_MEDIA_URL: want "s3://BUCKET?endpoint=..."`},
		{"routes --data SITE", "QUOIN_MEDIA_URL=file://DIR/file", 1, "QUOIN_MEDIA_URL: the folder DIR/file can't be used: not a directory"},
		{"media move --to x --data SITE", "", 2, `--to: unknown kind "x", want s3 or file (see quoin media move --help)`},
		{"media move --to file://DIR/new --from file://DIR/none --data SITE", "", 1, "old place of the uploads: folder DIR/none: no such file or directory"},
		{"media move --to file://DIR/new --data DIR/none", "", 1, "old place of the uploads: folder DIR/none/uploads: no such file or directory"},
	} {
		fill := strings.NewReplacer("DIR", dir, "SITE", site).Replace
		name, value, ok := strings.Cut(fill(c.env), "=")
		if ok {
			t.Setenv(name, value)
		}
		var out, errs bytes.Buffer
		code := run(t.Context(), strings.Fields(fill(c.args)), &out, &errs)
		if want := "quoin: " + fill(c.want) + "\n"; code != c.code || errs.String() != want || out.Len() > 0 {
			t.Errorf("%s %s\n got %d %s%s\nwant %d %s", c.env, c.args, code, out.String(), errs.String(), c.code, want)
		}
		if ok {
			t.Setenv(name, "")
		}
	}
}

// TestUnknownCommandNamesTheKnown mistypes a command and one below another.
func TestUnknownCommandNamesTheKnown(t *testing.T) {
	for args, known := range map[string][]string{
		"nope":      {"extension", "import", "media", "option", "routes", "serve", "user"},
		"user nope": {"app-password", "create"},
	} {
		var out, errs bytes.Buffer
		if code := run(t.Context(), strings.Fields(args), &out, &errs); code != 2 || out.Len() > 0 {
			t.Errorf("%s: %d %s", args, code, out.String())
		}
		list, ok := strings.CutPrefix(errs.String(), `quoin: there is no command "nope"; there are `)
		list, _, end := strings.Cut(list, " (see quoin ")
		if !ok || !end {
			t.Errorf("%s: %s", args, errs.String())
		}
		names := strings.Split(list, ", ")
		for _, name := range known {
			if !slices.Contains(names, name) {
				t.Errorf("%s: %s isn't named in %s", args, name, list)
			}
		}
	}
}

// TestWrongFilesMakeNoSite imports what is no export file into a folder that
// isn't there.
func TestWrongFilesMakeNoSite(t *testing.T) {
	dir := t.TempDir()
	file, folder := filepath.Join(dir, "file"), filepath.Join(dir, "site")
	if err := os.WriteFile(file, []byte("<html></html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	code := run(t.Context(), []string{"import", "wxr", file, "--data", folder}, &bytes.Buffer{}, &errs)
	if code != 1 || !strings.Contains(errs.String(), "can't be imported: not an export file at line 1") {
		t.Errorf("%d %s", code, errs.String())
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("a site was made: %v", err)
	}
}

// TestNewSitesAreTold makes sites where none was, and opens them again.
func TestNewSitesAreTold(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	dir := t.TempDir()
	crowded := filepath.Join(dir, "crowded")
	for _, name := range []string{"uploads/x", "themes/x", "backups/x", "a.txt", "b.txt", "c.txt", "d.txt", ".hidden"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(crowded, name)), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(crowded, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	empty := filepath.Join(dir, "empty")
	if err := os.Mkdir(empty, 0o750); err != nil {
		t.Fatal(err)
	}
	const login = ". Log in as admin with the password of QUOIN_ADMIN_PASSWORD.\n"
	for folder, want := range map[string]string{
		empty:                             "Created a new site in " + empty + login,
		filepath.Join(dir, "new", "deep"): "Created a new site in " + filepath.Join(dir, "new", "deep") + ", a new folder" + login,
		crowded: "Created a new site in " + crowded + login +
			"The folder has other files too (a.txt, b.txt, c.txt and 1 more): if another was meant, stop here and delete quoin.db in this one.\n",
	} {
		for i, want := range []string{want, ""} {
			var errs bytes.Buffer
			login := fmt.Sprint("user", i)
			if code := run(t.Context(), []string{"user", "create", login, "--email", login + "@example.org", "--password", "x", "--data", folder}, &bytes.Buffer{}, &errs); code != 0 || errs.String() != want {
				t.Errorf("got %d %q\nwant %q", code, errs.String(), want)
			}
		}
	}
}
