package terms_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/api/core/terms"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
)

func newSite(t *testing.T) *coretest.Site {
	return coretest.New(t, func(e *env.Env) []rest.Route {
		return slices.Concat(terms.Of(e, e.Taxonomies.Get(taxonomy.Category)).Routes(), terms.Of(e, e.Taxonomies.Get(taxonomy.Tag)).Routes(), terms.Of(e, e.Taxonomies.Get(taxonomy.PatternCategory)).Routes())
	})
}

const cats, tagsPath, patterns = "core/v2/categories", "core/v2/tags", "core/v2/core_pattern_category"

// create is a step that creates a term or is refused.
func create(path, body string, status int, code string, want ...string) coretest.Step {
	return coretest.Step{Role: "administrator", Method: "POST", Path: path, Body: body, Status: status, Code: code, Want: want}
}

// step is a step that remembers its id.
type step coretest.Step

func (s step) keep(name string) coretest.Step { s.Keep = name; return coretest.Step(s) }

func TestCreateAndUpdateCategories(t *testing.T) {
	t.Parallel()
	update := func(id, body string, status int, code string, want ...string) coretest.Step {
		return create(cats+"/"+id, body, status, code, want...)
	}
	newSite(t).Run("own", []coretest.Step{
		step(create(cats, `{"name":"Alpha"}`, 201, "", "slug=alpha", "parent=0", "count=0", "taxonomy=category", "link="+coretest.URL+"/category/alpha/")).keep("a"),
		create(cats, `{"name":"ALPHA"}`, 400, "term_exists", "data/term_id={a}", "data/status=400", "additional_data/0={a}", "additional_data/1={a}"),
		create(cats, `{"name":"Alpha","slug":"alpha"}`, 400, "term_exists", "data/term_id={a}"),
		step(create(cats, `{"name":"Alpha","slug":"other"}`, 201, "", "slug=other")).keep("other"),
		// Case alone tells names apart where the slugs differ.
		create(cats, `{"name":"Zeta","slug":"custom"}`, 201, "", "slug=custom"),
		create(cats, `{"name":"Zeta"}`, 400, "term_exists"),
		create(cats, `{"name":"zeta"}`, 201, "", "slug=zeta"),
		// A slug of 0 is none, and a name has its length.
		create(cats, `{"name":"Eta","slug":"0"}`, 201, "", "slug=eta"),
		create(cats, `{"name":"`+strings.Repeat("ä", 200)+`","slug":"long"}`, 201, "", "slug=long"),
		create(cats, `{"name":"`+strings.Repeat("ä", 201)+`"}`, 500, "db_insert_error", "data=<nil>"),
		// Below another parent the name is free, and the slug gets those of the parents.
		step(create(cats, `{"name":"Alpha","parent":{a}}`, 201, "", "slug=alpha-alpha", "parent={a}", "link="+coretest.URL+"/category/alpha/alpha-alpha/")).keep("b"),
		step(create(cats, `{"name":"Alpha","parent":{b}}`, 201, "", "slug=alpha-alpha-alpha")).keep("c"),
		create(cats, `{"name":"Beta","slug":"alpha"}`, 201, "", "slug=alpha-2"),
		create(cats, `{"name":"Beta","slug":"alpha","parent":{a}}`, 201, "", "slug=alpha-alpha-2"),
		create(cats, `{"name":"Gamma","slug":"other","parent":{a}}`, 201, "", "slug=other-alpha"),
		create(cats, `{"name":"Delta","parent":0}`, 201, "", "parent=0"),
		create(cats, `{"name":"Epsilon","parent":99999}`, 400, "rest_term_invalid"),
		// Its own parent, directly or through others, a term can't be.
		update("{a}", `{"parent":{a}}`, 200, "", "parent=0"),
		update("{a}", `{"parent":{c}}`, 200, "", "parent=0"),
		update("{c}", `{"parent":{other}}`, 200, "", "parent={other}"),
		update("{a}", `{"slug":"other"}`, 500, "duplicate_term_slug", "data=<nil>"),
		// With another parent the slug is made unique instead.
		update("{a}", `{"slug":"other","parent":{other}}`, 200, "", "slug=other-other", "parent={other}"),
		update("{a}", `{"name":"Renamed"}`, 200, "", "slug=other-other", "name=Renamed"),
		update("{a}", `{"parent":99999}`, 400, "rest_term_invalid"),
		update("99999", `{}`, 404, "rest_term_invalid"),
		update("0", `{}`, 404, "rest_term_invalid"),
	})
}

func TestCreateAndUpdateTags(t *testing.T) {
	t.Parallel()
	update := func(body string, status int, code string, want ...string) coretest.Step {
		return create(tagsPath+"/{u}", body, status, code, want...)
	}
	for _, dialect := range []string{"own", "reference"} {
		steps := []coretest.Step{
			step(create(tagsPath, `{"name":"T"}`, 201, "", "slug=t", "parent=<nil>")).keep("t"),
			create(tagsPath, `{"name":"t"}`, 400, "term_exists", "data/term_id={t}"),
			create(tagsPath, `{"name":"T","slug":"t2"}`, 201, "", "slug=t2"),
			create(tagsPath, `{"name":"T","slug":"t2"}`, 400, "term_exists", "data/term_id={t}"),
			create(tagsPath, `{"name":"V","slug":"t"}`, 201, "", "slug=t-2"),
			create(tagsPath, `{"name":"A <b>B</b> & \"w\"","description":"<p>x <b>y</b><script>z</script></p>"}`, 201, "",
				`name=A B &amp; "w"`, "slug=a-b-w", "description=x <b>y</b>z"),
			step(create(tagsPath, `{"name":"???"}`, 201, "", "name=???")).keep("odd"),
			create(tagsPath+"/{odd}", `{}`, 200, "", "slug={odd}"),
			create(tagsPath, `{"name":""}`, 500, "empty_term_name", "data=<nil>"),
			create(tagsPath, `{"name":"<i></i>"}`, 500, "empty_term_name"),
			create(tagsPath, `{}`, 400, "rest_missing_callback_param", "data/params/0=name"),
			create(tagsPath, `{"name":["x"]}`, 400, "rest_invalid_param", "data/details/name/code=rest_invalid_type"),
			create(tagsPath, `{"name":"x","parent":1}`, 400, "rest_taxonomy_not_hierarchical"),
			step(create(tagsPath, `{"name":"U"}`, 201, "", "slug=u")).keep("u"),
			update(`{"slug":"t"}`, 500, "duplicate_term_slug", "data=<nil>"),
			update(`{"slug":"u"}`, 200, "", "slug=u"),
			update(`{"name":""}`, 500, "empty_term_name"),
			update(`{"name":"T"}`, 200, "", "name=T", "slug=u"),
			update(`{"slug":""}`, 200, "", "slug=t-3"),
			update(`{"name":"New","slug":null}`, 200, "", "slug=new"),
			update(`{"name":null}`, 500, "empty_term_name"),
			update(`{"description":"d"}`, 200, "", "description=d", "name=New"),
			update(`{"description":null}`, 200, "", "description="),
			// Terms of other taxonomies aren't in the way.
			create(cats, `{"name":"T"}`, 201, "", "slug=t"),
			{Role: "administrator", Method: "GET", Path: cats + "/{t}", Status: 404, Code: "rest_term_invalid"},
		}
		for i := range steps {
			if dialect == "reference" {
				steps[i].Path = "wp" + steps[i].Path[len("core"):]
			}
		}
		newSite(t).Run(dialect, steps)
	}
}

func TestRights(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	term := func(path, name string) string {
		a := s.Do("administrator", "POST", path, `{"name":"`+name+`"}`)
		if a.Status != 201 {
			t.Fatalf("%d %s", a.Status, a.Text)
		}
		return path + "/" + fmt.Sprint(a.Get("id"))
	}
	for _, c := range []struct {
		path    string
		create  string // roles that may, the mightiest first
		edit    string
		editing string // context edit of the list
	}{
		{cats, "administrator editor", "administrator editor", "administrator editor"},
		{tagsPath, "administrator editor author contributor", "administrator editor", "administrator editor"},
		{patterns, "administrator editor author contributor", "administrator editor", "administrator editor"},
	} {
		for _, role := range []string{"", "subscriber", "contributor", "author", "editor", "administrator"} {
			refused := 403
			if role == "" {
				refused = 401
			}
			expect := func(what string, a coretest.Answer, may bool, status int, code string) {
				t.Helper()
				if !may && (a.Status != refused || a.Code() != code) {
					t.Errorf("%s of %s by %q: %d %s, want %d %s", what, c.path, role, a.Status, a.Code(), refused, code)
				}
				if may && a.Status != status {
					t.Errorf("%s of %s by %q: %d %s, want %d", what, c.path, role, a.Status, a.Text, status)
				}
			}
			has := func(list string) bool { return role != "" && slices.Contains(strings.Fields(list), role) }
			id := term(c.path, "for "+role)
			expect("create", s.Do(role, "POST", c.path, `{"name":"by `+role+`"}`), has(c.create), 201, "rest_cannot_create")
			expect("update", s.Do(role, "PUT", id, `{"description":"x"}`), has(c.edit), 200, "rest_cannot_update")
			expect("reading for editing", s.Do(role, "GET", id+"?context=edit", ""), has(c.edit), 200, "rest_forbidden_context")
			expect("listing for editing", s.Do(role, "GET", c.path+"?context=edit", ""), has(c.editing), 200, "rest_forbidden_context")
			expect("delete", s.Do(role, "DELETE", id+"?force=true", ""), has(c.edit), 200, "rest_cannot_delete")
		}
	}
}

func TestDelete(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	id := func(path, body string) int64 {
		t.Helper()
		a := s.Do("administrator", "POST", path, body)
		var n int64
		if _, err := fmt.Sscan(fmt.Sprint(a.Get("id")), &n); err != nil {
			t.Fatalf("%d %s", a.Status, a.Text)
		}
		return n
	}
	def := id(cats, `{"name":"Default"}`)
	if err := s.Env.Site.SetOption(t.Context(), "default_category", def); err != nil {
		t.Fatal(err)
	}
	top := id(cats, `{"name":"Top"}`)
	middle := id(cats, fmt.Sprintf(`{"name":"Middle","parent":%d}`, top))
	leaf := id(cats, fmt.Sprintf(`{"name":"Leaf","parent":%d}`, middle))
	only, two := s.AddEntry("post", content.Publish, s.IDs["author"], "only"), s.AddEntry("post", content.Publish, s.IDs["author"], "two")
	set := func(e int64, terms ...int64) {
		t.Helper()
		if err := s.DB.InTx(t.Context(), func(ctx context.Context) error {
			return s.DB.SetEntryTerms(ctx, e, taxonomy.Category, terms)
		}); err != nil {
			t.Fatal(err)
		}
	}
	set(only, middle)
	set(two, middle, top)
	path := fmt.Sprint(cats, "/", middle)
	s.Run("own", []coretest.Step{
		{Role: "administrator", Method: "DELETE", Path: fmt.Sprint(cats, "/", def, "?force=true"), Status: 403, Code: "rest_cannot_delete"},
		{Role: "administrator", Method: "DELETE", Path: path, Status: 501, Code: "rest_trash_not_supported"},
		{Role: "", Method: "DELETE", Path: path + "?force=true", Status: 401, Code: "rest_cannot_delete"},
		{Role: "administrator", Method: "DELETE", Path: path + "?force=true", Status: 200, Want: []string{
			"deleted=true", "previous/name=Middle", "previous/count=2", "previous/_links=<nil>"}},
		{Role: "administrator", Method: "DELETE", Path: path + "?force=true", Status: 404, Code: "rest_term_invalid"},
		{Method: "GET", Path: fmt.Sprint(cats, "/", leaf), Status: 200, Want: []string{fmt.Sprint("parent=", top)}},
		{Method: "GET", Path: fmt.Sprint(cats, "/", def), Status: 200, Want: []string{"count=1"}},
		{Method: "GET", Path: fmt.Sprint(cats, "/", top), Status: 200, Want: []string{"count=1"}},
		{Method: "GET", Path: fmt.Sprint(cats, "?post=", only), Status: 200, Want: []string{"0/name=Default", "1=<nil>"}},
		{Method: "GET", Path: fmt.Sprint(cats, "?post=", two), Status: 200, Want: []string{"0/name=Top", "1=<nil>"}},
	})
	if allow := s.Do("administrator", "GET", fmt.Sprint(cats, "/", def), "").Header.Get("Allow"); allow != "GET, POST, PUT, PATCH" {
		t.Errorf("Allow of the default category: %s", allow)
	}
}

func TestLists(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, name := range []string{"b", "A", "c", "D"} {
		s.Do("administrator", "POST", cats, `{"name":"`+name+`","description":"about `+name+`"}`)
	}
	all := s.Do("", "GET", cats+"?per_page=100", "").Body.([]any)
	byName := map[string]string{}
	for _, v := range all {
		m := v.(map[string]any)
		byName[m["name"].(string)] = fmt.Sprint(m["id"])
	}
	s.Do("administrator", "POST", cats, `{"name":"child","parent":`+byName["b"]+`}`)
	hidden, public := s.AddEntry("post", content.Draft, s.IDs["author"], "x"), s.AddEntry("post", content.Publish, s.IDs["author"], "x")
	page := s.AddEntry("page", content.Publish, s.IDs["author"], "x")
	for _, c := range []struct {
		query, want, total, pages string
	}{
		{"", "[A b c child D]", "5", "1"},
		{"order=desc", "[D child c b A]", "5", "1"},
		{"orderby=id", "[b A c D child]", "5", "1"},
		{"orderby=count", "[b A c D child]", "5", "1"},
		{"orderby=include&include=" + byName["c"] + "," + byName["A"], "[c A]", "2", "1"},
		{"orderby=include", "[A b c child D]", "5", "1"},
		{"include=" + byName["c"] + "," + byName["A"] + "&exclude=" + byName["c"], "[A c]", "2", "1"},
		{"exclude=" + byName["b"] + "," + byName["A"], "[c child D]", "3", "1"},
		{"slug=c,A", "[A c]", "2", "1"},
		{"orderby=include_slugs&slug=c,a", "[c A]", "2", "1"},
		{"search=CHI", "[child]", "1", "1"},
		{"search=0", "[A b c child D]", "5", "1"},
		{"parent=0", "[A b c D]", "4", "1"},
		{"parent=" + byName["b"], "[child]", "1", "1"},
		{"hide_empty=true", "[]", "0", "0"},
		{"per_page=2&page=2", "[c child]", "5", "3"},
		{"per_page=2&page=9", "[]", "5", "3"},
	} {
		a := s.Do("", "GET", cats+"?"+c.query, "")
		names := []string{}
		list, _ := a.Body.([]any)
		for i := range list {
			names = append(names, fmt.Sprint(a.Get(i, "name")))
		}
		if got := fmt.Sprint(names); got != c.want || a.Header.Get("X-WP-Total") != c.total || a.Header.Get("X-WP-TotalPages") != c.pages {
			t.Errorf("%q: %s of %s in %s pages, want %s of %s in %s", c.query, got,
				a.Header.Get("X-WP-Total"), a.Header.Get("X-WP-TotalPages"), c.want, c.total, c.pages)
		}
	}
	for _, c := range []struct {
		role, query string
		status      int
		code        string
	}{
		{"", "post=99999", 400, "rest_post_invalid_id"},
		{"", fmt.Sprint("post=", hidden), 401, "rest_forbidden_context"},
		{"subscriber", fmt.Sprint("post=", hidden), 403, "rest_forbidden_context"},
		{"author", fmt.Sprint("post=", hidden), 200, ""},
		{"", fmt.Sprint("post=", public), 200, ""},
		{"administrator", fmt.Sprint("post=", page), 403, "rest_forbidden_context"},
		{"", "per_page=0", 400, "rest_invalid_param"},
		{"", "orderby=x", 400, "rest_invalid_param"},
		{"", "offset=1", 200, ""},
	} {
		if a := s.Do(c.role, "GET", cats+"?"+c.query, ""); a.Status != c.status || a.Code() != c.code {
			t.Errorf("%q by %q: %d %s, want %d %s", c.query, c.role, a.Status, a.Code(), c.status, c.code)
		}
	}
	if link := s.Do("", "GET", cats+"?per_page=2&page=9", "").Header.Get("Link"); link != "<"+coretest.URL+`/api/core/v2/categories?per_page=2&page=3>; rel="prev"` {
		t.Errorf("Link %s", link)
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	newSite(t).Run("reference", []coretest.Step{
		{Role: "administrator", Method: "POST", Path: "wp/v2/categories", Body: `{"name":"a"}`, Status: 201, Keep: "a"},
		{Role: "administrator", Method: "POST", Path: "wp/v2/categories", Body: `{"name":"b","parent":{a}}`, Status: 201, Keep: "b"},
		{Method: "GET", Path: "wp/v2/categories/{b}?_embed", Status: 200, Want: []string{
			"_links/self/0/href=" + coretest.URL + "/wp-json/wp/v2/categories/{b}",
			"_links/self/0/targetHints/allow/0=GET", "_links/self/0/targetHints/allow/1=<nil>",
			"_links/collection/0/href=" + coretest.URL + "/wp-json/wp/v2/categories",
			"_links/about/0/href=" + coretest.URL + "/wp-json/wp/v2/taxonomies/category",
			"_links/up/0/href=" + coretest.URL + "/wp-json/wp/v2/categories/{a}", "_links/up/0/embeddable=true",
			"_links/wp:post_type/0/href=" + coretest.URL + "/wp-json/wp/v2/posts?categories={b}",
			"_links/curies/0/name=wp", "_embedded/up/0/name=a", "_embedded/up/0/count=<nil>",
		}},
		{Role: "editor", Method: "POST", Path: "wp/v2/wp_pattern_category", Body: `{"name":"p"}`, Status: 201, Keep: "p", Want: []string{
			"taxonomy=wp_pattern_category",
			"_links/wp:post_type/0/href=" + coretest.URL + "/wp-json/wp/v2/blocks?wp_pattern_category={p}",
		}},
	})
}
