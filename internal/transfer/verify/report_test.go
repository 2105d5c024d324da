package verify

import (
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
		{"/posts#1 /yoast_head", "<title>A</title>", "<title>B</title>", true},
		{"/posts#1 /yoast_head_json/title", "A", "B", false},
		{"/posts#1 /meta/own", "x", missing, true},
		{"/posts#1 /meta/own", "x", "y", false},
		{"/users#1 /roles/0", "editor", "author", false},
		{"/users#1 /capabilities/shop", "true", missing, true},
		{"/users#1 /capabilities/edit_posts", "true", "false", false},
		{"/types /wp_template/description", "Des mod\u00e8les.", "Templates that the site has.", true},
		{"/types /book/description", "Own", "Other", false},
		{"/posts#1 /content/rendered", `<p class="wp-elements-13">A</p><img data-wp-key="6b084e409e11f"/>`, `<p class="wp-elements-9">A</p><img data-wp-key="d5eccebd10234"/>`, true},
		{"/posts#1 /content/rendered", `<p class="wp-elements-13">A</p>`, `<p class="wp-elements-9">B</p>`, false},
	} {
		r := &Report{}
		r.count("x", false, c.where, c.was, c.is)
		if got := r.Explained == 1; got != c.expected || got != (r.Differences[0].Why != "") {
			t.Errorf("%s: %q and %q: expected %v, want %v", c.where, c.was, c.is, got, c.expected)
		}
	}
}

// An archive that isn't shown here, of an account that published nothing, is explained; another
// answer isn't.
func TestArchivesOfAccountsAreExplained(t *testing.T) {
	t.Parallel()
	r := &Report{}
	r.count("pages", false, "/author/ann/ status", "200", "404")
	r.count("pages", false, "/author/ann/ status", "200", "500")
	r.count("pages", false, "/about/ status", "200", "404")
	if r.Explained != 1 || r.Unexplained() != 2 || r.Differences[0].Why == "" {
		t.Errorf("%+v", r)
	}
}
