package menuitems_test

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/menuitems"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
)

func newSite(t *testing.T) (s *coretest.Site, menu, category int64) {
	t.Helper()
	s = coretest.New(t, menuitems.Routes)
	for _, term := range []*taxonomy.Term{
		{Taxonomy: taxonomy.Menu, Name: "Main", Slug: "main"}, {Taxonomy: taxonomy.Category, Name: "Stone", Slug: "stone"},
	} {
		if err := s.DB.InsertTerm(t.Context(), term); err != nil {
			t.Fatal(err)
		}
		menu, category = category, term.ID
	}
	return s, menu, category
}

type step struct {
	role, method, path, body string
	status                   int
	code                     string
}

func (st step) run(t *testing.T, s *coretest.Site) coretest.Answer {
	t.Helper()
	a := s.Do(st.role, st.method, st.path, st.body)
	if a.Status != st.status || a.Code() != st.code {
		t.Errorf("%s %s as %q %s: %d %s, want %d %s", st.method, st.path, st.role, st.body, a.Status, a.Text, st.status, st.code)
	}
	return a
}

const base = "core/v2/menu-items"

func TestWhoSeesItems(t *testing.T) {
	t.Parallel()
	s, menu, _ := newSite(t)
	made := step{"administrator", "POST", base, fmt.Sprintf(`{"title":"Guild","url":"https://guild.example/","menus":%d}`, menu), 201, ""}.run(t, s)
	one := fmt.Sprint(base, "/", made.Get("id"))
	for _, st := range []step{
		{"", "GET", base, "", 401, "rest_cannot_view"},
		{"subscriber", "GET", base, "", 403, "rest_cannot_view"},
		{"contributor", "GET", base, "", 200, ""},
		{"subscriber", "GET", base + "?context=edit", "", 403, "rest_forbidden_context"},
		{"contributor", "GET", base + "?context=edit", "", 403, "rest_forbidden_context"},
		{"", "GET", one, "", 401, "rest_cannot_view"},
		{"contributor", "GET", one, "", 200, ""},
		{"editor", "POST", base, `{"title":"x","url":"https://x.example/"}`, 403, "rest_cannot_create"},
		{"editor", "POST", one, `{"title":"x"}`, 403, "rest_cannot_edit"},
		{"editor", "DELETE", one + "?force=true", "", 403, "rest_cannot_delete"},
		{"administrator", "DELETE", one, "", 501, "rest_trash_not_supported"},
		{"administrator", "DELETE", one + "?force=true", "", 200, ""},
		{"administrator", "GET", one, "", 404, "rest_post_invalid_id"},
	} {
		st.run(t, s)
	}
}

func TestWhatItemsNeed(t *testing.T) {
	t.Parallel()
	s, _, category := newSite(t)
	for _, st := range []step{
		{body: `{}`, status: 400, code: "rest_title_required"},
		{body: `{"url":"https://x.example/"}`, status: 400, code: "rest_title_required"},
		{body: `{"title":"x"}`, status: 400, code: "rest_url_required"},
		{body: `{"title":"x","url":"javascript:1"}`, status: 400, code: "rest_invalid_param"},
		{body: `{"title":"x","url":"https://x.example/","type":"odd"}`, status: 400, code: "rest_invalid_param"},
		{body: `{"title":"x","url":"https://x.example/","menu_order":0}`, status: 400, code: "rest_invalid_param"},
		{body: `{"type":"post_type","object_id":999}`, status: 400, code: "rest_post_invalid_id"},
		{body: `{"type":"taxonomy","object_id":999}`, status: 400, code: "rest_term_invalid_id"},
		{body: `{"type":"post_type_archive","object":"walls"}`, status: 400, code: "rest_post_invalid_type"},
		{body: fmt.Sprintf(`{"title":"x","url":"https://x.example/","menus":%d}`, category), status: 400, code: "invalid_menu_id"},
	} {
		st.role, st.method, st.path = "administrator", "POST", base
		st.run(t, s)
	}
	if items, err := s.DB.ListEntries(t.Context(), content.Query{Types: []string{content.TypeMenuItem}}); err != nil || len(items.Entries) != 0 {
		t.Errorf("refused items were made: %+v %v", items, err)
	}
}

func TestTitles(t *testing.T) {
	t.Parallel()
	s, _, category := newSite(t)
	step{"administrator", "POST", base, `{"title":"0","url":"https://x.example/"}`, 400, "rest_title_required"}.run(t, s)
	for _, title := range []string{`"0"`, `{"raw":"0"}`, `""`} {
		body := fmt.Sprintf(`{"type":"taxonomy","object_id":%d,"title":%s}`, category, title)
		if a := (step{"administrator", "POST", base, body, 201, ""}).run(t, s); a.Get("title", "raw") != "Stone" {
			t.Errorf("%s: %s", body, a.Text)
		}
	}
}

func TestItemsOfObjects(t *testing.T) {
	t.Parallel()
	s, menu, category := newSite(t)
	page := s.AddEntry(content.TypePage, content.Publish, s.IDs["editor"], "About")
	for _, c := range []struct{ body, title, label, object, link string }{
		{fmt.Sprintf(`{"type":"post_type","object_id":%d}`, page), "About", "Page", "page", fmt.Sprint("/core/v2/pages/", page)},
		{fmt.Sprintf(`{"type":"taxonomy","object_id":%d,"title":{"raw":"Stones"}}`, category), "Stones", "Category", "category", fmt.Sprint("/core/v2/categories/", category)},
		{fmt.Sprintf(`{"type":"taxonomy","object_id":%d,"title":"","menus":-%d}`, category, menu), "Stone", "Category", "category", fmt.Sprint("/core/v2/categories/", category)},
	} {
		a := step{"administrator", "POST", base, c.body, 201, ""}.run(t, s)
		if a.Get("title", "raw") != c.title || a.Get("type_label") != c.label || a.Get("object") != c.object || a.Get("invalid") != false {
			t.Errorf("%s: %s", c.body, a.Text)
		}
		if href := a.Get("_links", "wp:menu-item-object", 0, "href"); href != coretest.URL+"/api"+c.link {
			t.Errorf("%s: leads to %v", c.body, href)
		}
	}
}

// TestAutosaves answers with the item itself while it is the caller's draft: with the title
// that is stored, and not with that of the entry to which it leads.
func TestAutosaves(t *testing.T) {
	t.Parallel()
	s, menu, _ := newSite(t)
	page := s.AddEntry(content.TypePage, content.Publish, s.IDs["editor"], "About")
	item := step{"administrator", "POST", base, fmt.Sprintf(`{"type":"post_type","object_id":%d,"status":"draft","menus":%d}`, page, menu), 201, ""}.run(t, s)
	if item.Get("title", "raw") != "About" {
		t.Fatal(item.Text)
	}
	a := step{"administrator", "POST", fmt.Sprint(base, "/", item.Get("id"), "/autosaves"), `{"attr_title":"x"}`, 200, ""}.run(t, s)
	if a.Get("title", "raw") != "" || a.Get("title", "rendered") != "" || a.Get("id") != item.Get("id") {
		t.Error(a.Text)
	}
}

// TestArchiveOfTypeWithoutOne leads to no address, where the type has no archive.
func TestArchiveOfTypeWithoutOne(t *testing.T) {
	t.Parallel()
	s, _, _ := newSite(t)
	a := step{"administrator", "POST", base, `{"type":"post_type_archive","object":"page"}`, 201, ""}.run(t, s)
	if url, ok := a.Get("url").(string); !ok || url != "" {
		t.Errorf("the archive of pages: %s", a.Text)
	}
}

func TestChangeItem(t *testing.T) {
	t.Parallel()
	s, menu, _ := newSite(t)
	a := step{"administrator", "POST", base, fmt.Sprintf(`{"title":"Guild","url":"https://guild.example/","menus":%d,"classes":["a","b c"],"xfn":["me"],"target":"_blank","status":"publish"}`, menu), 201, ""}.run(t, s)
	one := fmt.Sprint(base, "/", a.Get("id"))
	if got := fmt.Sprintln(a.Get("classes"), a.Get("xfn"), a.Get("target"), a.Get("menus"), a.Get("status"), a.Get("menu_order")); got != fmt.Sprintln("[a bc] [me] _blank", menu, "publish 1") {
		t.Errorf("made %s", got)
	}
	// What isn't given stays.
	a = step{"administrator", "PATCH", one, `{"menu_order":4,"status":"pending"}`, 200, ""}.run(t, s)
	if got := fmt.Sprintln(a.Get("title", "raw"), a.Get("url"), a.Get("menus"), a.Get("menu_order"), a.Get("status"), a.Get("classes")); got != fmt.Sprintln("Guild https://guild.example/", menu, "4 draft [a bc]") {
		t.Errorf("changed to %s", got)
	}
	// An empty raw title is none.
	a = step{"administrator", "PUT", one, `{"title":{"raw":""},"target":""}`, 200, ""}.run(t, s)
	if a.Get("title", "raw") != "Guild" || a.Get("target") != "" {
		t.Errorf("changed to %s", a.Text)
	}
}

// TestItemsTellNothingHidden has items without titles of their own lead to entries in each
// state: who may not read an entry isn't told its title or address.
func TestItemsTellNothingHidden(t *testing.T) {
	t.Parallel()
	s, menu, _ := newSite(t)
	for status, hidden := range map[content.Status]bool{content.Publish: false, content.Draft: true, content.Private: true, content.Pending: true} {
		page := s.AddEntry(content.TypePage, status, s.IDs["editor"], "Merger")
		a := step{"administrator", "POST", base, fmt.Sprintf(`{"type":"post_type","object":"page","object_id":%d,"menus":%d,"status":"publish"}`, page, menu), 201, ""}.run(t, s)
		one := fmt.Sprint(base, "/", a.Get("id"))
		for role, conceals := range map[string]bool{"administrator": false, "contributor": hidden, "author": hidden} {
			for _, path := range []string{one, base + "?include=" + fmt.Sprint(a.Get("id"))} {
				a := s.Do(role, "GET", path, "")
				if told := strings.Contains(strings.ToLower(a.Text), "merger"); a.Status != 200 || told == conceals {
					t.Errorf("%s of a %s page: %d, told %v: %s", role, status, a.Status, told, a.Text)
				}
			}
		}
	}
}
