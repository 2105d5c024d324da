package site_test

import (
	"strings"
	"testing"

	"quoin/internal/domain/site"
)

func TestCheckPermalinks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ structure, categories, tags, want string }{
		{"", "", "", ""},
		{site.DefaultPermalinks, "", "", ""},
		{"/%postname%/", "topics", "labels/all", ""},
		{"/archives/%post_id%", "/topics/", "", ""},
		{"/%category%/%author%/%postname%", "", "", ""},
		{"/%year%%monthnum%/%post_id%-%postname%.html", "", "", "between"},
		{"/%year%-%monthnum%/%post_id%-%postname%.html", "", "", ""},
		{"/blog/%postname%/", "blog/topics", "", ""},

		{"%postname%", "", "", "begin with"},
		{"/%year%/", "", "", "share"},
		{"/fixed/", "", "", "share"},
		{"/%postnam%/", "", "", "no tag %postnam%"},
		{"/%%/%postname%/", "", "", "no tag %%"},
		{"/100%/%postname%/", "", "", "only"},
		{"/%postname%/%postname%/", "", "", "twice"},
		{"/%postname%-%author%/", "", "", "slash"},
		{"/a%category%/%postname%/", "", "", "alone"},
		{"//%postname%/", "", "", "two slashes"},
		{"/a//%postname%/", "", "", "two slashes"},
		{"/../%postname%/", "", "", "part of"},
		{"/index.php/%postname%/", "", "", "part of"},
		{"/a b/%postname%/", "", "", "only"},
		{"/a?/%postname%/", "", "", "only"},
		{"/api/%postname%/", "", "", "elsewhere"},
		{"/wp-json/%postname%/", "", "", "elsewhere"},
		{"/feed/%postname%/", "", "", "elsewhere"},
		{"/" + strings.Repeat("a", 200) + "%postname%", "", "", "bytes"},
		{strings.Repeat("/a", 10) + "/%postname%", "", "", "parts"},

		{"/%postname%/", "x", "/x/", "different"},
		{"/%postname%/", "tag", "", "different"},
		{"/%postname%/", "author", "", "other lists"},
		{"/blog/%postname%/", "blog/type/x", "", "other lists"},
		{"/topics/%postname%/", "topics", "", "of entries"},
		{"/%postname%/", "search", "", "elsewhere"},
		{"/%postname%/", "%category%", "", "only"},
		{"/%postname%/", "/", "", "two slashes"},
		{"/%postname%/", "", strings.Repeat("a", 201), "bytes"},
	} {
		err := site.CheckPermalinks(c.structure, c.categories, c.tags)
		if c.want == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, %q, %q: %v, want %q", c.structure, c.categories, c.tags, err, c.want)
		}
	}
}
