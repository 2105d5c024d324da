package menus_test

import (
	"context"
	"slices"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	"quoin/internal/api/core/menuitems"
	"quoin/internal/api/core/menulocations"
	"quoin/internal/api/core/menus"
	"quoin/internal/api/core/terms"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/storage/store/storetest"
)

func routes(e *env.Env) []rest.Route {
	return slices.Concat(menus.Routes(e), menuitems.Routes(e), menulocations.Routes(e), entry.Of(e, e.Types.Get(content.TypePage)).Routes(), terms.Of(e, e.Taxonomies.Get(taxonomy.Category)).Routes())
}

// each runs a scenario on a fresh site in both dialects, with the base of the
// paths.
func each(t *testing.T, steps func(s *coretest.Site, base string) []coretest.Step) {
	t.Helper()
	for dialect, base := range map[string]string{"own": "core/v2/", "reference": "wp/v2/"} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			s := coretest.New(t, routes)
			s.Run(dialect, steps(s, base))
		})
	}
}

func TestMenus(t *testing.T) {
	t.Parallel()
	each(t, func(_ *coretest.Site, b string) []coretest.Step {
		return []coretest.Step{
			{Method: "GET", Path: b + "menus", Status: 401, Code: "rest_cannot_view"},
			{Role: "subscriber", Method: "GET", Path: b + "menus", Status: 403, Code: "rest_cannot_view"},
			{Role: "subscriber", Method: "GET", Path: b + "menus?context=edit", Status: 403, Code: "rest_forbidden_context"},
			{Method: "GET", Path: b + "menus?post=99", Status: 400, Code: "rest_post_invalid_id"},
			{
				Role: "administrator", Method: "POST", Path: b + "menu-items", Body: `{"title":"t","url":"http://example.org","attr_title":"a \"t\"","description":"the \"d\""}`,
				Status: 201, Keep: "q", Want: []string{"attr_title=a &#8220;t&#8221;", "description=the &#8220;d&#8221;"},
			},
			{Role: "administrator", Method: "POST", Path: b + "menu-items/{q}", Body: `{"menus":0}`, Status: 403, Code: "rest_cannot_assign_term"},
			{Role: "administrator", Method: "POST", Path: b + "menu-items/{q}", Body: `{"url":"javascript:x"}`, Status: 400, Code: "rest_invalid_param", Want: []string{"data/details/url/data=<nil>"}},
			{Role: "administrator", Method: "DELETE", Path: b + "menu-items/{q}?force=true", Status: 200},
			{Role: "editor", Method: "POST", Path: b + "menus", Body: `{"name":"x"}`, Status: 403, Code: "rest_cannot_create"},
			{
				Role: "administrator", Method: "POST", Path: b + "menus", Body: `{"name":"Main & more","slug":"own","description":"d"}`, Status: 201, Keep: "m",
				Want: []string{"name=Main &amp; more", "slug=main-more", "description=d", "locations=[]", "auto_add=false", "meta=[]", "count=<nil>", "link=<nil>"},
			},
			{Role: "administrator", Method: "GET", Path: b + "menus/{m}?_fields=slug,meta.none,name.none,locations.none", Status: 200, Want: []string{"slug=main-more", "meta=<nil>", "name=<nil>", "locations=[]"}},
			{Role: "administrator", Method: "POST", Path: b + "menus", Body: `{"name":"main & MORE"}`, Status: 400, Code: "menu_exists"},
			{Role: "administrator", Method: "POST", Path: b + "menus", Body: `{"name":"  "}`, Status: 400, Code: "empty_term_name"},
			{Role: "administrator", Method: "POST", Path: b + "menus", Body: `{"name":"Other","locations":["primary","social"]}`, Status: 201, Keep: "o", Want: []string{"locations=[primary social]"}},
			{Role: "administrator", Method: "POST", Path: b + "menus/{o}", Body: `{"name":"Main & more"}`, Status: 500, Code: "menu_exists"},
			{Role: "administrator", Method: "POST", Path: b + "menus/{m}", Body: `{"locations":["nowhere"]}`, Status: 400, Code: "rest_invalid_param"},
			{
				Role: "administrator", Method: "POST", Path: b + "menus/{m}", Body: `{"locations":["primary"],"slug":"x"}`, Status: 200,
				Want: []string{"locations=[primary]", "slug=main-more", "description="},
			},
			{Role: "contributor", Method: "GET", Path: b + "menus/{o}", Status: 200, Want: []string{"locations=[social]"}},
			{Role: "editor", Method: "GET", Path: b + "menu-locations", Status: 403, Code: "rest_cannot_view"},
			{Role: "administrator", Method: "GET", Path: b + "menu-locations", Status: 200, Want: []string{"primary/description=Main", "social/menu={o}", "primary/menu={m}"}},
			{Role: "administrator", Method: "GET", Path: b + "menu-locations/social", Status: 200, Want: []string{"menu={o}"}},
			{Role: "administrator", Method: "GET", Path: b + "menu-locations/none", Status: 404, Code: "rest_menu_location_invalid"},
			{Role: "administrator", Method: "POST", Path: b + "menus/{o}", Body: `{"locations":[]}`, Status: 200, Want: []string{"locations=[]"}},
			{Role: "administrator", Method: "POST", Path: b + "menu-items", Body: `{"title":"x","url":"https://example.org","menus":{m}}`, Status: 201, Keep: "i"},
			{Role: "editor", Method: "DELETE", Path: b + "menus/{m}?force=true", Status: 403, Code: "rest_cannot_delete"},
			{Role: "administrator", Method: "DELETE", Path: b + "menus/{m}", Status: 501, Code: "rest_trash_not_supported"},
			{Role: "administrator", Method: "DELETE", Path: b + "menus/{m}?force=true", Status: 200, Want: []string{"previous/locations=[primary]"}},
			{Role: "administrator", Method: "GET", Path: b + "menu-items/{i}", Status: 404, Code: "rest_post_invalid_id"},
			{Role: "administrator", Method: "GET", Path: b + "menu-locations/primary", Status: 200, Want: []string{"menu=0"}},
		}
	})
}

func TestNewPagesGoIntoMenus(t *testing.T) {
	t.Parallel()
	each(t, func(_ *coretest.Site, b string) []coretest.Step {
		return []coretest.Step{
			{Role: "administrator", Method: "POST", Path: b + "menus", Body: `{"name":"Auto","auto_add":true}`, Status: 201, Keep: "m", Want: []string{"auto_add=true"}},
			{Role: "editor", Method: "POST", Path: b + "pages", Body: `{"title":"Draft"}`, Status: 201, Keep: "p"},
			{Role: "administrator", Method: "GET", Path: b + "menu-items?menus={m}", Status: 200, Want: []string{"0/id=<nil>"}},
			{Role: "editor", Method: "POST", Path: b + "pages/{p}", Body: `{"status":"publish"}`, Status: 200},
			{Role: "editor", Method: "POST", Path: b + "pages/{p}", Body: `{"status":"draft"}`, Status: 200},
			{Role: "editor", Method: "POST", Path: b + "pages/{p}", Body: `{"status":"publish"}`, Status: 200},
			{Role: "editor", Method: "POST", Path: b + "pages", Body: `{"title":"Below","status":"publish","parent":{p}}`, Status: 201},
			{Role: "editor", Method: "POST", Path: b + "pages", Body: `{"title":"Second","status":"publish"}`, Status: 201, Keep: "q"},
			{
				Role: "administrator", Method: "GET", Path: b + "menu-items?menus={m}", Status: 200,
				Want: []string{"0/object_id={p}", "0/title/rendered=Draft", "1/object_id={q}", "1/menu_order=2", "2/id=<nil>"},
			},
			{Role: "administrator", Method: "POST", Path: b + "menus/{m}", Body: `{"auto_add":false}`, Status: 200, Want: []string{"auto_add=false"}},
			{Role: "editor", Method: "POST", Path: b + "pages", Body: `{"title":"Third","status":"publish"}`, Status: 201},
			{Role: "administrator", Method: "GET", Path: b + "menu-items?menus={m}", Status: 200, Want: []string{"2/id=<nil>"}},
		}
	})
}

func TestItems(t *testing.T) {
	t.Parallel()
	each(t, func(s *coretest.Site, b string) []coretest.Step {
		if err := s.DB.InTx(context.Background(), func(ctx context.Context) error {
			return s.DB.InsertTerm(ctx, &taxonomy.Term{ID: 77, Taxonomy: taxonomy.Category, Name: "News", Slug: "news"})
		}); err != nil {
			t.Fatal(err)
		}
		s.AddEntry(content.TypePage, content.Publish, s.IDs["editor"], "Second")
		const items = "menu-items"
		return []coretest.Step{
			{Role: "administrator", Method: "POST", Path: b + "menus", Body: `{"name":"Main"}`, Status: 201, Keep: "m"},
			{Role: "editor", Method: "POST", Path: b + "pages", Body: `{"title":"Home","status":"publish"}`, Status: 201, Keep: "p"},
			{Method: "GET", Path: b + items, Status: 401, Code: "rest_cannot_view"},
			{Role: "editor", Method: "GET", Path: b + items + "?context=edit", Status: 403, Code: "rest_forbidden_context"},
			{Role: "editor", Method: "POST", Path: b + items, Body: `{"title":"x","url":"https://example.org"}`, Status: 403, Code: "rest_cannot_create"},
			{Role: "administrator", Method: "POST", Path: b + items, Body: `{}`, Status: 400, Code: "rest_title_required"},
			{Role: "administrator", Method: "POST", Path: b + items, Body: `{"title":"x","url":""}`, Status: 400, Code: "rest_url_required"},
			{Role: "administrator", Method: "POST", Path: b + items, Body: `{"title":"x","url":"javascript:x"}`, Status: 400, Code: "rest_invalid_param"},
			{Role: "administrator", Method: "POST", Path: b + items, Body: `{"type":"taxonomy","object_id":9999}`, Status: 400, Code: "rest_term_invalid_id"},
			{Role: "administrator", Method: "POST", Path: b + items, Body: `{"type":"post_type","object_id":9999}`, Status: 400, Code: "rest_post_invalid_id"},
			{Role: "administrator", Method: "POST", Path: b + items, Body: `{"type":"post_type_archive","object":"none"}`, Status: 400, Code: "rest_post_invalid_type"},
			{Role: "administrator", Method: "POST", Path: b + items, Body: `{"title":"x","url":"https://example.org","menus":9999}`, Status: 400, Code: "invalid_menu_id"},
			{Role: "administrator", Method: "POST", Path: b + items, Body: `{"title":"x","url":"https://example.org","id":5}`, Status: 400, Code: "rest_post_exists"},
			{Role: "administrator", Method: "POST", Path: b + items, Body: `{"title":"x","url":"https://example.org","menu_order":0}`, Status: 400, Code: "rest_invalid_param"},
			{
				Role: "administrator", Method: "POST", Path: b + items, Status: 201, Keep: "a",
				Body: `{"title":"Own","status":"pending","url":" https://example.org/","menus":{m},"target":"_blank","classes":["a","b c"],"xfn":["me"],"attr_title":"At","description":"De","menu_order":3}`,
				Want: []string{"status=draft", "url=https://example.org/", "object=custom", "type_label=Custom Link", "classes=[a bc]", "xfn=[me]",
					"target=_blank", "attr_title=At", "description=De", "menu_order=3", "menus={m}", "invalid=false", "title=map[raw:Own rendered:Own]", "slug=<nil>"},
			},
			{Role: "administrator", Method: "GET", Path: b + items + "/{a}", Status: 200, Want: []string{"object_id={a}", "title=map[rendered:Own]"}},
			{
				Role: "administrator", Method: "POST", Path: b + items, Body: `{"type":"post_type","object_id":{p},"menus":{m},"title":"Home"}`, Status: 201, Keep: "b",
				Want: []string{"object=page", "type_label=Page", "title/raw=Home", "classes=[]", "xfn=[]"},
			},
			{Role: "editor", Method: "POST", Path: b + "pages/{p}", Body: `{"title":"House"}`, Status: 200},
			{Role: "administrator", Method: "GET", Path: b + items + "/{b}", Status: 200, Want: []string{"title/rendered=House"}},
			{Role: "administrator", Method: "POST", Path: b + items + "/{b}", Body: `{"title":{"raw":"Label"},"parent":{b}}`, Status: 200, Want: []string{"title/raw=Label", "parent=0"}},
			{Role: "administrator", Method: "POST", Path: b + items + "/{b}", Body: `{"title":{"raw":""},"parent":{a}}`, Status: 200, Want: []string{"title/raw=Label", "parent={a}"}},
			{Role: "administrator", Method: "POST", Path: b + items, Body: `{"type":"taxonomy","object_id":77,"object":"category","menus":{m}}`, Status: 201, Keep: "c", Want: []string{"title/raw=News", "type_label=Category"}},
			{Role: "administrator", Method: "POST", Path: b + items, Body: `{"type":"post_type","object":"page","object_id":9999}`, Status: 201, Keep: "d", Want: []string{"invalid=true", "url=", "title/raw=#9999 (no title)", "menus=<nil>"}},
			{Role: "editor", Method: "GET", Path: b + items + "?menus={m}&_embed", Status: 200, Want: []string{"0/id={b}", "1/id={c}", "2/id=<nil>", "0/_embedded/wp:menu-item-object/0/id={p}"}},
			{Role: "administrator", Method: "POST", Path: b + items + "/{b}/autosaves", Body: `{"title":"Auto"}`, Status: 200, Want: []string{"title=map[raw: rendered:]", "preview_link=", "parent={b}"}},
			{Role: "administrator", Method: "GET", Path: b + items + "/{b}", Status: 200, Want: []string{"title/rendered=Label"}},
			{Role: "editor", Method: "DELETE", Path: b + "pages/{p}", Status: 200},
			{Role: "administrator", Method: "GET", Path: b + items + "/{b}", Status: 200, Want: []string{"invalid=true"}},
			{Role: "administrator", Method: "DELETE", Path: b + items + "/{c}", Status: 501, Code: "rest_trash_not_supported"},
			{Role: "administrator", Method: "DELETE", Path: b + items + "/{c}?force=true", Status: 200, Want: []string{"previous/title=map[rendered:News]"}},
		}
	})
}

// TestListCost counts statements: a list costs the same for any number of
// items and menus.
func TestListCost(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	var steps []coretest.Step
	add := func(n string) {
		steps = append(steps,
			coretest.Step{Role: "administrator", Method: "POST", Path: "core/v2/menus", Body: `{"name":"Menu ` + n + `"}`, Status: 201, Keep: "m" + n},
			coretest.Step{Role: "administrator", Method: "POST", Path: "core/v2/pages", Body: `{"title":"Page ` + n + `","status":"publish"}`, Status: 201, Keep: "p" + n},
			coretest.Step{Role: "administrator", Method: "POST", Path: "core/v2/categories", Body: `{"name":"Category ` + n + `"}`, Status: 201, Keep: "c" + n},
			coretest.Step{Role: "administrator", Method: "POST", Path: "core/v2/menu-items", Body: `{"type":"post_type","object_id":{p` + n + `},"menus":{m` + n + `}}`, Status: 201},
			coretest.Step{Role: "administrator", Method: "POST", Path: "core/v2/menu-items", Body: `{"type":"taxonomy","object_id":{c` + n + `},"menus":{m` + n + `}}`, Status: 201},
		)
	}
	cost := func(path string) int {
		t.Helper()
		ctx, count := storetest.CountStatements(t.Context())
		if a := s.DoContext(ctx, "administrator", "GET", path, ""); a.Status != 200 {
			t.Fatalf("%s: %d %s", path, a.Status, a.Text)
		}
		return count()
	}
	add("1")
	s.Run("own", steps)
	paths := []string{"core/v2/menu-items?_embed", "core/v2/menus?_embed"}
	var few []int
	for _, p := range paths {
		few = append(few, cost(p))
	}
	steps = nil
	for _, n := range []string{"2", "3", "4", "5"} {
		add(n)
	}
	s.Run("own", steps)
	for i, p := range paths {
		if many := cost(p); many > few[i] {
			t.Errorf("%s: %d statements, %d with one menu", p, many, few[i])
		}
	}
}
