package front

import "testing"

// TestFeedsByOtherNames holds that feeds are shown by each name of a site whose address has a
// port, and lead to its own name elsewhere.
func TestFeedsByOtherNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		base  string
		is    kinds
		stays bool
	}{
		{"http://example.org:8080", kinds{feed: "rss2"}, true},
		{"http://example.org", kinds{feed: "rss2"}, false},
		{"http://example.org:8080", kinds{single: true}, false},
		{"http://example.org", kinds{search: true}, true},
	} {
		if got := (&resolvedPage{is: c.is}).staysByOtherName(&input{base: c.base}); got != c.stays {
			t.Errorf("%+v of %s stays: %v", c.is, c.base, got)
		}
	}
}
