package settings_test

import (
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/settings"
)

func TestRights(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, settings.Routes)
	for _, method := range []string{"GET", "POST", "PUT"} {
		for role, status := range map[string]int{"": 401, "editor": 403} {
			a := s.Do(role, method, "core/v2/settings", "")
			if a.Status != status || a.Code() != "rest_forbidden" {
				t.Errorf("%s as %q: %s", method, role, a.Text)
			}
		}
	}
}

func TestWrites(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, settings.Routes)
	for _, tt := range []struct {
		body, name string
		want       any
	}{
		{`{"title":"A <b>b</b> &amp; c"}`, "title", "A &lt;b&gt;b&lt;/b&gt; &amp; c"},
		{`{"title":null}`, "title", nil},
		{`{"timezone":"Europe/Paris"}`, "timezone", "Europe/Paris"},
		{`{"timezone":"Not/AZone"}`, "timezone", "Europe/Paris"},
		{`{"timezone":"../../etc/passwd"}`, "timezone", "Europe/Paris"},
		{`{"date_format":"<i>Y</i>-m"}`, "date_format", "Y-m"},
		{`{"start_of_week":-9}`, "start_of_week", "9"},
		{`{"posts_per_page":0}`, "posts_per_page", "1"},
		{`{"posts_per_page":-7}`, "posts_per_page", "7"},
		{`{"posts_per_page":-1}`, "posts_per_page", "-1"},
		{`{"posts_per_page":null}`, "posts_per_page", "10"},
		{`{"language":"xx_YY"}`, "language", "en_US"},
		{`{"use_smilies":false}`, "use_smilies", false},
		{`{"show_on_front":"odd"}`, "show_on_front", "odd"},
		{`{"default_comment_status":"closed"}`, "default_comment_status", "closed"},
		{`{"site_logo":"12"}`, "site_logo", "12"},
		{`{"site_logo":null}`, "site_logo", nil},
		{`{"unknown":1}`, "use_smilies", nil},
		{`{"use_smilies":true}`, "use_smilies", true},
	} {
		a := s.Do("administrator", "POST", "core/v2/settings", tt.body)
		got := a.Get(tt.name)
		if n, ok := got.(interface{ String() string }); ok {
			got = n.String()
		}
		if a.Status != 200 || got != tt.want {
			t.Errorf("%s: %d %s is %v, want %v", tt.body, a.Status, tt.name, got, tt.want)
		}
	}
}

func TestBadValuesStoreNothing(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, settings.Routes)
	for body, detail := range map[string]string{
		`{"description":"new","posts_per_page":"x"}`:               "posts_per_page",
		`{"description":"new","email":"bad"}`:                      "email",
		`{"description":"new","default_comment_status":"perhaps"}`: "default_comment_status",
		`{"description":"new","use_smilies":"maybe"}`:              "use_smilies",
		`{"description":["new"]}`:                                  "description",
	} {
		a := s.Do("administrator", "PUT", "core/v2/settings", body)
		if a.Status != 400 || a.Code() != "rest_invalid_param" || a.Get("data", "params", detail) == nil {
			t.Errorf("%s: %s", body, a.Text)
		}
	}
	if a := s.Do("administrator", "GET", "core/v2/settings?_fields=description", ""); a.Get("description") == "new" {
		t.Errorf("a refused request stored something: %s", a.Text)
	}
}

// TestUnfitStoredValue resets a setting whose stored value doesn't fit it: the
// answer says so, and what the same request stored before is taken back.
func TestUnfitStoredValue(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, settings.Routes)
	if err := s.Env.Site.SetOption(s.Context(), "start_of_week", "Monday"); err != nil {
		t.Fatal(err)
	}
	if a := s.DoReference("administrator", "GET", "wp/v2/settings", ""); a.Get("start_of_week") != nil {
		t.Errorf("an unfit value is shown: %s", a.Text)
	}
	a := s.Do("administrator", "POST", "core/v2/settings", `{"title":"taken back","start_of_week":null}`)
	if a.Status != 500 || a.Code() != "rest_invalid_stored_value" {
		t.Errorf("reset: %s", a.Text)
	}
	if a := s.Do("administrator", "GET", "core/v2/settings", ""); a.Get("title") == "taken back" {
		t.Error("a failed request stored a title")
	}
}
