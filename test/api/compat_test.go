package api

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
)

// Small ways of the reference that clients depend on, one line each.
func TestReferenceDetails(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	page := s.make("/core/v2/pages", map[string]any{"title": "Page", "status": "publish"})
	s.make("/core/v2/pages/"+page, map[string]any{"content": "Changed"})
	var revisions []any
	revisions, _ = s.do("administrator", "GET", "/api/core/v2/pages/"+page+"/revisions", nil).json(t).([]any)
	revision := fmt.Sprintf("/api/core/v2/pages/%s/revisions/%v", page, at(revisions[0], "id"))
	for _, c := range []struct{ path, pointer, want string }{
		{revision + "?_fields=id,slug", "_links", "<nil>"},
		{revision + "?_fields=id,parent", "_links/parent/0/href", "http://example.org/api/core/v2/pages/" + page},
		{revision, "_links/parent/0/href", "http://example.org/api/core/v2/pages/" + page},
		{"/api/core/v2/pages/" + page + "/revisions?_fields=id,_links", "0/_links", "<nil>"},
		{"/api/core/v2/pages/" + page + "/revisions?_fields=parent,_links", "0/_links/parent/0/href", "http://example.org/api/core/v2/pages/" + page},
		{"/api/core/v2/types?_embed=1&_fields=page._links,_embedded", "page/_links/collection/0/href", "http://example.org/api/core/v2/types"},
		{"/api/core/v2/types?_fields=page._links,_embedded", "page", "[]"},
		{"/api/core/v2/statuses?_embed=1&_fields=publish._links,_embedded", "publish/_links/archives/0/href", "http://example.org/api/core/v2/posts"},
	} {
		v := s.do("administrator", "GET", c.path, nil).json(t)
		if got := fmt.Sprint(at(v, strings.Split(c.pointer, "/")...)); got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.path, c.pointer, got, c.want)
		}
	}
}

// A batch names each request by a whole path.
func TestBatchPaths(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	for _, c := range []struct {
		root, path string
		status     float64
	}{
		{"/api", "/core/v2/tags", 201},
		{"/api", "core/v2/tags", 404},
		{"/api", "/core/v2/tags/", 404},
		{"/api", "?x=1", 404},
		{"/api", "", 404},
		{"/wp-json", "/wp/v2/tags", 201},
		{"/wp-json", "wp/v2/tags", 404},
	} {
		a := s.do("administrator", "POST", c.root+"/batch/v1", map[string]any{"requests": []any{
			map[string]any{"path": c.path, "body": map[string]any{"name": "Tag " + c.root + c.path}},
		}})
		list, _ := at(a.object(t), "responses").([]any)
		if len(list) != 1 || at(list[0], "status") != c.status {
			t.Errorf("%s %q: %s, want %v", c.root, c.path, a.body, c.status)
		}
		if c.status == 404 && at(list[0], "body", "code") != "rest_no_route" {
			t.Errorf("%s %q: %s", c.root, c.path, a.body)
		}
	}
}

// Allow tells what the caller may do with the very parameters, also when they
// are bad: no entry has the id x.
func TestAllowOfBadParameters(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	for _, c := range []struct{ role, path, want string }{
		{"", "categories?post=x", ""},
		{"administrator", "categories?post=x", "POST"},
		{"administrator", "categories?post=0", "GET, POST"},
		{"", "categories?per_page=1000", "GET"},
		{"", "comments?post=x", "GET"},
		{"administrator", "posts?page=x", "GET, POST"},
	} {
		a := s.do(c.role, "GET", "/api/core/v2/"+c.path, nil)
		if got := a.header.Get("Allow"); got != c.want {
			t.Errorf("%s %s: %d, Allow is %q, want %q", c.role, c.path, a.status, got, c.want)
		}
	}
}

// A menu that takes new pages numbers them by the items it has.
func TestOrderOfAddedPages(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	menu := s.make("/core/v2/menus", map[string]any{"name": "Menu", "auto_add": true})
	s.make("/core/v2/pages", map[string]any{"title": "First", "status": "publish"})
	s.make("/core/v2/menu-items", map[string]any{"title": "Custom", "url": "http://example.org/", "status": "publish", "menus": number(menu), "menu_order": 40})
	s.make("/core/v2/pages", map[string]any{"title": "Second", "status": "publish"})
	list, _ := s.do("administrator", "GET", "/api/core/v2/menu-items?menus="+menu+"&_fields=title.rendered,menu_order", nil).json(t).([]any)
	var got []string
	for _, item := range list {
		got = append(got, fmt.Sprint(at(item, "title", "rendered"), " ", at(item, "menu_order")))
	}
	if fmt.Sprint(got) != "[First 0 Second 3 Custom 40]" {
		t.Errorf("items are %v", got)
	}
}
