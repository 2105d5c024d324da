package exchange_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/content"
	"quoin/internal/storage/store"
	"quoin/internal/transfer/moving"
)

// movedBy is a new site that old tables moved into, without their files.
func movedBy(t *testing.T, tables string) *app.App {
	t.Helper()
	from, err := moving.OpenDump(t.Context(), strings.NewReader(tables), t.TempDir(), moving.Which{})
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	a, err := app.New(t.Context(), app.Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	if _, err := a.Exchange.MoveIn(t.Context(), from, exchange.OldFiles{Uploads: fstest.MapFS{}}, nil); err != nil {
		t.Fatal(err)
	}
	return a
}

// oldTables are the tables of a small site of the reference, and a table and an option
// that nobody knows. The secret of the application password is "abcd EFGH 1234".
const oldTables = `
CREATE TABLE wp_options (option_id INTEGER PRIMARY KEY, option_name TEXT, option_value TEXT, autoload TEXT);
INSERT INTO wp_options (option_name, option_value) VALUES ('home', 'https://old.example'), ('siteurl', 'https://old.example'),
 ('blogname', 'Old &amp; good'), ('permalink_structure', '/%postname%/'), ('timezone_string', 'Europe/Berlin'), ('sticky_posts', 'a:1:{i:0;i:21;}'),
 ('posts_per_page', '3'), ('sidebars_widgets', 'a:2:{s:9:"sidebar-1";a:1:{i:0;s:7:"block-4";}s:13:"array_version";i:3;}'),
 ('widget_block', 'a:2:{i:4;a:1:{s:7:"content";s:2:"hi";}s:12:"_multiwidget";i:1;}'), ('clock_face', 'a:1:{s:4:"hand";O:5:"Clock":1:{s:1:"h";i:7;}}'),
 ('active_plugins', 'a:2:{i:0;s:27:"redirection/redirection.php";i:1;s:24:"wordpress-seo/wp-seo.php";}'), ('redirection_options', 'a:1:{s:10:"expire_404";i:12;}'),
 ('wpseo_titles', 'a:5:{s:17:"social-title-post";s:9:"%%title%%";s:9:"separator";s:7:"sc-pipe";s:10:"title-post";s:25:"%%title%% by %%sitename%%";s:20:"noindex-author-wpseo";b:1;s:16:"breadcrumbs-home";s:0:"";}'),
 ('wpseo', 'a:1:{s:7:"version";s:4:"22.7";}'),
 ('wpseo_social', 'a:2:{s:12:"twitter_site";s:6:"stones";s:17:"other_social_urls";a:1:{i:0;s:17:"https://a.example";}}'),
 ('wpseo_taxonomy_meta', 'a:1:{s:8:"category";a:1:{i:1;a:2:{s:11:"wpseo_title";s:6:"All of";s:13:"wpseo_noindex";s:7:"noindex";}}}'),
 ('_transient_x', '1'), ('rewrite_rules', 'a:2:{s:9:"shop/b/?$";s:24:"index.php?post_type=book";s:31:"shop/b/([^/]+)(?:/([0-9]+))?/?$";s:43:"index.php?book=$matches[1]&page=$matches[2]";}');
CREATE TABLE wp_users (ID INTEGER PRIMARY KEY, user_login TEXT, user_pass TEXT, user_nicename TEXT, user_email TEXT, user_url TEXT, user_registered TEXT, user_activation_key TEXT, user_status INT, display_name TEXT);
INSERT INTO wp_users VALUES (7, 'ann', '$P$BDiiCKUuqDBMFZxFlFVcCn3UPmoSIc/', 'ann', 'ann@example.org', '', '2020-01-02 03:04:05', '', 0, 'Ann');
CREATE TABLE wp_usermeta (umeta_id INTEGER PRIMARY KEY, user_id INT, meta_key TEXT, meta_value TEXT);
INSERT INTO wp_usermeta (user_id, meta_key, meta_value) VALUES (7, 'wp_capabilities', 'a:1:{s:13:"administrator";b:1;}'), (7, 'nickname', 'annie'), (7, 'wpseo_metadesc', 'Of Ann'), (7, '_application_passwords', 'HASHES');
CREATE TABLE wp_terms (term_id INTEGER PRIMARY KEY, name TEXT, slug TEXT, term_group INT);
INSERT INTO wp_terms VALUES (1, 'General', 'general', 0), (9, 'Novels', 'novels', 0);
CREATE TABLE wp_term_taxonomy (term_taxonomy_id INTEGER PRIMARY KEY, term_id INT, taxonomy TEXT, description TEXT, parent INT, count INT);
INSERT INTO wp_term_taxonomy VALUES (11, 1, 'category', '', 0, 1), (19, 9, 'genre', 'See https://old.example/about/', 0, 1);
CREATE TABLE wp_termmeta (meta_id INTEGER PRIMARY KEY, term_id INT, meta_key TEXT, meta_value TEXT);
CREATE TABLE wp_term_relationships (object_id INT, term_taxonomy_id INT, term_order INT);
INSERT INTO wp_term_relationships VALUES (21, 11, 0), (30, 19, 0);
CREATE TABLE wp_posts (ID INTEGER PRIMARY KEY, post_author INT, post_date TEXT, post_date_gmt TEXT, post_content TEXT, post_title TEXT, post_excerpt TEXT, post_status TEXT, comment_status TEXT, ping_status TEXT, post_password TEXT, post_name TEXT, to_ping TEXT, pinged TEXT, post_modified TEXT, post_modified_gmt TEXT, post_content_filtered TEXT, post_parent INT, guid TEXT, menu_order INT, post_type TEXT, post_mime_type TEXT, comment_count INT);
INSERT INTO wp_posts VALUES
 (21, 7, '2021-05-06 07:08:09', '2021-05-06 05:08:09', '<p><a href="https://old.example/two/">two</a> cafÃ©</p>', 'One', '', 'publish', 'open', 'open', '', 'one', '', '', '2022-05-06 07:08:09', '2022-05-06 05:08:09', '', 0, 'https://old.example/?p=21', 0, 'post', '', 1),
 (22, 7, '2021-05-07 07:08:09', '0000-00-00 00:00:00', 'later', 'Draft', '', 'draft', 'open', 'open', '', '', '', '', '2021-05-07 07:08:09', '2021-05-07 05:08:09', '', 0, '', 0, 'post', '', 0),
 (23, 7, '2021-05-06 07:08:09', '2021-05-06 05:08:09', 'before', 'One', '', 'inherit', 'closed', 'closed', '', '21-revision-v1', '', '', '2021-05-06 07:08:09', '2021-05-06 05:08:09', '', 21, '', 0, 'revision', '', 0),
 (30, 7, '2021-05-06 07:08:09', '2021-05-06 05:08:09', 'a book', 'Book', '', 'publish', 'closed', 'closed', '', 'a-book', '', '', '2021-05-06 07:08:09', '2021-05-06 05:08:09', '', 0, '', 0, 'book', '', 0),
 (31, 7, '2021-05-06 07:08:09', '2021-05-06 05:08:09', '', 'Text', '', 'inherit', 'open', 'closed', '', 'text', '', '', '2021-05-06 07:08:09', '2021-05-06 05:08:09', '', 0, 'https://old.example/wp-content/uploads/2021/05/note.txt', 0, 'attachment', 'text/plain', 0);
CREATE TABLE wp_postmeta (meta_id INTEGER PRIMARY KEY, post_id INT, meta_key TEXT, meta_value TEXT);
INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES (21, 'mood', 'a:2:{i:0;s:3:"wry";i:1;i:2;}'), (31, '_wp_attached_file', '2021/05/note.txt'), (31, '_wp_attachment_metadata', 'a:1:{s:8:"filesize";i:4;}');
CREATE TABLE wp_comments (comment_ID INTEGER PRIMARY KEY, comment_post_ID INT, comment_author TEXT, comment_author_email TEXT, comment_author_url TEXT, comment_author_IP TEXT, comment_date TEXT, comment_date_gmt TEXT, comment_content TEXT, comment_karma INT, comment_approved TEXT, comment_agent TEXT, comment_type TEXT, comment_parent INT, user_id INT);
INSERT INTO wp_comments VALUES (5, 21, 'Bob', 'bob@example.org', '', '192.0.2.1', '2021-06-01 10:00:00', '2021-06-01 08:00:00', 'Nice', 0, '1', '', 'comment', 0, 0), (6, 21, 'Eve', '', '', '', '2021-06-01 10:00:00', '2021-06-01 08:00:00', 'Buy', 0, 'spam', '', '', 0, 0);
CREATE TABLE wp_commentmeta (meta_id INTEGER PRIMARY KEY, comment_id INT, meta_key TEXT, meta_value TEXT);
CREATE TABLE wp_redirection_groups (id INTEGER PRIMARY KEY, name TEXT, tracking INT, module_id INT, status TEXT, position INT);
INSERT INTO wp_redirection_groups VALUES (1, 'Moved', 1, 1, 'enabled', 0), (4, 'Late', 1, 1, 'disabled', 3);
CREATE TABLE wp_redirection_items (id INTEGER PRIMARY KEY, url TEXT, match_url TEXT, match_data TEXT, regex INT, position INT, last_count INT, last_access TEXT, group_id INT, status TEXT, action_type TEXT, action_code INT, action_data TEXT, match_type TEXT, title TEXT);
INSERT INTO wp_redirection_items VALUES (3, '/from', '/from', '{"source":{"flag_query":"ignore","flag_case":true}}', 0, 0, 9, '2024-01-02 03:04:05', 1, 'enabled', 'url', 301, '/to', 'url', ''),
 (8, '/agent', '/agent', NULL, 0, 1, 0, '1970-01-01 00:00:00', 4, 'enabled', 'url', 302, 'a:4:{s:5:"regex";b:0;s:5:"agent";s:3:"Bot";s:8:"url_from";s:4:"/bot";s:11:"url_notfrom";s:0:"";}', 'agent', ''),
 (90000, '/far', '/far', '{"source":{"flag_regex":false}}', 0, 2, 0, '1970-01-01 00:00:00', 4, 'enabled', 'url', 301, '/near', 'url', '');
CREATE TABLE wp_redirection_404 (id INTEGER PRIMARY KEY, created TEXT, url TEXT, domain TEXT, agent TEXT, referrer TEXT, http_code INT, request_method TEXT, request_data TEXT, ip TEXT);
INSERT INTO wp_redirection_404 VALUES (1, '2024-01-02 03:04:05', '/none', '', 'curl', '', 404, 'GET', '', '192.0.2.1');
CREATE TABLE wp_clock_ticks (id INTEGER PRIMARY KEY, tick TEXT);
INSERT INTO wp_clock_ticks (tick) VALUES ('tick'), ('tock');
`

// fastHashed is what the reference stores of the application password abcdEFGH1234.
const fastHashed = "$generic$m5l3lF-JF7QtX5tJ4JEcJ4GHzH5pb2cb3o2Q536e"

// oldSite is a dump of a site of the reference.
func oldSite(t *testing.T) *moving.Source {
	t.Helper()
	return oldSiteOf(t, oldTables)
}

// oldSiteOf is a dump with tables like those of oldTables.
func oldSiteOf(t *testing.T, tables string) *moving.Source {
	t.Helper()
	passwords := `a:1:{i:0;a:7:{s:4:"uuid";s:36:"a32cc162-9c07-44b5-89d6-3d17572961bb";s:6:"app_id";s:0:"";s:4:"name";s:4:"conf";s:8:"password";s:49:"` +
		fastHashed + `";s:7:"created";i:1795544995;s:9:"last_used";N;s:7:"last_ip";N;}}`
	from, err := moving.OpenDump(t.Context(), strings.NewReader(strings.Replace(tables, "HASHES", passwords, 1)), t.TempDir(), moving.Which{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := from.Close(); err != nil {
			t.Error(err)
		}
	})
	return from
}

// A site moves in with its ids, texts, states and files; what nobody knows is kept, and
// another run changes nothing.
func TestSiteMovesIn(t *testing.T) {
	t.Parallel()
	ctx, from := t.Context(), oldSite(t)
	a, err := app.New(ctx, app.Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	uploads := fstest.MapFS{"2021/05/note.txt": {Data: []byte("note")}, "2021/05/shell.php": {Data: []byte("<?php")}}
	report, err := a.Exchange.MoveIn(ctx, from, exchange.OldFiles{Uploads: uploads}, nil)
	if err != nil {
		t.Fatal(err)
	}
	told := strings.Join(report.Warnings, "\n")
	for _, want := range []string{"clock_face", "wp_clock_ticks; its 2 rows", "encoded twice", `the type "book"`, `the taxonomy "genre"`} {
		if !strings.Contains(told, want) {
			t.Errorf("the report doesn't tell of %q:\n%s", want, told)
		}
	}
	ask := func(path string) string {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.SetBasicAuth("ann", "abcd EFGH 1234")
		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, r)
		return w.Body.String()
	}
	for path, wants := range map[string][]string{
		"/wp-json/wp/v2/users/me?context=edit":                      {`"id":7`, `"nickname":"annie"`, `"roles":["administrator"]`},
		"/wp-json/wp/v2/posts/21?context=edit":                      {`"sticky":true`, `"modified":"2022-05-06T07:08:09"`, `"categories":[1]`, `https:\/\/old.example\/two\/`, `"link":"https:\/\/old.example\/one\/"`, `"title":"One by Old &amp; good"`, `"og_title":"One by Old &amp; good"`, `"twitter_site":"@stones"`, `SEO plugin v22.7 - `},
		"/wp-json/wp/v2/posts/21/revisions/23":                      {`"parent":21`},
		"/wp-json/wp/v2/posts/22?context=edit":                      {`"status":"draft"`},
		"/wp-json/wp/v2/book/30?context=edit":                       {`"link":"https:\/\/old.example\/shop\/b\/a-book\/"`, `"genre":[9]`},
		"/wp-json/wp/v2/comments?context=edit&status=spam":          {`"id":6`},
		"/wp-json/wp/v2/media/31?context=edit":                      {`wp-content\/uploads\/2021\/05\/note.txt`, `"filesize":4`},
		"/wp-json/wp/v2/settings":                                   {`"title":"Old &amp; good"`, `"timezone":"Europe\/Berlin"`, `"posts_per_page":3`},
		"/wp-json/wp/v2/widgets/block-4?context=edit&_fields=id":    {`block-4`},
		"/wp-json/redirection/v1/redirect?orderby=id&direction=asc": {`"id":3`, `"url":"\/from"`, `"hits":9`, `"id":8`, `"url_from":"\/bot"`, `"flag_query":"ignore"`, `"id":90000`},
		"/wp-json/wp/v2/categories/1":                               {`"title":"All of"`, `"index":"noindex"`},
		"/wp-json/wp/v2/users/7":                                    {`"description":"Of Ann"`, `"index":"noindex"`},
		"/wp-json/redirection/v1/redirect?filterBy[url]=far":        {`"total":1`, `"flag_case":true`, `"flag_trailing":true`, `"flag_query":"exact"`},
		"/wp-json/redirection/v1/group":                             {`"id":4`, `"name":"Moved"`},
		"/wp-json/redirection/v1/setting":                           {`"expire_404":12`},
		"/wp-content/uploads/2021/05/note.txt":                      {"note"},
	} {
		got := ask(path)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s has no %s: %.9000s", path, want, got)
			}
		}
	}
	before := dumped(t, a.DB)
	if _, err := a.Exchange.MoveIn(ctx, from, exchange.OldFiles{Uploads: uploads}, nil); err != nil {
		t.Fatal(err)
	}
	if after := dumped(t, a.DB); after != before {
		t.Error("another run changed something")
	}
}

// dumped are the digests of all tables of a database.
func dumped(t *testing.T, db *store.DB) string {
	t.Helper()
	list, err := db.Dump(t.Context(), func(string) (io.Writer, error) { return io.Discard, nil })
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, d := range list {
		if d.Name == "entry" || d.Name == "account" || d.Name == "moved_aside" || d.Name == "site_option" {
			b.WriteString(d.Digest)
		}
	}
	return b.String()
}

// A site moves into one that nobody has used yet, and into no other.
func TestSiteMovesIntoNewOnesOnly(t *testing.T) {
	t.Parallel()
	a, err := app.New(t.Context(), app.Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := a.Exchange.ImportSample(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Exchange.MoveIn(t.Context(), oldSite(t), exchange.OldFiles{}, nil); !errors.Is(err, moving.ErrNotNew) {
		t.Error(err)
	}
}

// What serving makes of a new site doesn't count, and gives way; what somebody made does.
func TestSiteMovesIntoOneThatWasServed(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]app.Config{"sqlite": {Data: t.TempDir()}, "postgres": {Data: t.TempDir(), DatabaseURL: postgres.Database(t)}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			a, err := app.New(ctx, config)
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			if err := a.Prepare(ctx); err != nil {
				t.Fatal(err)
			}
			page, err := a.DB.ListEntries(ctx, content.Query{Types: []string{content.TypeGlobalStyles}})
			if err != nil || len(page.Entries) != 1 {
				t.Fatalf("%+v %v", page, err)
			}
			styles, text := page.Entries[0], page.Entries[0].Content
			styles.Content = `{"version": 3, "styles": {}}`
			if err := a.DB.UpdateEntry(ctx, styles); err != nil {
				t.Fatal(err)
			}
			if _, err := a.Exchange.MoveIn(ctx, oldSite(t), exchange.OldFiles{}, nil); !errors.Is(err, moving.ErrNotNew) {
				t.Errorf("over changed styles: %v", err)
			}
			styles.Content = text
			if err := a.DB.UpdateEntry(ctx, styles); err != nil {
				t.Fatal(err)
			}
			if _, err := a.Exchange.MoveIn(ctx, oldSite(t), exchange.OldFiles{}, nil); err != nil {
				t.Fatal(err)
			}
			if page, err = a.DB.ListEntries(ctx, content.Query{Types: []string{content.TypeGlobalStyles}}); err != nil || len(page.Entries) > 0 {
				t.Errorf("%+v %v", page, err)
			}
			if err := a.Prepare(ctx); err != nil {
				t.Error(err)
			}
		})
	}
}
