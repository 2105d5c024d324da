package editor

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/api/core/menuitems"
	"quoin/internal/api/core/menus"
	"quoin/internal/api/core/navigation"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/theme/quoin"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/wire"
)

func routes(e *env.Env) []rest.Route {
	return slices.Concat(Details(e), Routes(e), menus.Routes(e), menuitems.Routes(e), navigation.Routes(e))
}

func TestDetails(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		switch r.URL.Path {
		case "/page":
			fmt.Fprint(w, `<html><head><title>A &amp; B</title><link rel="shortcut icon" href="i.png"><meta property="og:description" content="og">
				<META NAME="Description" CONTENT="Told"><meta property="og:image" content="/p.jpg"></head><body><title>no</title></body>`)
		case "/empty":
		case "/gone":
			w.WriteHeader(http.StatusGone)
		}
	}))
	t.Cleanup(server.Close)
	s := coretest.New(t, func(e *env.Env) []rest.Route {
		e.Outbound = outbound.New(outbound.Config{
			Allow: []netip.AddrPort{netip.MustParseAddrPort(server.Listener.Addr().String())}, Timeout: 5 * time.Second,
		})
		return routes(e)
	})
	ask := func(role, address string) coretest.Answer {
		return s.Do(role, "GET", "core-block-editor/v1/url-details?url="+url.QueryEscape(address), "")
	}
	for range 2 {
		a := ask("contributor", server.URL+"/page")
		if a.Get("title") != "A & B" || a.Get("description") != "Told" || a.Get("icon") != server.URL+"/i.png" || a.Get("image") != server.URL+"/p.jpg" {
			t.Errorf("%d %s", a.Status, a.Text)
		}
	}
	if asked.Load() != 1 {
		t.Errorf("the page was asked %d times", asked.Load())
	}
	for _, c := range []struct {
		role, address, code string
		status              int
	}{
		{"subscriber", server.URL + "/page", "rest_cannot_view_url_details", 403},
		{"", server.URL + "/page", "rest_cannot_view_url_details", 401},
		{"", "http://10.0.0.1/", "rest_invalid_param", 400},
		{"editor", "words", "rest_invalid_param", 400},
		{"editor", "http://127.0.0.1/", "rest_invalid_param", 400},
		{"editor", "file:///etc/passwd", "rest_invalid_param", 400},
		{"editor", server.URL + "/empty", "no_content", 404},
		{"editor", server.URL + "/gone", "no_response", 404},
	} {
		if a := ask(c.role, c.address); a.Status != c.status || a.Code() != c.code {
			t.Errorf("%q %s: %d %s, want %s", c.role, c.address, a.Status, a.Text, c.code)
		}
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	const page = "https://example.org/a/b?c"
	for markup, want := range map[string]string{
		``: `{"title":"","icon":"","description":"","image":""}`,
		`<title> A
			B </title><link rel="icon" href="https://c.example/i">`: `{"title":"A B","icon":"https:\/\/c.example\/i","description":"","image":""}`,
		`<link rel="icon" href="javascript:x"><meta property="og:image" content="//c.example/p">`: `{"title":"","icon":"","description":"","image":"https:\/\/c.example\/p"}`,
		`<link rel="icon" href="data:image/png;base64,x"><meta name="description" content="">`:    `{"title":"","icon":"data:image\/png;base64,x","description":"","image":""}`,
		`<title>`: `{"title":"","icon":"","description":"","image":""}`,
	} {
		if got := string(wire.Encode(describe(markup, page), nil)); got != want {
			t.Errorf("%s\nbecame %s\nwant   %s", markup, got, want)
		}
	}
}

func TestFallback(t *testing.T) {
	t.Parallel()
	const path = "core-block-editor/v1/navigation-fallback"
	t.Run("pages", func(t *testing.T) {
		t.Parallel()
		s := coretest.New(t, routes)
		for role, want := range map[string]int{"": 401, "editor": 403} {
			if a := s.Do(role, "GET", path, ""); a.Status != want || a.Code() != "rest_cannot_create" {
				t.Errorf("%q: %d %s", role, a.Status, a.Text)
			}
		}
		first := s.Do("administrator", "GET", path+"?_embed", "")
		if first.Get("_embedded", "self", 0, "content", "raw") != "<!-- wp:page-list /-->" {
			t.Errorf("%s", first.Text)
		}
		if again := s.Do("administrator", "GET", path, ""); again.Get("id") == nil || fmt.Sprint(again.Get("id")) != fmt.Sprint(first.Get("id")) {
			t.Errorf("a second one was made: %s", again.Text)
		}
	})
	t.Run("classic", func(t *testing.T) {
		t.Parallel()
		s := coretest.New(t, routes)
		post := s.AddEntry(content.TypePost, content.Publish, s.IDs["author"], "Post")
		const items = "core/v2/menu-items"
		s.Run("own", []coretest.Step{
			{Role: "administrator", Method: "POST", Path: "core/v2/menus", Body: `{"name":"Main","locations":["primary"]}`, Status: 201, Keep: "m"},
			{Role: "administrator", Method: "POST", Path: "core/v2/menus", Body: `{"name":"Newer"}`, Status: 201, Keep: "n"},
			{Role: "administrator", Method: "POST", Path: items, Body: `{"title":"Other","url":"https://example.org/n","menus":{n}}`, Status: 201},
			{Role: "administrator", Method: "POST", Path: items, Body: `{"title":"Top --> <b>","url":"https://example.org/","menus":{m},"target":"_blank"}`, Status: 201, Keep: "a"},
			{Role: "administrator", Method: "POST", Path: items, Body: fmt.Sprintf(`{"type":"post_type","object_id":%d,"menus":{m},"parent":{a}}`, post), Status: 201},
			{Role: "administrator", Method: "POST", Path: items, Body: `{"type":"post_type","object":"post","object_id":9999,"menus":{m}}`, Status: 201},
		})
		a := s.Do("administrator", "GET", path+"?_embed", "")
		want := `<!-- wp:navigation-submenu {"kind":"custom","label":"Top \u002d\u002d\u003e \u003cb\u003e","opensInNewTab":true,"type":"custom","url":"https://example.org/"} -->` +
			fmt.Sprintf(`<!-- wp:navigation-link {"id":%d,"kind":"post-type","label":"Post","type":"post","url":"http://example.org/2026/03/04/post/"} /-->`, post) +
			`<!-- /wp:navigation-submenu -->`
		if got := a.Get("_embedded", "self", 0, "content", "raw"); got != want {
			t.Errorf("%v\nwant %s", got, want)
		}
	})
}

func TestExport(t *testing.T) {
	t.Parallel()
	theme, err := theme.Load(quoin.FS(), quoin.ID, theme.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := coretest.New(t, func(e *env.Env) []rest.Route {
		e.Theme = theme
		return routes(e)
	})
	for role, want := range map[string]int{"": 401, "editor": 403} {
		if status, _, _ := s.Raw(role, "GET", "core-block-editor/v1/export"); status != want {
			t.Errorf("%q: %d", role, status)
		}
	}
	status, header, body := s.Raw("administrator", "GET", "core-block-editor/v1/export")
	if status != 200 || header.Get("Content-Type") != "application/zip" || header.Get("Content-Disposition") != "attachment; filename="+theme.ID+".zip" || header.Get("Allow") != "" {
		t.Errorf("%d %v", status, header)
	}
	z, err := zip.NewReader(bytes.NewReader([]byte(body)), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, twice := found[f.Name]; twice {
			t.Errorf("%s is there twice", f.Name)
		}
		found[f.Name] = string(text)
	}
	for _, name := range theme.Files() {
		if _, ok := found[name]; !ok {
			t.Errorf("%s is missing", name)
		}
	}
	if !strings.Contains(found["theme.json"], `"version"`) || found["templates/index.html"] == "" || strings.Contains(found["templates/index.html"], `"theme":"`) {
		t.Errorf("theme.json %.80s, index %.200s", found["theme.json"], found["templates/index.html"])
	}
}
