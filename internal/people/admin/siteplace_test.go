package admin

import (
	"net/url"
	"testing"
)

// Compat (TestSitePlace): addresses of the site editor as clients of the field make them
// lead to those that its packages read.
func TestSitePlace(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{
		"": "", "p=%2Fpage": "",
		"postType=wp_template":                                     "p=%2Ftemplate",
		"postType=wp_template&postId=quoin%2F%2Findex":             "p=%2Ftemplate&postId=quoin%2F%2Findex",
		"postType=wp_template&postId=quoin%2F%2Findex&canvas=edit": "canvas=edit&p=%2Fwp_template%2Fquoin%2F%2Findex",
		"postType=wp_navigation&postId=4":                          "p=%2Fwp_navigation%2F4",
		"postType=wp_navigation":                                   "p=%2Fnavigation",
		"postType=page&postId=3&canvas=edit":                       "canvas=edit&p=%2Fpage%2F3",
		"postType=wp_template_part":                                "p=%2Fpattern&postType=wp_template_part",
		"postType=wp_block&activeView=my":                          "activeView=my&p=%2Fpattern",
		"path=%2Fwp_global_styles":                                 "p=%2Fstyles",
		"path=%2Fpatterns":                                         "p=%2Fpattern",
		"path=%2Fwp_template_part%2Fall":                           "p=%2Fpattern&postType=wp_template_part",
		"canvas=edit":                                              "canvas=edit&p=%2F",
		"postType=book":                                            "p=%2F&postType=book",
	} {
		query, err := url.ParseQuery(from)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if place, ok := sitePlace(query); ok {
			got = place.Encode()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", from, got, want)
		}
	}
}
