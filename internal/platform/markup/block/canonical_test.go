package block

import "testing"

func TestCanonical(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"plain":           "plain",
		"<!-- /wp:a -->":  "",
		"0":               "",
		"<!-- /wp:a -->x": "<!-- /wp:a -->x",
		"00":              "00",
		`<!-- wp:a {"n": 1,  "é":"\u00e9/"} /-->`:                                    `<!-- wp:a {"n":1,"é":"é/"} /-->`,
		`<!-- wp:core/a --><!-- /wp:core/a -->`:                                      `<!-- wp:a /-->`,
		"<!-- wp:x/y\t-->t<!-- /wp:z -->":                                            "<!-- wp:x/y -->t<!-- /wp:x/y -->",
		"<!-- wp:a -->0<!-- /wp:a -->":                                               "<!-- wp:a /-->",
		"<!-- wp:a -->open":                                                          "<!-- wp:a -->open<!-- /wp:a -->",
		`<!-- wp:a {"q":"\"<b>&\\ --","z":0.50,"a":1} /-->`:                          `<!-- wp:a {"q":"\u0022\u003cb\u003e\u0026\u005c \u002d\u002d","z":0.5,"a":1} /-->`,
		`<!-- wp:a {"o":{},"l":[{}]} /-->`:                                           `<!-- wp:a {"o":[],"l":[[]]} /-->`,
		`<!-- wp:a {oops} -->x<!-- /wp:a -->`:                                        `<!-- wp:a -->x<!-- /wp:a -->`,
		`<!-- wp:a {} -->x<!-- wp:b {"n": null} --> <!-- /wp:b -->y<!-- /wp:a --> z`: `<!-- wp:a -->x<!-- wp:b {"n":null} --> <!-- /wp:b -->y<!-- /wp:a --> z`,
	} {
		got := Canonical(src)
		if got != want {
			t.Errorf("%s:\n got %s\nwant %s", src, got, want)
		}
		if again := Canonical(got); again != got {
			t.Errorf("%s became %s", got, again)
		}
	}
}
