package exchange_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/user"
	"quoin/internal/transfer/moving"
)

// networkTables are the tables of a network of three sites, of which the last was deleted with
// its tables there, and the fourth without.
func networkTables() string {
	first := strings.ReplaceAll(strings.ReplaceAll(oldTables, "https://old.example", "https://net.example"), "HASHES", "")
	var second []string
	keep := false
	for line := range strings.Lines(oldTables) {
		if strings.HasPrefix(line, "CREATE TABLE ") {
			keep = !strings.HasPrefix(line, "CREATE TABLE wp_users ") && !strings.HasPrefix(line, "CREATE TABLE wp_usermeta ")
		}
		if keep {
			second = append(second, line)
		}
	}
	shop := strings.Join(second, "")
	shop = strings.ReplaceAll(strings.ReplaceAll(shop, " wp_", " wp_2_"), "https://old.example", "https://net.example/shop")
	shop = strings.Replace(shop, `(21, 7, `, `(21, 8, `, 1)
	shop = strings.Replace(shop, `i:0;s:27:"redirection/redirection.php";i:1;s:24:"wordpress-seo/wp-seo.php";`, `i:0;s:27:"redirection/redirection.php";i:1;s:13:"shop/shop.php";`, 1)
	gone := strings.ReplaceAll(shop, " wp_2_", " wp_3_")
	return first + shop + gone + `
INSERT INTO wp_users VALUES (8, 'bea', '', 'bea', 'bea@example.org', '', '2020-01-02 03:04:05', '', 0, 'Bea'), (9, 'cid', '', 'cid', 'cid@example.org', '', '2020-01-02 03:04:05', '', 0, 'Cid'),
 (10, 'dan', '', 'dan', 'dan@example.org', '', '2020-01-02 03:04:05', '', 0, 'Dan');
INSERT INTO wp_usermeta (user_id, meta_key, meta_value) VALUES (10, 'wp_2_capabilities', 'a:1:{s:6:"editor";b:1;}');
INSERT INTO wp_options (option_name, option_value) VALUES ('post_count', '3');
INSERT INTO wp_2_options (option_name, option_value) VALUES ('post_count', '3');
CREATE TABLE wp_blogs (blog_id INTEGER PRIMARY KEY, site_id INT, domain TEXT, path TEXT, registered TEXT, last_updated TEXT, public INT, archived INT, mature INT, spam INT, deleted INT, lang_id INT);
INSERT INTO wp_blogs VALUES (1, 1, 'net.example', '/', '', '', 1, 0, 0, 0, 0, 0), (2, 1, 'Net.example', '/shop/', '', '', 1, 0, 0, 0, 0, 0), (3, 1, 'third.example', '/', '', '', 1, 0, 0, 0, 1, 0), (4, 1, 'fourth.example', '/', '', '', 1, 0, 0, 0, 1, 0);
CREATE TABLE wp_site (id INTEGER PRIMARY KEY, domain TEXT, path TEXT);
INSERT INTO wp_site VALUES (1, 'net.example', '/');
CREATE TABLE wp_sitemeta (meta_id INTEGER PRIMARY KEY, site_id INT, meta_key TEXT, meta_value TEXT);
INSERT INTO wp_sitemeta (site_id, meta_key, meta_value) VALUES (1, 'active_sitewide_plugins', 'a:1:{s:24:"wordpress-seo/wp-seo.php";i:1700000000;}'), (1, 'site_admins', 'a:1:{i:0;s:3:"ann";}');
CREATE TABLE wp_signups (signup_id INTEGER PRIMARY KEY, user_email TEXT);
INSERT INTO wp_signups (user_email) VALUES ('secret@example.org');
`
}

// A database with a network of sites asks which, and takes a number or an address.
func TestNetworkAsksWhich(t *testing.T) {
	t.Parallel()
	open := func(which moving.Which) (string, error) {
		from, err := moving.OpenDump(t.Context(), strings.NewReader(networkTables()), t.TempDir(), which)
		if err != nil {
			return "", err
		}
		return from.Prefix(), from.Close()
	}
	_, err := open(moving.Which{})
	if !errors.Is(err, moving.ErrWhich) {
		t.Fatal(err)
	}
	for _, part := range []string{"--site", "1 (net.example)", "2 (net.example/shop)", "3 (third.example, deleted)"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("it isn't told of %q: %v", part, err)
		}
	}
	if strings.Contains(err.Error(), "fourth") {
		t.Errorf("a site without tables is offered: %v", err)
	}
	for name, prefix := range map[string]string{
		"1": "wp_", "net.example": "wp_", "https://net.example/": "wp_", "2": "wp_2_", "NET.example/shop": "wp_2_", "https://net.example/shop/": "wp_2_", "third.example": "wp_3_",
	} {
		if got, err := open(moving.Which{Site: name}); err != nil || got != prefix {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	for _, which := range []moving.Which{{Site: "4"}, {Site: "shop"}, {Site: "2", Prefix: "wp_2_"}, {Prefix: "wp_4_"}} {
		if got, err := open(which); err == nil {
			t.Errorf("%+v is taken for %q", which, got)
		}
	}
	if got, err := open(moving.Which{Prefix: "wp_2_"}); err != nil || got != "wp_2_" {
		t.Error(got, err)
	}
	if _, err := moving.OpenDump(t.Context(), strings.NewReader(strings.Replace(oldTables, "HASHES", "", 1)), t.TempDir(), moving.Which{Site: "1"}); err == nil {
		t.Error("a site by itself has a number")
	}
}

// One site of a network moves in with its own people, files and extensions, and nothing of
// the others.
func TestSiteOfNetworkMovesIn(t *testing.T) {
	t.Parallel()
	uploads := fstest.MapFS{"2021/05/note.txt": {Data: []byte("main")}, "sites/2/2021/05/note.txt": {Data: []byte("shop")}, "sites/3/2021/05/note.txt": {Data: []byte("third")}}
	for _, c := range []struct {
		name, site string
		uploads    fstest.MapFS
		files      map[string]string
		people     map[int64]string
		file       string
	}{
		{
			"main", "1", uploads, map[string]string{"2021/05/note.txt": "main", "sites/2/2021/05/note.txt": ""},
			map[int64]string{7: "administrator", 8: "-", 9: "-", 10: "-"}, "2021/05/note.txt",
		},
		{
			"another", "2", uploads, map[string]string{"sites/2/2021/05/note.txt": "shop", "2021/05/note.txt": "", "sites/3/2021/05/note.txt": ""},
			map[int64]string{7: "administrator", 8: "", 9: "-", 10: "editor"}, "sites/2/2021/05/note.txt",
		},
		{
			"by its own folder", "net.example/shop", fstest.MapFS{"2021/05/note.txt": {Data: []byte("shop")}}, map[string]string{"sites/2/2021/05/note.txt": "shop"},
			map[int64]string{7: "administrator", 8: "", 9: "-", 10: "editor"}, "sites/2/2021/05/note.txt",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			from, err := moving.OpenDump(t.Context(), strings.NewReader(networkTables()), t.TempDir(), moving.Which{Site: c.site})
			if err != nil {
				t.Fatal(err)
			}
			defer from.Close()
			a, err := app.New(t.Context(), app.Config{Data: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			report, err := a.Exchange.MoveIn(t.Context(), from, exchange.OldFiles{Uploads: c.uploads}, nil)
			if err != nil {
				t.Fatal(err)
			}
			told := strings.Join(report.Warnings, "\n")
			for _, foreign := range []string{"wp_blogs", "wp_sitemeta", "wp_signups", "wp_2_posts", "post_count", "isn't in the uploads folder"} {
				if strings.Contains(told, foreign) {
					t.Errorf("it tells of %q:\n%s", foreign, told)
				}
			}
			for name, want := range c.files {
				got := asked(a, "/wp-content/uploads/"+name)
				if want == "" && (got == "main" || got == "shop" || got == "third") || want != "" && got != want {
					t.Errorf("%s has %.60q", name, got)
				}
			}
			if c.site != "1" {
				// The site answers below the path of its address.
				for _, path := range []string{"/shop/wp-content/uploads/" + c.file, "/wp-content/uploads/" + c.file} {
					if got := asked(a, path); got != "shop" {
						t.Errorf("%s has %.60q", path, got)
					}
				}
				if got := asked(a, "/shop/wp-json/"); !strings.Contains(got, `"home":"https:\/\/net.example\/shop"`) {
					t.Errorf("the API says %.200s", got)
				}
			}
			for id, want := range c.people {
				u, err := a.DB.UserByID(t.Context(), id)
				switch {
				case errors.Is(err, user.ErrNotFound):
					if want != "-" {
						t.Errorf("the account %d isn't there", id)
					}
				case err != nil:
					t.Fatal(err)
				case strings.Join(u.Roles, " ") != want:
					t.Errorf("the account %d has the roles %v", id, u.Roles)
				}
			}
			e, err := a.DB.EntryByID(t.Context(), 31)
			if err != nil || e.Meta.Text("_wp_attached_file") != c.file {
				t.Error(e, err)
			}
			if !a.Env.Extensions.Active(t.Context(), "seo/seo") || a.Env.Extensions.Active(t.Context(), "loginlimit/loginlimit") {
				t.Error("not the extensions are on that the network or the site has on")
			}
		})
	}
}
