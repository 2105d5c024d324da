package media_test

import (
	"strings"
	"testing"

	"quoin/internal/platform/outbound"

	"quoin/internal/api/core/env"
)

// Names of files come in UTF-8, or in what old clients write.
func TestNamesOfOldClients(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	for name, want := range map[string]string{
		"Gr\xf6\xdfe-\xdcbersicht.png":         "Grosse-Ubersicht.png",
		"Gr\u00f6\u00dfe-\u00dcbersicht-8.png": "Grose-Ubersicht-8.png",
		"\x80uro \x93q\x94.png":                "Euro-q.png",
		"a\x81b.png":                           "ab.png",
	} {
		if a := m.upload("author", name, pngOf(2, 2), ""); text(a, "filename") != want {
			t.Errorf("%q became %s, want %s", name, a.Text, want)
		}
	}
	// In forms the title has the letters of the name.
	if a := m.form("author", "Gr\xfcn.png", "image/png", pngOf(2, 2), nil); text(a, "title", "raw") != "Gr\u00fcn" {
		t.Errorf("title of a form's file: %s", a.Text)
	}
}

// The name of a file is text; no tag in it gets into the title.
func TestMarkupInNames(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	for _, role := range []string{"author", "administrator"} {
		for _, name := range []string{`"><img src=x onerror=alert(1)>.png`, `<script>alert(1)</script>.png`, `a<b.png`} {
			a := m.form(role, name, "image/png", pngOf(2, 2), nil)
			want(t, a, 201, "")
			if title := text(a, "title", "raw") + text(a, "title", "rendered"); strings.ContainsAny(title, "<>") || title == "" {
				t.Errorf("%s: %s has the title %s", role, name, title)
			}
		}
	}
}

// Pictures of the site itself are copied from where they are stored.
func TestFetchOwnPicture(t *testing.T) {
	t.Parallel()
	m := newSite(t, func(e *env.Env) { e.Outbound = outbound.New(outbound.Config{}) })
	src := text(m.upload("author", "own.png", pngOf(30, 20), ""), "source_url")
	a := m.Do("author", "POST", "core/v2/media", `{"url":"`+src+`"}`)
	want(t, a, 201, "")
	if got := text(a, "media_details", "width") + " " + text(a, "filename"); got != "30 own-1.png" {
		t.Errorf("copy is %s", got)
	}
	want(t, m.Do("author", "POST", "core/v2/media", `{"url":"`+strings.Replace(src, "own", "none", 1)+`"}`), 500, "http_404")
	for _, foreign := range []string{"../../own.png", "./own.png", "/own.png"} {
		want(t, m.Do("author", "POST", "core/v2/media", `{"url":"http://example.org/wp-content/uploads/`+foreign+`"}`), 400, "rest_invalid_param")
	}
}
