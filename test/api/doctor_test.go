package api

import (
	"bytes"
	"database/sql"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite" // driver "sqlite"

	"quoin/internal/app"
	"quoin/internal/app/examination"
	"quoin/internal/operation/doctor"
	"quoin/internal/platform/blob/blobtest"
	"quoin/internal/storage/store/pgtest"
)

// rawly changes the database behind the program's back, where nothing keeps rows
// together.
func rawly(t *testing.T, c app.Config, text string) {
	t.Helper()
	if c.DatabaseURL != "" {
		// Counters are kept in parts there.
		text = strings.NewReplacer(" entry_count ", " entry_count_part ", " term_count ", " term_count_part ").Replace(text)
		pgtest.Exec(t, c.DatabaseURL, "SET session_replication_role = replica; "+text)
		return
	}
	db, err := sql.Open("sqlite", filepath.Join(c.Data, "quoin.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = 0; " + text); err != nil {
		t.Fatal(err)
	}
}

// examine looks at a site and tells what is wrong, by check.
func examine(t *testing.T, c app.Config, x examination.Examination) map[string][]doctor.Finding {
	t.Helper()
	found := map[string][]doctor.Finding{}
	x.Tell = func(f doctor.Finding) {
		if f.Level != doctor.OK || f.Mended {
			found[f.Check] = append(found[f.Check], f)
		}
	}
	if err := app.Examine(t.Context(), c, x); err != nil {
		t.Fatal(err)
	}
	return found
}

// says tells whether a finding has a text, in itself or its examples.
func says(list []doctor.Finding, text string) bool {
	return slices.ContainsFunc(list, func(f doctor.Finding) bool {
		return strings.Contains(strings.Join(append([]string{f.Text}, f.Examples...), "\n"), text)
	})
}

func picture(t *testing.T) *bytes.Reader {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 400, 400))); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(b.Bytes())
}

// harm is a flaw that a test makes on purpose.
type harm struct {
	check, says string
	level       doctor.Level
	mended      bool
	text        string // SQL
}

// TestDoctorFindsWhatIsBroken breaks a site in each way that its database can be
// broken, has all found, mends what can be mended, and finds the rest again.
func TestDoctorFindsWhatIsBroken(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		c := app.Config{Data: t.TempDir(), DatabaseURL: e.database(t), Preset: "full", MailURL: "smtp://127.0.0.1:1?from=site@example.org"}
		s := start(t, c)
		post := s.make("/core/v2/posts", map[string]any{"title": "One", "status": "publish", "categories": []int{1}, "content": "text"})
		s.make("/core/v2/comments", map[string]any{"post": number(post), "content": "Comment"})
		s.make("/core/v2/menu-items", map[string]any{"title": "Item", "status": "publish", "type": "post_type", "object": "post", "object_id": number(post)})
		clean := examine(t, c, examination.Examination{})
		if len(clean) != 1 || !says(clean["mail"], "mail server") {
			t.Fatalf("a new site isn't sound: %v", clean)
		}
		for name, value := range map[string]any{"users_can_register": true, "default_role": "author"} {
			if err := s.app.Env.Site.SetOption(t.Context(), name, value); err != nil {
				t.Fatal(err)
			}
		}
		if found := examine(t, c, examination.Examination{}); !says(found["registration"], "author") {
			t.Errorf("strangers become authors: %v", found)
		}
		if err := s.app.Env.Site.SetOption(t.Context(), "default_role", "subscriber"); err != nil {
			t.Fatal(err)
		}
		if found := examine(t, c, examination.Examination{}); len(found) != 1 {
			t.Errorf("strangers become subscribers: %v", found)
		}
		soon, past := time.Now().Add(time.Hour).UnixMilli(), time.Now().Add(-time.Hour).UnixMilli()
		harms := []harm{
			{"entry counts", "publish entries of type post: 8 are counted, there are 1", doctor.Error, true, "UPDATE entry_count SET n = n + 7 WHERE type = 'post' AND status = 'publish' AND author = -1"},
			{"entry counts", "draft entries of type ghost of author 5: 3 are counted, there are 0", doctor.Error, true, "INSERT INTO entry_count (type, status, author, n) VALUES ('ghost', 'draft', 5, 3)"},
			{"term counts", "term 1, publish entries of type post: 9 are counted", doctor.Error, true, "UPDATE term_count SET n = 9 WHERE term_id = 1"},
			{"term counts", "entry " + post + " with term 1: its type, status or date", doctor.Error, true, "UPDATE entry_term SET date = '1999-01-01T00:00:00' WHERE entry_id = " + post},
			{"comment counts", "entry " + post + ": 12 comments are counted, there are 1", doctor.Error, true, "UPDATE entry SET comment_count = 12 WHERE id = " + post},
			{"orphans", "1 rows of entry_meta belong to nothing (entry 4040", doctor.Error, true, "INSERT INTO entry_meta (entry_id, key, compare, value) VALUES (4040, 'k', 'v', '\"v\"')"},
			{"orphans", "1 rows of term_meta belong to nothing (term 4041", doctor.Error, true, "INSERT INTO term_meta (term_id, key, compare, value) VALUES (4041, 'k', 'v', '\"v\"')"},
			{"orphans", "rows of entry_term belong to nothing (term 4042", doctor.Error, true, "INSERT INTO entry_term (entry_id, term_id, position, type, status, date) VALUES (" + post + ", 4042, 0, 'post', 'publish', '2024-01-01T00:00:00')"},
			{"featured images", "entry " + post + " shows the image 4043", doctor.Warning, true, "INSERT INTO entry_meta (entry_id, key, compare, value) VALUES (" + post + ", '_thumbnail_id', '4043', '4043')"},
			{"references", "1 of post have the author 4044", doctor.Warning, false, "UPDATE entry SET author = 4044 WHERE id = " + post},
			{"references", "1 of post have the parent 4045", doctor.Warning, false, "UPDATE entry SET parent = 4045 WHERE id = " + post},
			{"references", "1 of category have the parent term 4046", doctor.Warning, false, "UPDATE term SET parent = 4046 WHERE id = 1"},
			{"references", "1 of comment answer the comment 4047", doctor.Warning, false, "UPDATE comment SET parent = 4047"},
			{"references", "1 of comment are by the user 4048", doctor.Warning, false, "UPDATE comment SET account_id = 4048"},
			{"menus", "leads to the entry 4049", doctor.Warning, false, "UPDATE entry_meta SET compare = '4049', value = '4049' WHERE key = '_menu_item_object_id'"},
			{"settings", "page_on_front names entry 4050", doctor.Warning, false, "INSERT INTO site_option (name, value) VALUES ('page_on_front', '4050') ON CONFLICT (name) DO UPDATE SET value = '4050'"},
			{"meta", "broken of entry " + post, doctor.Error, false, "INSERT INTO entry_meta (entry_id, key, compare, value) VALUES (" + post + ", 'broken', '', '{')"},
			{"jobs", "job held x is held until", doctor.Error, true, fmt.Sprintf("INSERT INTO job (kind, key, payload, run_at, attempts, generation, lease, leased_until, last_error) VALUES ('held', 'x', '', %d, 1, 0, 'a', %d, '')", soon, soon)},
			{"jobs", "job flaky y failed 4 times", doctor.Warning, true, fmt.Sprintf("INSERT INTO job (kind, key, payload, run_at, attempts, generation, lease, leased_until, last_error) VALUES ('flaky', 'y', '', %d, 4, 0, '', 0, 'no route')", soon)},
			{"jobs", "job late z was due", doctor.Warning, false, fmt.Sprintf("INSERT INTO job (kind, key, payload, run_at, attempts, generation, lease, leased_until, last_error) VALUES ('late', 'z', '', %d, 0, 0, '', 0, '')", past)},
			{"clock", "the database has noted 2099-01-01", doctor.Error, false, "INSERT INTO audit (at, actor_id, login, ip, action, subject, detail) VALUES ('2099-01-01T00:00:00', 0, '', '', 'x', '', '')"},
			{"tables", "index comment_by_email is missing", doctor.Error, false, "DROP INDEX comment_by_email"},
			{"tables", "table redirection_setting is missing", doctor.Error, false, "DROP TABLE redirection_setting"},
			{"redirection: groups", "rules are in the group 4051", doctor.Warning, false, "INSERT INTO redirection_rule (group_id, position, enabled, regex, hits, last_access, action_type, action_code, match_type, url, sort_key, match_url, title, match_data, action_data) VALUES (4051, 0, FALSE, FALSE, 0, 0, 'url', 301, 'url', '/a', '/a', '/a', '', '', '')"},
		}
		if e.name == "sqlite" {
			harms = append(harms, harm{"term counts", "term 1 of category: 40 published entries are counted, there are 1", doctor.Error, true, "UPDATE term SET count = 40 WHERE id = 1"})
		} else {
			// The same counter has both numbers.
			harms = append(harms, harm{"term counts", "term 1 of category: 9 published entries are counted, there are 1", doctor.Error, true, "SELECT 1"})
		}
		for _, h := range harms {
			if strings.HasPrefix(h.text, "DROP TABLE") {
				continue // the extension couldn't start any more; see below
			}
			rawly(t, c, h.text)
		}
		if e.name == "postgres" {
			// SQLite never gives out an id that a table has.
			ids := harm{"ids", "table account has the id", doctor.Error, true, "SELECT setval('account_id_seq', 1)"}
			rawly(t, c, ids.text)
			harms = append(harms, ids)
		}
		found := examine(t, c, examination.Examination{})
		check := func(when string, want func(h harm) bool) {
			t.Helper()
			for _, h := range harms {
				if strings.HasPrefix(h.text, "DROP TABLE") {
					continue
				}
				if says(found[h.check], h.says) != want(h) {
					t.Errorf("%s: %q isn't as it should be: %+v", when, h.says, found[h.check])
				}
			}
		}
		check("broken", func(harm) bool { return true })
		for _, h := range harms {
			for _, f := range found[h.check] {
				if says([]doctor.Finding{f}, h.says) && f.Level != h.level {
					t.Errorf("%s: %s, want %s", h.says, f.Level, h.level)
				}
			}
		}
		mended := examine(t, c, examination.Examination{Mend: true})
		for _, name := range []string{"entry counts", "term counts", "comment counts", "orphans", "featured images", "jobs"} {
			if !slices.ContainsFunc(mended[name], func(f doctor.Finding) bool { return f.Mended }) {
				t.Errorf("%s wasn't mended: %+v", name, mended[name])
			}
		}
		found = examine(t, c, examination.Examination{})
		check("mended", func(h harm) bool { return !h.mended })
		// What was mended is what the running site shows.
		if a := s.do("administrator", "GET", "/api/core/v2/categories/1", nil); a.object(t)["count"] != float64(1) {
			t.Errorf("category: %s", a.body)
		}

		rawly(t, c, "DROP TABLE redirection_setting")
		found = examine(t, c, examination.Examination{})
		if !says(found["tables"], "table redirection_setting is missing") {
			t.Errorf("a table of an extension: %+v", found["tables"])
		}
		rawly(t, c, "UPDATE site_option SET value = '{' WHERE name = 'blogname'")
		found = examine(t, c, examination.Examination{})
		if !says(found["options"], "blogname") || found["options"][0].Level != doctor.Error {
			t.Errorf("an option: %+v", found["options"])
		}
		rawly(t, c, "DELETE FROM migration WHERE version > 10")
		if found = examine(t, c, examination.Examination{}); !says(found["migrations"], "version 10") {
			t.Errorf("an old database: %+v", found)
		}
		rawly(t, c, "INSERT INTO migration (version, name, at) VALUES (9999, 'x', '')")
		if found = examine(t, c, examination.Examination{}); !says(found["migrations"], "version 9999") || found["migrations"][0].Level != doctor.Error {
			t.Errorf("a new database: %+v", found)
		}
	})
}

// TestDoctorOnFiles takes files away and adds some, on disk and on S3.
func TestDoctorOnFiles(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"disk", "s3"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			c := app.Config{Data: t.TempDir(), Preset: "full"}
			if kind == "s3" {
				c.MediaURL = blobtest.StartS3(t).MakeBucket(t, "doctor", nil)
			}
			s := start(t, c)
			a := s.do("administrator", "POST", "/api/core/v2/media", picture(t), "Content-Type", "image/png", "Content-Disposition", "attachment; filename=one.png")
			if a.status != 201 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			s.textFile("two.txt")
			blobs := s.app.Media.Blobs
			var keys []string
			for info, err := range blobs.List(t.Context(), "") {
				if err != nil {
					t.Fatal(err)
				}
				keys = append(keys, info.Key)
			}
			sub := keys[slices.IndexFunc(keys, func(key string) bool { return strings.Contains(key, "one-") })]
			blobtest.Put(t, blobs, "2020/01/stray.txt", []byte("nobody's"))
			blobtest.Put(t, blobs, "2020/01/kept.txt", []byte("nobody's"))
			if err := blobs.Delete(t.Context(), sub); err != nil {
				t.Fatal(err)
			}
			// Now these may be uploads under way.
			found := examine(t, c, examination.Examination{})
			if !says(found["files"], sub) || says(found["files"], "stray") {
				t.Errorf("now: %+v", found["files"])
			}
			c.Clock = func() time.Time { return time.Now().Add(24 * time.Hour) }
			var strays []string
			found = examine(t, c, examination.Examination{Mend: true, Stray: func(key string) error {
				strays = append(strays, key)
				return nil
			}})
			if !says(found["files"], "1 files of attachments are missing") || !says(found["files"], "2 files belong to nothing") ||
				!slices.Equal(strays, []string{"2020/01/kept.txt", "2020/01/stray.txt"}) {
				t.Errorf("a day later: %+v %v", found["files"], strays)
			}
			list := strings.NewReader("2020/01/stray.txt\n" + keys[0] + "\n2020/01/never.txt\n")
			examine(t, c, examination.Examination{Mend: true, Chosen: list})
			var left []string
			for info, err := range blobs.List(t.Context(), "") {
				if err != nil {
					t.Fatal(err)
				}
				left = append(left, info.Key)
			}
			want := slices.DeleteFunc(append(slices.Clone(keys), "2020/01/kept.txt"), func(key string) bool { return key == sub })
			slices.Sort(want)
			if !slices.Equal(left, want) {
				t.Errorf("left are %v, want %v", left, want)
			}
		})
	}
}

// TestDoctorOnDamage looks at a database whose pages were overwritten, and at a
// folder that others may read.
func TestDoctorOnDamage(t *testing.T) {
	t.Parallel()
	c := app.Config{Data: t.TempDir(), Preset: "core", URL: "http://example.org"}
	a, err := app.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(c.Data, "quoin.db")
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if found := examine(t, c, examination.Examination{Mend: true}); len(found["data folder"]) != 1 || !found["data folder"][0].Mended {
		t.Errorf("%+v", found["data folder"])
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	// A page in the middle, without what tells how many cells it has.
	if _, err := f.WriteAt(bytes.Repeat([]byte{0xff}, 4096), info.Size()/4096/2*4096); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if found := examine(t, c, examination.Examination{}); len(found["integrity"]) == 0 || found["integrity"][0].Level != doctor.Error {
		t.Errorf("%+v", found)
	}
	if err := os.WriteFile(path, bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	if found := examine(t, c, examination.Examination{}); !says(found["database"], "damaged") {
		t.Errorf("%+v", found)
	}
	if err := app.Examine(t.Context(), app.Config{Data: t.TempDir()}, examination.Examination{}); err == nil {
		t.Error("an empty folder is taken for a site")
	}
}
