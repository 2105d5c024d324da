package api

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"quoin/internal/app"
)

// foreignBytes are what no text of a database is, or what becomes much there.
var foreignBytes = []string{
	"\x00", "a\x00b", "\xff\xfe", "\xed\xa0\x80", "\xc0\x80", "\xf4\x90\x80\x80", "'", `\`, "$1", "?", "{}", "{1,2}", "[1,2]",
	"9223372036854775808", "-9223372036854775809", "99999999999999999999999999999999", "1e400", "NaN", "Infinity", "0x7fffffffffffffff",
	"294277-01-01", "0000-00-00 00:00:00", "-4714-01-01", "infinity", strings.Repeat("%", 3000), strings.Repeat("%_", 3000) + "x",
	strings.Repeat(`\%`, 1500), strings.Repeat("a%", 1500), strings.Repeat("(", 3000), strings.Repeat("a ", 2000), "a:* & b | !c <-> d",
}

// escapedAll writes each byte of a text as an escape of addresses.
func escapedAll(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// TestForeignBytes sends what databases don't take in every place of what a stranger
// sends to the site: paths, queries, headers, forms and cookies. Nothing is a failure of
// the server, on either engine.
func TestForeignBytes(t *testing.T) {
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		s.fill()
		post := s.make("/core/v2/posts", map[string]any{"title": "Open", "content": "Text.", "status": "publish"})
		failures := 0
		send := func(what string, r *http.Request) {
			w := httptest.NewRecorder()
			s.handler.ServeHTTP(w, r)
			if w.Code >= 500 && w.Code != http.StatusNotImplemented {
				logs := s.logs.String()
				if failures++; failures < 10 {
					t.Errorf("%s: %d %.300s\n%s", what, w.Code, w.Body, logs[max(0, len(logs)-1500):])
				}
			}
		}
		get := func(target string) *http.Request {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
			u, err := url.ParseRequestURI(target)
			if err != nil {
				t.Fatal(err)
			}
			r.URL, r.RequestURI = u, target
			return r
		}
		queries := []string{
			"/?s=", "/?p=", "/?page_id=", "/?cat=", "/?tag=", "/?author=", "/?author_name=", "/?m=", "/?year=", "/?monthnum=", "/?day=", "/?paged=", "/?page=", "/?feed=",
			"/?name=", "/?pagename=", "/?attachment_id=", "/?post_type=", "/?orderby=", "/?order=", "/?preview=true&p=", "/?replytocom=", "/?cpage=", "/?lang=", "/?unapproved=1&moderation-hash=",
			"/?p=" + post + "&cpage=", "/?p=" + post + "&page=", "/?p=" + post + "&replytocom=", "/?query-1-page=", "/?rest_route=", "/?sitemap=", "/?sitemap-n=",
			"/wp-login.php?action=", "/wp-login.php?redirect_to=", "/wp-login.php?action=rp&login=admin&key=", "/wp-login.php?action=rp&key=a&login=", "/wp-login.php?wp_lang=",
			"/wp-login.php?action=confirmaction&request_id=", "/wp-admin/?wp_lang=", "/wp-admin/post.php?action=edit&post=", "/wp-admin/edit.php?s=", "/wp-admin/profile.php?newuseremail=",
			"/wp-admin/authorize-application.php?app_name=", "/wp-admin/admin.php?action=", "/wp-json/wp/v2/posts?search=", "/wp-json/wp/v2/posts?slug=", "/wp-json/wp/v2/posts?after=",
			"/wp-json/wp/v2/posts?include=", "/wp-json/wp/v2/posts?offset=", "/wp-json/wp/v2/posts?page=", "/wp-json/wp/v2/search?search=", "/wp-json/wp/v2/users?search=", "/wp-json/wp/v2/comments?post=",
			"/wp-json/wp/v2/tags?search=", "/wp-json/oembed/1.0/embed?url=", "/wp-json/wp/v2/posts?_locale=", "/wp-json/wp/v2/posts?_fields=", "/api/core/v2/posts?search=",
		}
		paths := []string{
			"/", "/feed/", "/category/", "/tag/", "/author/", "/page/", "/2026/", "/2026/01/", "/2026/01/02/", "/comments/feed/", "/wp-sitemap-", "/wp-content/uploads/", "/wp-json/wp/v2/posts/",
			"/wp-json/wp/v2/users/", "/wp-json/wp/v2/types/", "/wp-json/wp/v2/settings/", "/wp-json/wp/v2/templates/", "/wp-json/wp/v2/blocks/", "/search/", "/embed/", "/wp-admin/", "/wp-content/themes/",
		}
		headers := []string{"User-Agent", "Referer", "X-Forwarded-For", "Accept-Language", "X-Wp-Nonce", "If-None-Match", "Origin", "Authorization", "Cookie"}
		forms := map[string]string{
			"/wp-login.php":                         "log=admin&pwd=wrong&redirect_to=/&testcookie=1&rememberme=1",
			"/wp-login.php?action=lostpassword":     "user_login=admin&redirect_to=/",
			"/wp-login.php?action=resetpass":        "pass1=a&pass2=a&rp_key=a",
			"/wp-login.php?action=postpass":         "post_password=a",
			"/wp-login.php?action=passkey":          "passkey_state=a&credential=b",
			"/wp-comments-post.php":                 "comment_post_ID=" + post + "&author=a&email=a@example.org&url=http://example.org&comment=hello&comment_parent=0",
			"/wp-admin/authorize-application.php":   "app_name=a&app_id=b&success_url=https://example.org",
			"/wp-admin/admin-ajax.php":              "action=heartbeat&_nonce=a&interval=60&screen_id=b",
			"/wp-json/wp/v2/comments":               "post=" + post + "&author_name=a&author_email=a@example.org&content=hello",
			"/wp-json/wp/v2/users/me":               "name=a&email=b",
			"/wp-json/batch/v1":                     "requests=a",
			"/wp-json/redirection/v1/redirect/post": "url=/a",
		}
		for _, v := range foreignBytes {
			value := escapedAll(v)
			for _, q := range queries {
				send("GET "+q+value, get(q+value))
				name, _, _ := strings.Cut(q[strings.IndexByte(q, '?')+1:], "=")
				send("GET /?"+name+"[]="+value, get("/?"+name+"[]="+value+"&"+name+"["+value+"]=1"))
			}
			for _, p := range paths {
				send("GET "+p+value, get(p+value))
				send("GET "+p+value+"/", get(p+value+"/"))
			}
			for _, h := range headers {
				for _, p := range []string{"/", "/nothing/here", "/wp-json/wp/v2/posts", "/wp-login.php"} {
					r := get(p)
					r.Header[h] = []string{v}
					if h == "Cookie" {
						r.Header[h] = []string{"wordpress_logged_in_a=" + v + "; wp-settings-1=" + v + "; comment_author_a=" + v + "; wp-postpass_a=" + v + "; wp_lang=" + v}
					}
					send(p+" with "+h+" "+v[:min(len(v), 20)], r)
				}
			}
			r := get("/wp-json/wp/v2/posts")
			r.SetBasicAuth("test_author"+v, s.secrets["author"])
			send("log-in of "+v[:min(len(v), 20)], r)
			r = get("/wp-json/wp/v2/posts")
			r.SetBasicAuth("test_author", v)
			send("log-in with "+v[:min(len(v), 20)], r)
			for path, form := range forms {
				if path == "/wp-login.php" && !slices.Contains(foreignBytes[:5], v) {
					continue // each try to log in waits for half a second
				}
				fields, err := url.ParseQuery(form)
				if err != nil {
					t.Fatal(err)
				}
				for name := range fields {
					changed := url.Values{}
					for k, list := range fields {
						changed[k] = list
					}
					changed[name] = []string{v}
					changed[name+v] = []string{"x"}
					r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(changed.Encode()))
					r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
					r.RemoteAddr = "192.0.2.9:1"
					send("POST "+path+" with "+name+" "+v[:min(len(v), 20)], r)
				}
			}
		}
		if failures > 0 {
			t.Errorf("%d requests failed", failures)
		}
	})
}
