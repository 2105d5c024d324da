package seo

import "testing"

func TestCanonicalAddress(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"https://Example.org/canon/":         "https://example.org/canon/",
		"/rel/path":                          "/rel/path",
		"//example.org/a":                    "/a",
		"http://e.test:81/a b/é?x=1&y&z=%C3": "http://e.test:81/a%20b/%c3%a9?x=1&y&z",
		"https://e.test/@me/%2f#A%20B":       "https://e.test/@me/%2f#A%20B",
		"https://e.test/a%3Cb%3Ec":           "https://e.test/ac",
		"ftp://e.test/":                      "",
		"javascript:alert(1)":                "",
		"words":                              "",
		"http://[":                           "",
		"":                                   "",
	} {
		got := canonicalAddress(given)
		if got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
		if again := canonicalAddress(got); again != got {
			t.Errorf("%q becomes %q", got, again)
		}
	}
}
