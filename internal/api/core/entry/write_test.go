package entry_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/api/core/coretest"
	"quoin/internal/domain/content"
)

// TestWhoMayWrite tries every kind of write by every role.
func TestWhoMayWrite(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const all = "contributor author editor administrator"
	category := s.Do("administrator", "POST", "core/v2/categories", `{"name":"c"}`)
	if category.Status != 201 {
		t.Fatal(category.Text)
	}
	term := fmt.Sprint(category.Get("id"))
	for _, c := range []struct {
		what, method, path, body string
		may                      string
		code                     string // for the others
	}{
		{"create", "POST", postsPath, `{"title":"x"}`, all, "rest_cannot_create"},
		{"create a page", "POST", pagesPath, `{"title":"x"}`, "editor administrator", "rest_cannot_create"},
		{"publish", "POST", postsPath, `{"title":"x","status":"publish"}`, "author editor administrator", "rest_cannot_publish"},
		{"make private", "POST", postsPath, `{"title":"x","status":"private"}`, "author editor administrator", "rest_cannot_publish"},
		{"schedule", "POST", postsPath, `{"title":"x","status":"future","date":"2030-01-01T00:00:00"}`, "author editor administrator", "rest_cannot_publish"},
		{"leave pending", "POST", postsPath, `{"title":"x","status":"pending"}`, all, "rest_cannot_create"},
		{"write as another", "POST", postsPath, `{"title":"x","author":OTHER}`, "editor administrator", "rest_cannot_edit_others"},
		{"make sticky", "POST", postsPath, `{"title":"x","sticky":true}`, "author editor administrator", "rest_cannot_assign_sticky"},
		{"assign a term", "POST", postsPath, `{"title":"x","categories":[` + term + `]}`, all, "rest_cannot_create"},
		{"edit another's draft", "PUT", "DRAFT", `{"title":"x"}`, "editor administrator", "rest_cannot_edit"},
		{"edit another's post", "PATCH", "PUBLIC", `{"title":"x"}`, "editor administrator", "rest_cannot_edit"},
		{"edit an own draft", "POST", "MYDRAFT", `{"title":"x"}`, all, "rest_cannot_edit"},
		{"edit an own post", "POST", "MYPUBLIC", `{"title":"x"}`, "author editor administrator", "rest_cannot_edit"},
		{"keep the status of an own draft", "POST", "MYDRAFT", `{"status":"draft"}`, all, "rest_cannot_edit"},
		{"trash an own draft", "DELETE", "MYDRAFT", "", all, "rest_cannot_delete"},
		{"trash an own post", "DELETE", "MYPUBLIC", "", "author editor administrator", "rest_cannot_delete"},
		{"trash another's draft", "DELETE", "DRAFT", "", "editor administrator", "rest_cannot_delete"},
		{"delete another's post", "DELETE", "PUBLIC?force=true", "", "editor administrator", "rest_cannot_delete"},
	} {
		for _, role := range []string{"", "subscriber", "contributor", "author", "editor", "administrator"} {
			mine := role
			if role == "" {
				mine = "editor"
			}
			path, body := c.path, strings.ReplaceAll(c.body, "OTHER", fmt.Sprint(s.IDs["subscriber"]))
			if role == "subscriber" {
				body = strings.ReplaceAll(c.body, "OTHER", fmt.Sprint(s.IDs["author"]))
			}
			other := "administrator"
			if role == other {
				other = "editor"
			}
			for name, entry := range map[string]struct {
				author string
				status content.Status
			}{
				"MYDRAFT": {mine, content.Draft}, "MYPUBLIC": {mine, content.Publish}, "DRAFT": {other, content.Draft}, "PUBLIC": {other, content.Publish},
			} {
				if rest, ok := strings.CutPrefix(path, name); ok {
					path = add(t, s, entry.author, "post", entry.status, "t") + rest
				}
			}
			a := s.Do(role, c.method, path, body)
			may := role != "" && slices.Contains(strings.Fields(c.may), role)
			refused := 403
			if role == "" {
				refused = 401
			}
			switch {
			case may && a.Status >= 300:
				t.Errorf("%s as %s: %d %s", c.what, role, a.Status, a.Text)
			case !may && a.Status != refused:
				t.Errorf("%s as %q: %d %s, want %d", c.what, role, a.Status, a.Code(), refused)
			case !may && role == "subscriber" && strings.Contains(c.code, "publish") && a.Code() != "rest_cannot_create":
				t.Errorf("%s as subscriber: %s", c.what, a.Code())
			case !may && (role != "" && role != "subscriber") && a.Code() != c.code:
				t.Errorf("%s as %s: %s, want %s", c.what, role, a.Code(), c.code)
			}
		}
	}
}

// TestOrderOfChecks: of several reasons to refuse the first counts.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	draft := add(t, s, "editor", "post", content.Draft, "t")
	s.Run("own", []coretest.Step{
		do("", "POST", postsPath, `{"title":"x","id":5,"author":1,"sticky":true}`, 400, "rest_post_exists"),
		do("", "POST", postsPath, `{"title":"x","author":1,"sticky":true}`, 401, "rest_cannot_edit_others"),
		do("", "POST", postsPath, `{"title":"x","sticky":true}`, 401, "rest_cannot_assign_sticky"),
		do("", "POST", postsPath, `{"title":"x","status":"nonsense"}`, 400, "rest_invalid_param"),
		do("", "POST", postsPath, `{`, 400, "rest_invalid_json"),
		do("", "POST", postsPath+"/99999", `{"status":"nonsense"}`, 400, "rest_invalid_param"),
		do("", "POST", postsPath+"/99999", `{"author":1}`, 404, "rest_post_invalid_id"),
		do("", "POST", pagesPath+draft[len(postsPath):], `{}`, 404, "rest_post_invalid_id"),
		do("author", "POST", draft, `{"author":1,"sticky":true}`, 403, "rest_cannot_edit"),
		do("author", "POST", postsPath, `{"title":"","status":"publish","author":99999}`, 403, "rest_cannot_edit_others"),
		do("editor", "POST", postsPath, `{"title":"","author":99999}`, 400, "rest_invalid_author"),
		do("editor", "POST", postsPath, `{"title":""}`, 400, "empty_content"),
		do("editor", "POST", postsPath, `{}`, 400, "empty_content"),
		do("editor", "POST", postsPath, `{"title":{"raw":""}}`, 400, "empty_content"),
		do("editor", "POST", postsPath, `{"title":5}`, 400, "empty_content"),
		do("editor", "POST", pagesPath, `{}`, 201, ""),
		do("editor", "DELETE", postsPath+"/99999", "", 404, "rest_post_invalid_id"),
		do("", "DELETE", draft, "", 401, "rest_cannot_delete"),
	})
}

func TestWrittenValues(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	update := func(body string, status int, code string, want ...string) coretest.Step {
		return do("editor", "POST", postsPath+"/{p}", body, status, code, want...)
	}
	s.Run("own", []coretest.Step{
		kept("p", do("editor", "POST", postsPath+"?context=view&_fields=id,status,title,content,slug,comment_status,ping_status,author,password,date", `{"title":{"raw":" t "},"content":"c"}`, 201, "",
			"title/raw=t", "content/raw=c", "status=draft", "slug=", "comment_status=open", "ping_status=open", "author={editor}", "password=",
			"date=2026-03-04T05:06:07", "_links=<nil>")),
		update(`{"title":{"raw":""},"content":{"raw":""}}`, 200, "", "title/raw=t", "content/raw="),
		update(`{"title":7,"content":["x"],"excerpt":null}`, 200, "", "title/raw=t"),
		update(`{"author":0}`, 200, "", "author={editor}"),
		update(`{"author":null}`, 200, "", "author={editor}"),
		update(`{"author":{author}}`, 200, "", "author={author}"),
		update(`{"author":99999}`, 400, "rest_invalid_author"),
		update(`{"comment_status":"closed","ping_status":"closed"}`, 200, "", "comment_status=closed", "ping_status=closed"),
		update(`{"comment_status":null,"ping_status":null}`, 200, "", "comment_status=closed", "ping_status=closed"),
		update(`{"comment_status":"maybe"}`, 400, "rest_invalid_param"),
		update(`{"status":"publish"}`, 200, "", "status=publish", "slug=t", "link="+coretest.URL+"/2026/03/04/t/"),
		// Null is a draft.
		update(`{"status":null}`, 200, "", "status=draft", "slug=t"),
		update(`{"status":"trash"}`, 400, "rest_invalid_param", "data/details/status/code=rest_not_in_enum"),
		update(`{"status":"publish","date":"2030-01-01T00:00:00"}`, 200, "", "status=future", "date_gmt=2030-01-01T00:00:00"),
		update(`{"date":"2020-02-30T01:02:03+02:00","date_gmt":"2021-01-01T00:00:00"}`, 200, "", "status=publish", "date=2020-02-29T23:02:03"),
		update(`{"date_gmt":"2021-01-01T00:00:00"}`, 200, "", "date=2021-01-01T00:00:00"),
		update(`{"date":"2020-01-01"}`, 400, "rest_invalid_param", "data/details/date/code=rest_invalid_date"),
		update(`{"date":"2020-13-01T00:00:00"}`, 400, "rest_invalid_param", "data/details/date/code=rest_invalid_date"),
		update(`{"date":null,"date_gmt":"2021-01-01T00:00:00"}`, 200, "", "date=2026-03-04T05:06:07"),
		update(`{"password":"secret"}`, 200, "", "password=secret", "content/protected=true"),
		update(`{"sticky":true}`, 400, "rest_invalid_field"),
		update(`{"sticky":true,"password":""}`, 400, "rest_invalid_field"),
		update(`{"password":""}`, 200, "", "password="),
		update(`{"sticky":true}`, 200, "", "sticky=true"),
		update(`{"password":"secret"}`, 400, "rest_invalid_field"),
		update(`{"sticky":false}`, 200, "", "sticky=false"),
		do("editor", "POST", postsPath, `{"title":"x","sticky":true,"password":"y"}`, 400, "rest_invalid_field"),
		update(`{"password":"secret"}`, 200, ""),
		update(`{"status":"private"}`, 200, "", "password=", "status=private"),
		update(`{"format":"aside"}`, 200, "", "format=aside"),
		update(`{"format":"standard"}`, 200, "", "format=standard"),
		update(`{"format":""}`, 400, "rest_invalid_param"),
		update(`{"featured_media":99999}`, 200, "", "featured_media=0"),
		update(`{"template":"nothing"}`, 400, "rest_invalid_param", "data/details/template/code=rest_invalid_param"),
		update(`{"template":5}`, 400, "rest_invalid_param", "data/details/template/data=<nil>"),
		update(`{"title":{"raw":7}}`, 200, "", "title/raw=7"),
		update(`{"title":{"raw":0},"content":{"raw":false}}`, 200, "", "title/raw=7", "content/raw="),
		update(`{"title":{"raw":"t"},"date":"0000-00-00T00:00:00"}`, 400, "invalid_date"),
		// That it would be empty counts first.
		update(`{"title":" ","content":"","excerpt":"","date":"0000-00-00T00:00:00"}`, 400, "empty_content"),
		update(`{"meta":""}`, 400, "rest_invalid_param"),
		update(`{"meta":[]}`, 200, ""),
		update(`{"categories":[0]}`, 403, "rest_cannot_assign_term"),
		do("editor", "POST", postsPath, `{"id":0,"title":"x"}`, 404, "rest_post_invalid_id"),
		do("editor", "POST", postsPath, `{"id":"x","title":"x"}`, 400, "rest_post_exists"),
		do("editor", "POST", pagesPath, `{"title":"x","menu_order":99999999999}`, 201, "", "menu_order=2147483647"),
		update(`{"template":""}`, 200, "", "template="),
		update(`{"slug":"Größe & more"}`, 200, "", "slug=grose-more"),
		// Fields that can't be written are passed over.
		update(`{"id":"00{p}","link":"x","guid":"x","type":"page","nonsense":1}`, 200, "", "type=post"),
	})
	s.Now = s.Now.Add(time.Hour)
	s.Run("own", []coretest.Step{
		kept("p", do("editor", "POST", postsPath, `{"title":"x","status":"publish","date":"2020-01-01T00:00:00"}`, 201, "", "modified=2020-01-01T00:00:00")),
		update(`{}`, 200, "", "modified=2026-03-04T06:06:07", "date=2020-01-01T00:00:00"),
	})
}

func TestSlugOfPendingWithoutRightToPublish(t *testing.T) {
	t.Parallel()
	newSite(t).Run("own", []coretest.Step{
		kept("p", do("contributor", "POST", postsPath, `{"title":"x","status":"pending","slug":"mine"}`, 201, "", "slug=")),
		do("contributor", "POST", postsPath+"/{p}", `{"slug":"mine"}`, 200, "", "slug="),
		do("contributor", "POST", postsPath+"/{p}", `{"slug":"mine","status":"draft"}`, 200, "", "slug=mine"),
		do("editor", "POST", postsPath, `{"title":"x","status":"pending","slug":"mine"}`, 201, "", "slug=mine-2"),
	})
}

func TestPendingSlugs(t *testing.T) {
	t.Parallel()
	const patterns = "core/v2/blocks"
	newSite(t).Run("own", []coretest.Step{
		kept("p", do("author", "POST", patterns, `{"title":"x","status":"publish","slug":"mine"}`, 201, "", "slug=mine")),
		do("administrator", "POST", patterns+"/{p}", `{"status":"pending"}`, 200, "", "slug="),
		do("administrator", "POST", patterns, `{"title":"x","status":"pending","slug":"mine"}`, 201, "", "slug="),
		// Who may not read what they write aren't told its address.
		kept("q", do("author", "POST", patterns, `{"title":"x","status":"publish","slug":"other","date":"2024-05-06T07:08:09"}`, 201, "", "link="+coretest.URL+"/2024/05/06/other/")),
		do("editor", "POST", patterns+"/{q}", `{"status":"private"}`, 200, "", "status=private", "link="+coretest.URL+"/?p={q}"),
		do("author", "GET", patterns+"/{q}", "", 200, "", "link="+coretest.URL+"/2024/05/06/other/"),
	})
}

func TestPagesHaveParents(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	post := s.AddEntry("post", content.Publish, s.IDs["editor"], "post")
	update := func(id, body string, status int, code string, want ...string) coretest.Step {
		return do("editor", "POST", pagesPath+"/{"+id+"}", body, status, code, want...)
	}
	s.Run("own", []coretest.Step{
		kept("a", do("editor", "POST", pagesPath, `{"title":"a","status":"publish","menu_order":3}`, 201, "", "comment_status=closed", "menu_order=3", "parent=0", "format=<nil>")),
		kept("b", do("editor", "POST", pagesPath, `{"title":"b","status":"publish","parent":{a}}`, 201, "", "link="+coretest.URL+"/a/b/",
			"_links/up/0/href="+coretest.URL+"/api/core/v2/pages/{a}")),
		update("a", `{"parent":{a}}`, 200, "", "parent=0"),
		update("a", `{"parent":{b}}`, 200, "", "parent=0"),
		update("b", `{"parent":99999}`, 400, "rest_post_invalid_id"),
		update("b", fmt.Sprintf(`{"parent":%d}`, post), 200, "", fmt.Sprint("parent=", post), fmt.Sprint("_links/up/0/href=", coretest.URL, "/api/core/v2/posts/", post)),
		update("b", `{"parent":0}`, 200, "", "parent=0", "link="+coretest.URL+"/b/"),
		update("b", `{"parent":{a}}`, 200, ""),
		do("editor", "DELETE", pagesPath+"/{a}?force=true", "", 200, "", "deleted=true", "previous/_links=<nil>", "previous/slug=a"),
		do("", "GET", pagesPath+"/{b}", "", 200, "", "parent=0"),
	})
}

func TestFrontPageNeedsMoreRightsToDelete(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, option := range []string{"page_on_front", "page_for_posts", "wp_page_for_privacy_policy"} {
		id := s.AddEntry("page", content.Publish, s.IDs["editor"], "p")
		if err := s.Env.Site.SetOption(t.Context(), option, id); err != nil {
			t.Fatal(err)
		}
		path := fmt.Sprint(pagesPath, "/", id)
		steps := []coretest.Step{
			do("editor", "DELETE", path, "", 403, "rest_cannot_delete"),
			do("administrator", "DELETE", path, "", 200, "", "status=trash"),
		}
		if option == "wp_page_for_privacy_policy" {
			steps = append([]coretest.Step{
				do("editor", "POST", path, `{"title":"x"}`, 403, "rest_cannot_edit"), do("administrator", "POST", path, `{"title":"x"}`, 200, ""),
			}, steps...)
		}
		s.Run("own", steps)
	}
}

// TestAllowOfFilters: whether a caller may create is told with the parameters of
// the list.
func TestAllowOfFilters(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for query, want := range map[string]string{
		"":                    "GET, POST",
		"categories=1":        "GET, POST",
		"categories[terms]=1": "GET, POST",
		"categories[terms]=1&categories[operator]=AND":         "GET, POST",
		"categories[terms]=1&categories[include_children]=1":   "GET, POST",
		"categories[terms]=1&categories[include_children]=0":   "GET",
		"categories[terms]=1&categories[include_children]=bad": "GET, POST",
		"categories[a]=x&categories[include_children]=false":   "GET, POST", // refused, so that nothing is read
		"categories=1,0": "GET",
		"categories=":    "GET", // refused
		"page=0&tags=":   "GET",
		"page=0&tags=1":  "GET, POST",
	} {
		if a := s.Do("author", "GET", postsPath+"?"+query, ""); a.Header.Get("Allow") != want {
			t.Errorf("%s: Allow %q, want %q", query, a.Header.Get("Allow"), want)
		}
	}
	if a := s.Do("author", "OPTIONS", postsPath+"?categories=1,0", ""); a.Header.Get("Allow") != "GET, POST" {
		t.Errorf("OPTIONS: Allow %q", a.Header.Get("Allow"))
	}
}

// TestOtherID names another entry in body and query: that one counts, for rights and for
// what is changed, and what is no id is refused.
func TestOtherID(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Run("own", []coretest.Step{
		kept("p", do("editor", "POST", postsPath, `{"title":"one"}`, 201, "")),
		kept("q", do("editor", "POST", postsPath, `{"title":"two"}`, 201, "")),
		kept("own", do("contributor", "POST", postsPath, `{"title":"own"}`, 201, "")),
		do("editor", "POST", postsPath+"/{p}", `{"id":{q},"title":"three"}`, 200, "", "id={q}"),
		do("editor", "GET", postsPath+"/{p}?context=edit", "", 200, "", "title/raw=one"),
		do("editor", "GET", postsPath+"/{p}?id={q}&context=edit", "", 200, "", "title/raw=three"),
		do("contributor", "POST", postsPath+"/{own}", `{"id":{p},"title":"five"}`, 403, "rest_cannot_edit"),
		do("contributor", "POST", postsPath+"/{own}?id={p}", `{"title":"five"}`, 403, "rest_cannot_edit"),
		do("contributor", "DELETE", postsPath+"/{own}?id={p}&force=true", "", 403, "rest_cannot_delete"),
		do("", "GET", postsPath+"/{p}?id={own}", "", 401, "rest_forbidden"),
		do("contributor", "POST", postsPath+"/{p}", `{"id":{own},"title":"six"}`, 200, "", "id={own}"),
		do("editor", "GET", postsPath+"/{p}?context=edit", "", 200, "", "title/raw=one"),
		do("editor", "POST", postsPath+"/{p}", `{"id":"2019-01-01","title":"four"}`, 400, "rest_invalid_param"),
		do("editor", "GET", postsPath+"/{p}?id=none", "", 400, "rest_invalid_param"),
		do("editor", "POST", postsPath+"/{p}", `{"id":0,"title":"four"}`, 404, "rest_post_invalid_id"),
		do("editor", "POST", postsPath+"/{p}", `{"id":-1,"title":"four"}`, 404, "rest_post_invalid_id"),
		do("contributor", "POST", postsPath+"/{p}", `{"id":"x"}`, 400, "rest_invalid_param"),
	})
}

func TestTermsOfPosts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	def := s.Do("administrator", "POST", "core/v2/categories", `{"name":"Default"}`)
	var id int64
	if _, err := fmt.Sscan(fmt.Sprint(def.Get("id")), &id); err != nil {
		t.Fatal(def.Text)
	}
	if err := s.Env.Site.SetOption(t.Context(), "default_category", id); err != nil {
		t.Fatal(err)
	}
	d := fmt.Sprint("[", id, "]")
	update := func(body string, want ...string) coretest.Step {
		return do("editor", "POST", postsPath+"/{p}", body, 200, "", want...)
	}
	s.Run("own", []coretest.Step{
		kept("c", do("administrator", "POST", "core/v2/categories", `{"name":"C"}`, 201, "")),
		kept("t", do("administrator", "POST", "core/v2/tags", `{"name":"T"}`, 201, "")),
		do("editor", "POST", postsPath, `{"title":"x","categories":[]}`, 201, "", "categories=[]"),
		kept("p", do("editor", "POST", postsPath, `{"title":"x"}`, 201, "", "categories="+d, "tags=[]")),
		update(`{"categories":[{c},99999,{t}],"tags":"{t}"}`, "categories=[{c}]", "tags=[{t}]"),
		update(`{"title":"y"}`, "categories=[{c}]", "tags=[{t}]"),
		update(`{"categories":[],"tags":null}`, "categories=[]", "tags=[]"),
		update(`{"title":"z"}`, "categories="+d),
		update(`{"status":"publish"}`),
		do("", "GET", "core/v2/categories/"+fmt.Sprint(id), "", 200, "", "count=1"),
		update(`{"status":"draft"}`),
		do("", "GET", "core/v2/categories/"+fmt.Sprint(id), "", 200, "", "count=0"),
		do("editor", "POST", postsPath, `{"title":"x","categories":["a"]}`, 400, "rest_invalid_param", "data/details/categories/data/param=categories[0]"),
	})
}

// TestFootnotesAreFiltered: footnotes are HTML that clients print, so that they
// are held to what their author may post.
func TestFootnotesAreFiltered(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	body := func(notes string) string {
		return fmt.Sprintf(`{"title":"x","status":"publish","meta":{"footnotes":%q}}`, notes)
	}
	for notes, want := range map[string]string{
		`[{"content":"<script>a</script><b onclick=\"x\">b/c</b>","id":"N <1"}]`: `[{"id":"n1","content":"a<b>b\/c<\/b>"}]`,
		`[{"id":1,"content":5},{"content":"a"},{"id":"a","content":"0"},7,"x"]`:  `[{"id":"1","content":"5"}]`,
		`{"a":{"id":"b","content":"c"}}`:                                         `[{"id":"b","content":"c"}]`,
		`{}`:                                                                     `[]`,
		` [] `:                                                                   `[]`,
		`x`:                                                                      ``,
		`null`:                                                                   ``,
		`5`:                                                                      ``,
	} {
		a := s.Do("author", "POST", postsPath, body(notes))
		if got := a.Get("meta", "footnotes"); a.Status != 201 || got != want {
			t.Errorf("footnotes %s of an author: %d %v, want %s", notes, a.Status, got, want)
		}
		one := postsPath + "/" + fmt.Sprint(a.Get("id"))
		if got := s.Do("administrator", "POST", one, body(notes)).Get("meta", "footnotes"); got != notes {
			t.Errorf("footnotes %s of an administrator: %v", notes, got)
		}
		s.Do("administrator", "POST", one, body("of another"))
		if got := s.Do("author", "POST", one+"/autosaves", body(notes)).Get("meta", "footnotes"); got != want {
			t.Errorf("footnotes %s of an autosave: %v, want %s", notes, got, want)
		}
		if got := s.Do("author", "POST", one, body(notes)).Get("meta", "footnotes"); got != want {
			t.Errorf("footnotes %s of an update: %v, want %s", notes, got, want)
		}
	}
}

func TestMetaOfPosts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	update := func(role, body string, status int, code string, want ...string) coretest.Step {
		return do(role, "POST", postsPath+"/{p}", body, status, code, want...)
	}
	s.Run("own", []coretest.Step{
		kept("p", do("author", "POST", postsPath, `{"title":"x","meta":{"number":"5","several":["a","b"],"unknown":1}}`, 201, "",
			"meta/number=5", "meta/several=[a b]", "meta/footnotes=", "meta/unknown=<nil>")),
		update("author", `{"meta":{"number":null,"several":[]}}`, 200, "", "meta/number=7", "meta/several=[]"),
		update("author", `{"meta":5}`, 400, "rest_invalid_param", "data/params/meta=The parameter is invalid.", "data/details=[]"),
		// The entry is stored though its meta isn't, and so are the keys that fit.
		update("author", `{"title":"stored","meta":{"number":"many","footnotes":"[]"}}`, 400, "rest_invalid_type",
			"message=meta.number must be of type integer.", "data/status=400", "additional_data/0/param=meta.number"),
		do("author", "GET", postsPath+"/{p}?context=edit", "", 200, "", "title/raw=stored", "meta/footnotes=[]", "meta/number=7"),
		update("author", `{"meta":{"_guarded":"x"}}`, 403, "rest_cannot_update", "data/key=_guarded"),
		update("author", `{"meta":{"_guarded":null}}`, 403, "rest_cannot_delete", "data/key=_guarded"),
		update("author", `{"meta":{"_guarded":"x","several":5,"number":[]}}`, 403, "rest_invalid_type", "additional_errors/0/code=rest_cannot_update"),
		update("administrator", `{"meta":{"_guarded":"x"}}`, 200, "", "meta/_guarded=x"),
		// What is stored already may be sent by all.
		update("author", `{"meta":{"_guarded":"x"}}`, 200, "", "meta/_guarded=x"),
		do("author", "POST", postsPath, `{"title":"half","meta":{"number":"many"}}`, 400, "rest_invalid_type"),
		do("author", "GET", postsPath+"?status=draft&search=half", "", 200, "", "0/title/rendered=half"),
	})
}

func TestTrashAndDelete(t *testing.T) {
	t.Parallel()
	for _, dialect := range []string{"own", "reference"} {
		path := map[string]string{"own": postsPath, "reference": "wp/v2/posts"}[dialect]
		s := newSite(t)
		s.Run(dialect, []coretest.Step{
			kept("p", do("author", "POST", path, `{"title":"x","status":"publish"}`, 201, "")),
			do("author", "DELETE", path+"/{p}", "", 200, "", "status=trash", "slug=x__trashed", "link="+coretest.URL+"/?p={p}"),
			do("author", "DELETE", path+"/{p}", "", 410, "rest_already_trashed"),
			do("", "GET", path+"/{p}", "", 401, "rest_forbidden"),
			do("subscriber", "GET", path+"/{p}", "", 403, "rest_forbidden"),
			do("author", "POST", path+"/{p}", `{"status":"trash","title":"y"}`, 200, "", "status=trash", "title/raw=y"),
			do("author", "POST", path+"/{p}", `{"status":"draft"}`, 200, "", "status=draft", "slug=x"),
			do("author", "DELETE", path+"/{p}?force=true&_fields=deleted,previous.slug", "", 200, "", "deleted=true", "previous=[]"),
			do("author", "DELETE", path+"/{p}?force=true", "", 404, "rest_post_invalid_id"),
			kept("p", do("author", "POST", path, `{"title":"x"}`, 201, "")),
			do("author", "DELETE", path+"/{p}?force=true&_fields=deleted,previous,slug,id", "", 200, "", "previous/id={p}", "previous/title=<nil>"),
		})
	}
}

// TestEmptyTemplates: whatever is empty is no template, and is checked before
// rights are.
func TestEmptyTemplates(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, empty := range []string{`{}`, `[]`, `0`, `false`, `"0"`, `""`, `null`} {
		s.Run("own", []coretest.Step{
			do("author", "POST", "core/v2/pages", `{"title":"t","template":`+empty+`}`, 403, "rest_cannot_create"),
			do("editor", "POST", "core/v2/pages", `{"title":"t","template":`+empty+`}`, 201, "", "template="),
		})
	}
	s.Run("own", []coretest.Step{
		do("editor", "POST", "core/v2/pages", `{"title":"t","template":["x"]}`, 400, "rest_invalid_param"),
		do("editor", "POST", "core/v2/pages", `{"title":"t","template":"none"}`, 400, "rest_invalid_param"),
	})
}

func TestContentIsInTheUsualForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const sent, usual = `<!-- wp:group {\"a\": 1} --><!-- /wp:group -->`, `<!-- wp:group {"a":1} /-->`
	s.Run("own", []coretest.Step{
		kept("p", do("editor", "POST", postsPath, `{"content":"`+sent+`"}`, 201, "", "content/raw="+usual)),
		do("editor", "GET", postsPath+"/{p}?context=edit", "", 200, "", "content/raw="+usual),
		// Creating stores what was sent, updating what is shown.
		do("editor", "GET", postsPath+"/{p}", "", 200, "", `content/rendered=<!-- wp:group {"a": 1} --><!-- /wp:group -->`),
		do("editor", "POST", postsPath+"/{p}", `{"content":"`+sent+`x"}`, 200, "", "content/raw="+usual+"x"),
		do("editor", "GET", postsPath+"/{p}", "", 200, "", "content/rendered="+usual+"x"),
		do("editor", "POST", postsPath+"/{p}", `{"content":"<!-- plain"}`, 200, "", "content/raw=<!-- plain"),
	})
}

// TestFootnotesNeedThePassword: they are a part of the text.
func TestFootnotesNeedThePassword(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const notes = `[{"content":"Measured at noon","id":"a"}]`
	a := s.Do("administrator", "POST", postsPath, fmt.Sprintf(`{"title":"x","status":"publish","password":"sesame","meta":{"footnotes":%q}}`, notes))
	one := postsPath + "/" + fmt.Sprint(a.Get("id"))
	for _, c := range []struct{ role, query, want string }{
		{"", "", ""}, {"", "?password=sesame", notes}, {"subscriber", "", ""}, {"author", "", ""},
		{"administrator", "?context=edit", notes}, {"editor", "?context=edit", notes},
	} {
		if got := s.Do(c.role, "GET", one+c.query, "").Get("meta", "footnotes"); got != c.want {
			t.Errorf("%q %s is told %v, want %q", c.role, c.query, got, c.want)
		}
	}
	if a := s.Do("", "GET", one+"?password=other", ""); a.Status != 403 || strings.Contains(a.Text, "noon") {
		t.Errorf("another password: %d %s", a.Status, a.Text)
	}
}
