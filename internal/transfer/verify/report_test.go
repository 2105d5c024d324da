package verify

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"strings"
	"testing"
)

// A difference is to be expected only where it says no more than the reason.
func TestExpected(t *testing.T) {
	t.Parallel()
	person := "https://e.test/#/schema/person/"
	one, other := person+strings.Repeat("1", 32), person+strings.Repeat("2", 32)
	for _, c := range []struct {
		where, was, is string
		expected       bool
	}{
		{"/posts#1 /yoast_head_json/schema/@graph/0/author/@id", one, other, true},
		{"/posts#1 /yoast_head_json/schema/@graph/0/author/@id", one, "https://e.test/#organization", false},
		{"/posts#1 /yoast_head_json/schema/@graph/0/author/@id", one, missing, false},
		{"/posts#1 /yoast_head", "<title>A</title>", "<title>B</title>", false},
		{"/posts#1 /yoast_head", `"@id":"https:\/\/e.test\/#\/schema\/person\/` + strings.Repeat("1", 32) + `"`, `"@id":"https:\/\/e.test\/#\/schema\/person\/` + strings.Repeat("2", 32) + `"`, true},
		{"/posts#1 /yoast_head_json/next", "{base}/one/posts?context=edit&query-5-page=2", missing, true},
		{"/posts#1 /yoast_head_json/next", "{base}/one/2/", missing, false},
		{"/posts#1 /yoast_head", "<title>A</title>\n<link rel=\"next\" href=\"{base}/one/1?query-5-page=2\" class=\"a\" />\nB", "<title>A</title>\nB", true},
		{"/posts#1 /yoast_head", "<title>A</title>\n<link rel=\"next\" href=\"{base}/one/1?query-5-page=2\" />\nB", "<title>A</title>\nC", false},
		{"/posts#1 /yoast_head", "<title>A</title>\n<!-- Describe it -->\n<meta name=\"robots\" />", "<title>A</title>\n<!-- No description -->\n<meta name=\"robots\" />", true},
		{"/posts#1 /yoast_head", "<title>A</title>\n<!-- Describe it -->\n<meta name=\"robots\" />", "<title>A</title>\n<meta name=\"robots\" />", false},
		{"/posts#1 /yoast_head", "<title>A</title>\n<!-- Describe it -->\n<meta name=\"robots\" />", "<title>B</title>\n<!-- No description -->\n<meta name=\"robots\" />", false},
		{"/wp-json/wp/v2/settings /hours", "10-6", missing, true},
		{"/wp-json/wp/v2/settings /title", "A", "B", false},
		{"/wp-json/wp/v2/menu-locations?context=edit /footer/name", "footer", missing, true},
		{"/wp-json/redirection/v1/setting /installed", "/srv/old/", "", true},
		{"/posts#1 /content/rendered", "<p>A</p><script>one</script>", "<p>A</p><script>two</script>", true},
		{"/posts#1 /content/rendered", "<p>A</p><script>one</script>", "<p>A</p>", false},
		{"/posts#1 /content/rendered", "<p>A</p><script>one</script>", "<p>B</p><script>two</script>", false},
		{"/posts#1 /yoast_head_json/title", "A", "B", false},
		{"/posts#1 /meta/own", "x", missing, true},
		{"/posts#1 /meta/own", "x", "y", false},
		{"/users#1 /roles/0", "editor", "author", false},
		{"/users#1 /capabilities/shop", "true", missing, true},
		{"/users#1 /capabilities/edit_posts", "true", "false", false},
		{"/types /wp_template/description", "Des mod\u00e8les.", "Templates that the site has.", true},
		{"/types /book/description", "Own", "Other", false},
		{"/posts#1 /content/rendered", `<p class="wp-elements-13">A</p><img data-wp-key="6b084e409e11f"/>`, `<p class="wp-elements-9">A</p><img data-wp-key="d5eccebd10234"/>`, true},
		{"/posts#1 /content/rendered", `<a rel="nofollow" href="#comment-7">R</a><a href="{base}/wp-login.php?action=logout&amp;_wpnonce=d189b0ed10">`, `<a rel="nofollow" href="{base}/a/?replytocom=7#respond">R</a><a href="{base}/wp-login.php?action=logout">`, true},
		{"/posts#1 /content/rendered", `<a rel="nofollow" href="#comment-7">R</a>`, `<a rel="nofollow" href="{base}/a/?replytocom=8#respond">R</a>`, false},
		{"/posts#1 /content/rendered", `<form>A<input type="hidden" id="_wp_unfiltered_html_comment_disabled" name="a" value="b" /><script>c</script>` + "\n</form>", `<form>A</form>`, true},
		{"/posts#1 /content/rendered", `<figure id="attachment_1834" aria-describedby="caption-attachment-1834">`, `<figure id="attachment_1834-2" aria-describedby="caption-attachment-1834-2">`, true},
		{"/posts#1 /content/rendered", `<figure id="attachment_1834">`, `<figure id="attachment_1835">`, false},
		{"/posts#1 /yoast_head_json/schema/@graph/2/url", "{base}/a.jpg?w=604", "{base}/a.jpg", true},
		{"/posts#1 /yoast_head_json/schema/@graph/2/url", "{base}/a.jpg?w=604", "{base}/b.jpg", false},
		{"/posts#1 /yoast_head_json/schema/@graph/2/url", "{base}/a.jpg?v=604", "{base}/a.jpg", false},
		{"/types?context=edit /page/supports/excerpt", "true", missing, false},
		{"/wp-json/wp/v2/types?context=edit /page/supports/excerpt", "true", missing, true},
		{"/wp-json/wp/v2/types?context=edit /book/supports/excerpt", "true", missing, false},
		{"/?paged=2 status" + atFront, "301", "200", true},
		{"/?paged=2 status", "301", "200", false},
		{"/types /post/yoast_head", "<title>A</title>\n<meta a />\n<meta b />\n", "<title>A</title>\n<meta b />\n<meta a />", true},
		{"/types /post/yoast_head", "<title>A</title>\n<meta a />\n<meta b />\n", "<title>A</title>\n<meta b />\n<meta b />", false},
		{"/note/a/ status" + ofNoPages, "301", "404", true},
		{"/note/a/ status" + ofNoPages, "200", "500", false},
		{"/note/a/ leads to" + ofNoPages, "{base}/", "", true},
		{"/note/a/ leads to" + ofNoPages, "{base}/b/", "", false},
		{"/posts#1 /content/rendered", `<p class="wp-elements-13">A</p>`, `<p class="wp-elements-9">B</p>`, false},
	} {
		r := &Report{}
		r.count("x", false, c.where, c.was, c.is)
		if got := r.Explained == 1; got != c.expected || got != (r.Differences[0].Why != "") {
			t.Errorf("%s: %q and %q: expected %v, want %v", c.where, c.was, c.is, got, c.expected)
		}
	}
}

// oneSite answers with what it has under a path, whatever the query; else that there is nothing.
type oneSite map[string]string

func (oneSite) Base() string { return "https://old.example" }

func (s oneSite) Get(_ context.Context, path string, _ bool) (*Answer, error) {
	before, _, _ := strings.Cut(path, "?")
	if text, ok := s[before]; ok {
		return &Answer{Status: http.StatusOK, Header: http.Header{}, Body: []byte(text)}, nil
	}
	return &Answer{Status: http.StatusNotFound, Header: http.Header{}, Body: []byte("{}")}, nil
}

// refusing answers everything with a status and a text.
type refusing struct {
	oneSite
	status int
	text   string
}

func (s refusing) Get(context.Context, string, bool) (*Answer, error) {
	return &Answer{Status: s.status, Header: http.Header{}, Body: []byte(s.text)}, nil
}

// What ends a comparison is what the old site said: not each refusal is about the account.
func TestRefusalsAreTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		text   string
		signed bool
		is     error
		told   string
	}{
		{403, `{"code":"rest_cannot_view"}`, true, ErrUser, ""},
		{401, `{"code":"rest_not_logged_in"}`, true, ErrUser, ""},
		{401, `{"code":"rest_not_logged_in"}`, false, ErrNoSite, "401"},
		{403, "<html>Forbidden", true, ErrNoSite, "403"},
		{404, "<html>Nothing", true, ErrNoSite, "404"},
		{301, "", true, ErrNoSite, "301"},
		{200, "<html>Hello", true, ErrNoSite, "no JSON"},
		{503, "<html>Busy", true, nil, "503"},
	} {
		_, err := (&Verifier{Old: refusing{nil, c.status, c.text}, New: oneSite{}, Signed: c.signed}).Run(t.Context())
		if err == nil || c.is != nil && !errors.Is(err, c.is) || c.is != ErrUser && errors.Is(err, ErrUser) || !strings.Contains(err.Error(), c.told) {
			t.Errorf("%d %s: %v", c.status, c.text, err)
		}
	}
}

// An archive that isn't shown here is explained where its account published nothing, else not.
func TestArchivesOfAccountsAreExplained(t *testing.T) {
	t.Parallel()
	is := oneSite{
		"/wp-json/wp/v2/types": `{"post":{"rest_base":"posts","rest_namespace":"wp/v2"}}`,
		"/wp-json/wp/v2/posts": `[{"id":1,"author":7,"status":"publish","link":"https://old.example/a/"},{"id":2,"author":8,"status":"draft","link":"https://old.example/?p=2"}]`,
		"/wp-json/wp/v2/users": `[{"id":7,"link":"https://old.example/author/ann/"},{"id":8,"link":"https://old.example/author/kim/"}]`,
		"/a/":                  "",
	}
	was := maps.Clone(is)
	was["/author/ann/"], was["/author/kim/"] = "", ""
	r, err := (&Verifier{Old: was, New: is}).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.Explained != 1 || r.Unexplained() != 1 || len(r.Differences) != 2 {
		t.Fatalf("%+v", r)
	}
	for _, d := range r.Differences {
		if explained := strings.Contains(d.Where, "kim"); explained != (d.Why != "") {
			t.Errorf("%s: %q", d.Where, d.Why)
		}
	}
}
