package analytics

import "testing"

// TestTagged marks addresses of all forms.
func TestTagged(t *testing.T) {
	const mark = "utm_source=rss&utm_medium=rss&utm_campaign="
	for _, c := range []struct {
		address, slug string
		byAnchor      bool
		want          string
	}{
		{"https://site.example/a/", "a", false, "https://site.example/a/?" + mark + "a"},
		{"https://site.example/?p=7", "a", false, "https://site.example/?p=7&" + mark + "a"},
		{"https://site.example/?p=7", "a", true, "https://site.example/?p=7#" + mark + "a"},
		{"https://site.example/%c3%a9/", "%c3%a9", false, "https://site.example/%c3%a9/?" + mark + "%25c3%25a9"},
		{"https://site.example/?p=7", "", false, "https://site.example/?p=7"},
	} {
		if got := tagged(c.address, c.slug, c.byAnchor); got != c.want {
			t.Errorf("%s: %s, want %s", c.address, got, c.want)
		}
	}
}
