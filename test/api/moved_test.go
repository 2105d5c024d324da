package api

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/site"
	"quoin/internal/transfer/moving"
)

// movedTables are the tables of a small site of the reference, as mysqldump writes them.
var movedTables = "CREATE TABLE `wp_options` (`option_id` bigint, `option_name` varchar(191), `option_value` longtext);\n" +
	"INSERT INTO `wp_options` VALUES (1,'home','https://old.example'),(2,'siteurl','https://old.example'),(3,'permalink_structure','/%category%/%postname%/')," +
	"(4,'stylesheet','own'),(5,'template','own')," +
	"(6,'active_plugins','a:3:{i:2;s:50:\"google-analytics-for-wordpress/googleanalytics.php\";i:0;s:24:\"wordpress-seo/wp-seo.php\";i:1;s:13:\"shop/shop.php\";}')," +
	"(9,'wpseo_social','a:1:{s:17:\"other_social_urls\";a:1:{i:0;s:24:\"https://social.example/a\";}}'),(10,'wpseo','a:1:{s:12:\"googleverify\";s:4:\"code\";}')," +
	"(14,'gmt_offset','-3.5'),(16,'wp_attachment_pages_enabled','1'),(15,'time_format','H:i'),(11,'show_avatars','1'),(12,'page_comments','1'),(13,'comments_per_page','2')," +
	"(7,'wpseo_titles','a:7:{s:18:\"disable-attachment\";b:1;s:23:\"post_types-book-maintax\";s:5:\"genre\";s:12:\"company_name\";s:3:\"Own\";s:15:\"company_logo_id\";i:31;s:10:\"title-book\";s:16:\"Read: %%title%% \";s:20:\"title-ptarchive-book\";s:14:\"%%pt_plural%%!\";s:17:\"noindex-tax-genre\";b:1;}')," +
	"(8,'wp_user_roles','a:3:{s:13:\"administrator\";a:2:{s:4:\"name\";s:13:\"Administrator\";s:12:\"capabilities\";a:1:{s:4:\"read\";b:1;}}" +
	"s:6:\"editor\";a:2:{s:4:\"name\";s:6:\"Editor\";s:12:\"capabilities\";a:4:{s:4:\"read\";b:1;s:10:\"edit_posts\";b:1;s:13:\"publish_posts\";b:1;s:10:\"list_users\";b:1;}}" +
	"s:5:\"clerk\";a:2:{s:4:\"name\";s:10:\"Shop clerk\";s:12:\"capabilities\";a:2:{s:4:\"read\";b:1;s:10:\"edit_posts\";b:1;}}}');\n" +
	"CREATE TABLE `wp_users` (`ID` bigint, `user_login` varchar(60), `user_pass` varchar(255), `user_nicename` varchar(50), `user_email` varchar(100), `user_url` varchar(100), `user_registered` datetime, `user_activation_key` varchar(255), `user_status` int, `display_name` varchar(250));\n" +
	"INSERT INTO `wp_users` VALUES (4,'erna','$wp$2y$10$k/uQF9lzmpn8shX5fbqY5Os5zmjKvVnNR7NE09v9DzfKRgNBgVfUy','erna','erna@example.org','','2020-01-02 03:04:05','',0,'Erna')," +
	"(6,'cora','368e8a6a6c3e98463f6dd0c632ba6656','cora','cora@example.org','','2020-01-02 03:04:05','',0,'Cora')," +
	"(7,'sven','$P$BEVOO.HgJ6qF4qn5Qc88IcFVITZ9fL/','sven','sven@example.org','','2020-01-02 03:04:05','',0,'Sven');\n" +
	"CREATE TABLE `wp_usermeta` (`umeta_id` bigint, `user_id` bigint, `meta_key` varchar(255), `meta_value` longtext);\n" +
	"INSERT INTO `wp_usermeta` VALUES (1,4,'wp_capabilities','a:1:{s:13:\"administrator\";b:1;}'),(2,6,'wp_capabilities','a:1:{s:6:\"editor\";b:1;}')," +
	"(3,7,'wp_capabilities','a:1:{s:5:\"clerk\";b:1;}'),(4,7,'motto','Sell')," +
	"(5,4,'_application_passwords','" + movedPassword + "');\n" +
	"CREATE TABLE `wp_terms` (`term_id` bigint, `name` varchar(200), `slug` varchar(200), `term_group` bigint);\nINSERT INTO `wp_terms` VALUES (1,'General','general',0),(9,'Novels','novels',0);\n" +
	"CREATE TABLE `wp_term_taxonomy` (`term_taxonomy_id` bigint, `term_id` bigint, `taxonomy` varchar(32), `description` longtext, `parent` bigint, `count` bigint);\nINSERT INTO `wp_term_taxonomy` VALUES (1,1,'category','',0,1),(9,9,'genre','',0,1);\n" +
	"CREATE TABLE `wp_termmeta` (`meta_id` bigint, `term_id` bigint, `meta_key` varchar(255), `meta_value` longtext);\n" +
	"CREATE TABLE `wp_term_relationships` (`object_id` bigint, `term_taxonomy_id` bigint, `term_order` int);\nINSERT INTO `wp_term_relationships` VALUES (20,1,0),(30,9,0);\n" +
	"CREATE TABLE `wp_posts` (`ID` bigint, `post_author` bigint, `post_date` datetime, `post_date_gmt` datetime, `post_content` longtext, `post_title` text, `post_excerpt` text, `post_status` varchar(20), `comment_status` varchar(20), `ping_status` varchar(20), `post_password` varchar(255), `post_name` varchar(200), `to_ping` text, `pinged` text, `post_modified` datetime, `post_modified_gmt` datetime, `post_content_filtered` longtext, `post_parent` bigint, `guid` varchar(255), `menu_order` int, `post_type` varchar(20), `post_mime_type` varchar(100), `comment_count` bigint);\n" +
	"INSERT INTO `wp_posts` VALUES (20,4,'2021-05-06 07:08:09','2021-05-06 07:08:09','text','One','','publish','open','open','','one','','','2021-05-06 07:08:09','2021-05-06 07:08:09','',0,'https://old.example/?p=20',0,'post','',0)," +
	"(30,4,'2021-05-06 07:08:09','2021-05-06 07:08:09','a book','A book','','publish','closed','closed','','a-book','','','2021-05-06 07:08:09','2021-05-06 07:08:09','',0,'https://old.example/?p=30',0,'book','',0)," +
	"(31,4,'2021-05-06 07:08:09','2021-05-06 07:08:09','','Text','','inherit','open','closed','','text','','','2021-05-06 07:08:09','2021-05-06 07:08:09','',20,'https://old.example/wp-content/uploads/2021/05/note.txt',0,'attachment','text/plain',0);\n" +
	"CREATE TABLE `wp_postmeta` (`meta_id` bigint, `post_id` bigint, `meta_key` varchar(255), `meta_value` longtext);\nINSERT INTO `wp_postmeta` VALUES (1,30,'isbn','12-3'),(2,31,'_wp_attached_file','2021/05/note.txt');\n" +
	"CREATE TABLE `wp_comments` (`comment_ID` bigint, `comment_post_ID` bigint, `comment_author` tinytext, `comment_author_email` varchar(100), `comment_author_url` varchar(200), `comment_author_IP` varchar(100), `comment_date` datetime, `comment_date_gmt` datetime, `comment_content` text, `comment_karma` int, `comment_approved` varchar(20), `comment_agent` varchar(255), `comment_type` varchar(20), `comment_parent` bigint, `user_id` bigint);\n" +
	"INSERT INTO `wp_comments` VALUES (1,20,'a','','','','2021-06-01 00:00:01','2021-06-01 00:00:01','one',0,'1','','comment',0,0),(2,20,'b','b@example.org','','','2021-06-01 00:00:02','2021-06-01 00:00:02','two',0,'1','','comment',0,0)," +
	"(3,20,'c','','','','2021-06-01 00:00:03','2021-06-01 00:00:03','three',0,'1','','comment',0,0),(4,20,'d','','','','2021-06-01 00:00:04','2021-06-01 00:00:04','to one',0,'1','','comment',1,0);\n" +
	"CREATE TABLE `wp_yoast_indexable` (`id` int, `object_id` bigint, `object_type` varchar(32), `permalink` longtext, `open_graph_image` longtext, `open_graph_image_id` varchar(191), `open_graph_image_source` text);\n" +
	"INSERT INTO `wp_yoast_indexable` VALUES (1,20,'post','https://old.example/general/one/','https://old.example/wp-content/uploads/of-a-gallery.jpg',NULL,'gallery-image'),(2,30,'post','https://old.example/library/a-book/',NULL,NULL,NULL);\n" +
	"CREATE TABLE `wp_redirection_logs` (`id` int, `created` datetime, `url` mediumtext, `domain` varchar(255), `sent_to` mediumtext, `agent` mediumtext, `referrer` mediumtext, `http_code` int, `request_method` varchar(10), `request_data` mediumtext, `redirect_by` varchar(50), `redirection_id` int, `ip` varchar(45));\n" +
	"INSERT INTO `wp_redirection_logs` VALUES (1,'2026-11-25 23:49:00','/old-a','','/x','Agent','',301,'GET','',NULL,1,'10.1.1.1');\n" +
	"CREATE TABLE `wp_commentmeta` (`meta_id` bigint, `comment_id` bigint, `meta_key` varchar(255), `meta_value` longtext);\n"

// movedPassword is the application password abcdEFGH1234 as the reference stores it.
const movedPassword = "a:1:{i:0;a:7:{s:4:\"uuid\";s:36:\"a32cc162-9c07-44b5-89d6-3d17572961b1\";s:6:\"app_id\";s:0:\"\";s:4:\"name\";s:4:\"conf\";s:8:\"password\";s:49:\"" +
	"$generic$m5l3lF-JF7QtX5tJ4JEcJ4GHzH5pb2cb3o2Q536e\";s:7:\"created\";i:1795544995;s:9:\"last_used\";N;s:7:\"last_ip\";N;}}"

// movedContent is the folder wp-content of that site.
var movedContent = map[string]string{
	"mu-plugins/own.php": `<?php add_action('init', function () {
		register_post_type('book', array('labels' => array('name' => 'Books', 'singular_name' => 'Book', 'not_found' => 'The shelf is empty.'), 'public' => true, 'show_in_rest' => true,
			'rest_base' => 'shelf', 'has_archive' => true, 'rewrite' => array('slug' => 'library', 'with_front' => false), 'supports' => array('title', 'editor', 'custom-fields')));
		register_taxonomy('genre', array('book'), array('label' => 'Genres', 'show_in_rest' => true, 'rest_base' => 'genres'));
		register_post_meta('book', 'isbn', array('show_in_rest' => true, 'single' => true, 'type' => 'string'));
	});`,
	"plugins/shop/shop.php":            `<?php add_action('init', 'shop'); function shop() { register_meta('user', 'motto', ['show_in_rest' => true, 'single' => true]); }`,
	"plugins/wordpress-seo/wp-seo.php": `<?php add_action('init', function () { register_post_type('never', array('public' => true)); });`,
	"themes/own/theme.json":            `{"version": 3}`,
	"themes/own/style.css":             "/*\nTheme Name: Own\n*/",
	"themes/own/templates/index.html":  `<!-- wp:paragraph --><p>of the own theme</p><!-- /wp:paragraph -->`,
	"uploads/2021/05/note.txt":         "note",
}

// A site that moves in by its tables, with its folder beside, keeps what its code declares,
// its theme, its roles with the rights that they have there, and passwords of all ages, on
// both engines.
func TestMovedByDatabase(t *testing.T) {
	engines(t, func(t *testing.T, e engine) {
		ctx, folder := t.Context(), t.TempDir()
		for name, text := range movedContent {
			at := filepath.Join(folder, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		from, err := moving.OpenDump(ctx, strings.NewReader(movedTables), t.TempDir(), moving.Which{})
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		a, err := app.New(ctx, app.Config{Data: t.TempDir(), DatabaseURL: e.database(t)})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		report, err := a.Exchange.MoveIn(ctx, from, exchange.OldFiles{Uploads: os.DirFS(filepath.Join(folder, "uploads")), Content: folder}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, warning := range report.Warnings {
			t.Errorf("the report warns: %s", warning)
		}
		ask := func(path, login string) string {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			if login != "" {
				r.SetBasicAuth(login, "abcd EFGH 1234")
			}
			w := httptest.NewRecorder()
			a.Handler().ServeHTTP(w, r)
			return w.Body.String()
		}
		for login, password := range map[string]string{"erna": "pw-erna", "cora": "pw-old-md5", "sven": "pw-phpass"} {
			for attempt, secret := range map[string]string{"right": password, "wrong": password + "x"} {
				u, err := a.Auth.LogIn(httptest.NewRequest(http.MethodPost, "/", nil), login, secret)
				if err != nil || (u != nil) != (attempt == "right") {
					t.Errorf("the %s password of %s: %v %v", attempt, login, u, err)
				}
			}
		}
		if site.AttachmentPages.Of(ctx, a.Env.Site) {
			t.Error("attachments have pages that the old site led away from")
		}
		for _, one := range []struct{ path, has, hasNot, as string }{
			{"/wp-json/wp/v2/users/me?context=edit", `"manage_options":true`, "", "erna"},
			{"/wp-json/wp/v2/users/6?context=edit", `"list_users":true`, `"publish_pages"`, "erna"},
			{"/wp-json/wp/v2/users/7?context=edit", `"roles":["clerk"]`, `"publish_posts"`, "erna"},
			{"/wp-json/wp/v2/users/7?context=edit", `"motto":"Sell"`, "", "erna"},
			{"/wp-json/wp/v2/users?context=edit", `"clerk":true`, "", "erna"},
			{"/wp-json/wp/v2/media/31?context=edit", `\/one\/%postname%\/`, `attachment\/%postname%`, "erna"},
			{"/wp-json/wp/v2/posts/20", `"sameAs":["https:\/\/social.example\/a"]`, "", ""},
			{"/wp-json/wp/v2/posts/20", `"url":"https:\/\/old.example\/wp-content\/uploads\/of-a-gallery.jpg"`, "", ""},
			{"/", `<meta name="google-site-verification" content="code" />`, "", ""},
			{"/wp-json/wp/v2/posts/20?context=edit", `"raw":"https:\/\/old.example\/?p=20"`, "", "erna"},
			{"/wp-json/redirection/v1/log", `"created_time":"23:49","url":"\/old-a"`, "", "erna"},
			{"/wp-json/redirection/v1/log", `"redirect_by_slug":null`, "", "erna"},
			{"/wp-json/wp/v2/shelf/30?context=edit", `"_monsterinsights_skip_tracking":false`, "", "erna"},
			{"/wp-json/wp/v2/comments/3", `\/one\/comment-page-2\/#comment-3"`, "", ""},
			{"/wp-json/wp/v2/comments/4", `\/one\/comment-page-1\/#comment-4"`, "", ""},
			{"/wp-json/wp/v2/types/book", `"rest_base":"shelf"`, "", ""},
			{"/wp-json/wp/v2/shelf/30", `"isbn":"12-3"`, "", ""},
			{"/wp-json/wp/v2/shelf/30", `"title":"Read: A book"`, "", ""},
			{"/wp-json/wp/v2/shelf/30", `"name":"Novels","item":"https:\/\/old.example\/genre\/novels\/"`, "", ""},
			{"/wp-json/wp/v2/shelf/30", `https:\/\/old.example\/library\/`, "", ""},
			{"/wp-json/wp/v2/types/book", `"title":"Books!"`, "", ""},
			{"/wp-json/wp/v2/genres/9", `"index":"noindex"`, "", ""},
			{"/wp-json/wp/v2/types", `"slug":"post"`, `"slug":"never"`, ""},
			{"/", "of the own theme", "", ""},
			{"/library/", "<title>Books!</title>", "", ""},
		} {
			got := ask(one.path, one.as)
			if !strings.Contains(got, one.has) || one.hasNot != "" && strings.Contains(got, one.hasNot) {
				t.Errorf("%s: has no %s, or %s: %.4000s", one.path, one.has, one.hasNot, got)
			}
		}
		if got := site.Avatars.Of(ctx, a.Env.Site); got != "gravatar" {
			t.Errorf("pictures of people are %s", got)
		}
		// Looked at under another address, an entry is known by that, a change later too.
		if err := a.Env.Site.SetOption(ctx, site.URL.Name, "https://rehearsal.example"); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got := ask("/wp-json/wp/v2/posts/20?context=edit", "erna"); !strings.Contains(got, `"raw":"https:\/\/rehearsal.example\/?p=20"`) {
				t.Errorf("the GUID stays behind: %.300s", got)
			}
			r := httptest.NewRequest(http.MethodPost, "/wp-json/wp/v2/posts/20", strings.NewReader(`{"title":"Two"}`))
			r.Header.Set("Content-Type", "application/json")
			r.SetBasicAuth("erna", "abcd EFGH 1234")
			w := httptest.NewRecorder()
			if a.Handler().ServeHTTP(w, r); w.Code != http.StatusOK {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
		}
		// What the old index had of it counts until it is saved.
		if got := ask("/wp-json/wp/v2/posts/20", ""); strings.Contains(got, "of-a-gallery") {
			t.Errorf("a saved entry shows the old image: %s", got)
		}
	})
}
