package search_test

import (
	"strconv"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/search"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
)

func newSite(t *testing.T) *coretest.Site {
	t.Helper()
	return coretest.New(t, search.Routes)
}

func addTerm(t *testing.T, s *coretest.Site, tax, name, slug string) {
	t.Helper()
	if err := s.DB.InsertTerm(s.Context(), &taxonomy.Term{Taxonomy: tax, Name: name, Slug: slug}); err != nil {
		t.Fatal(err)
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	editor := s.IDs["editor"]
	s.AddEntry("post", "publish", editor, "Tern colony")
	s.AddEntry("page", "publish", editor, "Tern guide")
	s.AddEntry("post", "draft", editor, "Tern draft")
	secret := s.AddEntry("post", "publish", editor, "Tern secret")
	e, err := s.DB.EntryByID(s.Context(), secret)
	if err != nil {
		t.Fatal(err)
	}
	password := "p"
	if _, err := s.Env.Entries.Update(s.Context(), access.System(), e, content.Change{Password: &password}); err != nil {
		t.Fatal(err)
	}
	addTerm(t, s, "category", "Terns", "terns")
	addTerm(t, s, "post_tag", "A tern", "a-tern")
	addTerm(t, s, "post_format", "post-format-video", "post-format-video")
	addTerm(t, s, "post_format", "post-format-aside", "post-format-aside")

	for _, tt := range []struct {
		role, query, total string
		titles             []string
	}{
		{"", "search=tern", "2", []string{"Tern colony", "Tern guide"}},
		{"subscriber", "search=tern&subtype=post", "2", []string{"Tern colony", "Tern secret"}},
		{"", "search=tern&subtype=page", "1", []string{"Tern guide"}},
		{"", "search=tern&subtype[]=post&subtype[]=page", "2", []string{"Tern colony", "Tern guide"}},
		{"", "search=tern&type=post&subtype=category", "1", []string{"Tern colony"}},
		{"", "search=guide+-tern", "0", nil},
		{"", "type=term&search=tern", "2", []string{"A tern", "Terns"}},
		{"", "type=term&search=tern&subtype=post_tag", "1", []string{"A tern"}},
		{"", "type=post-format", "2", []string{"Aside", "Video"}},
		{"", "type=post-format&search=VID", "1", []string{"Video"}},
		{"", "type=post-format&search=0", "2", []string{"Aside", "Video"}},
		{"", "type=post-format&search=%20", "2", []string{"Aside", "Video"}},
		{"", "type=post-format&per_page=1&page=2", "2", []string{"Video"}},
	} {
		a := s.Do(tt.role, "GET", "core/v2/search?"+tt.query, "")
		if a.Status != 200 || a.Header.Get("X-WP-Total") != tt.total {
			t.Errorf("%s: %d, total %q: %s", tt.query, a.Status, a.Header.Get("X-WP-Total"), a.Text)
			continue
		}
		list, _ := a.Body.([]any)
		if len(list) != len(tt.titles) {
			t.Errorf("%s: %s", tt.query, a.Text)
			continue
		}
		found := map[any]bool{}
		for i := range list {
			found[a.Get(i, "title")] = true
		}
		for _, title := range tt.titles {
			if !found[title] {
				t.Errorf("%s: %q is missing: %s", tt.query, title, a.Text)
			}
		}
	}
}

func TestItems(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	id := s.AddEntry("page", "publish", s.IDs["editor"], "Gull")
	a := s.DoReference("", "GET", "wp/v2/search?search=gull", "")
	for path, want := range map[string]any{"type": "post", "subtype": "page", "title": "Gull", "url": coretest.URL + "/gull/"} {
		if got := a.Get(0, path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
	for rel, want := range map[string]string{"about": "/types/page", "collection": "/search", "self": "/pages/"} {
		got, _ := a.Get(0, "_links", rel, 0, "href").(string)
		if rel == "self" {
			want += strconv.FormatInt(id, 10)
		}
		if got != coretest.URL+"/wp-json/wp/v2"+want {
			t.Errorf("%s is %q", rel, got)
		}
	}
	addTerm(t, s, "category", "Gulls", "gulls")
	a = s.Do("", "GET", "core/v2/search?type=term&search=gulls", "")
	if a.Get(0, "type") != "category" || a.Get(0, "subtype") != nil || a.Get(0, "url") != coretest.URL+"/category/gulls/" {
		t.Errorf("term: %s", a.Text)
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, title := range []string{"Rook 1", "Rook 2", "Rook 3"} {
		s.AddEntry("post", "publish", s.IDs["editor"], title)
		addTerm(t, s, "post_tag", title, title)
	}
	a := s.Do("", "GET", "core/v2/search?search=rook&per_page=1&page=2", "")
	want := "<" + coretest.URL + `/api/core/v2/search?search=rook&per_page=1&page=1>; rel="prev", <` +
		coretest.URL + `/api/core/v2/search?search=rook&per_page=1&page=3>; rel="next"`
	if got := a.Header.Get("Link"); got != want {
		t.Errorf("Link: %s, want %s", got, want)
	}
	a = s.Do("", "GET", "core/v2/search?search=rook&page=500", "")
	if got := a.Header.Get("Link"); a.Text != "[]" || a.Header.Get("X-WP-Total") != "0" || got != "<"+coretest.URL+`/api/core/v2/search?search=rook&page=499>; rel="prev"` {
		t.Errorf("past the end: %s Link %s", a.Text, got)
	}
	if a := s.Do("", "GET", "core/v2/search?type=term&search=rook&page=5", ""); a.Status != 400 || a.Code() != "rest_search_invalid_page_number" {
		t.Errorf("terms past the end: %s", a.Text)
	}
	if a := s.Do("", "HEAD", "core/v2/search?search=rook", ""); a.Text != "" || a.Header.Get("X-WP-Total") != "3" {
		t.Errorf("HEAD: %q, total %s", a.Text, a.Header.Get("X-WP-Total"))
	}
}

func TestBadArguments(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for query, name := range map[string]string{
		"subtype=zzz": "subtype", "subtype=attachment": "subtype", "type=zzz": "type", "context=edit": "context", "per_page=101": "per_page",
		"subtype[a]=post": "subtype", "page=0": "page",
	} {
		a := s.Do("", "GET", "core/v2/search?"+query, "")
		if a.Status != 400 || a.Get("data", "params", name) == nil {
			t.Errorf("%s: %s", query, a.Text)
		}
	}
}
