package entry_test

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"quoin/internal/api/core/coretest"
	"quoin/internal/domain/content"
)

// TestWhoMayRead: a cell tells what a role gets: v may view, e may edit.
func TestWhoMayRead(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	roles := []string{"", "subscriber", "contributor", "author", "editor", "administrator"}
	for _, c := range []struct {
		typ    string
		author string
		status content.Status
		want   string
	}{
		{"post", "author", content.Publish, "v v v ve ve ve"},
		{"post", "administrator", content.Publish, "v v v v ve ve"},
		{"post", "author", content.Draft, "- - - ve ve ve"},
		{"post", "contributor", content.Pending, "- - ve - ve ve"},
		{"post", "author", content.Private, "- - - ve ve ve"},
		{"post", "subscriber", content.Draft, "- v - - ve ve"},
		{"page", "editor", content.Publish, "v v v v ve ve"},
		{"page", "author", content.Draft, "- - - v ve ve"},
	} {
		path := add(t, s, c.author, c.typ, c.status, "t")
		for i, want := range strings.Fields(c.want) {
			view, edit := s.Do(roles[i], "GET", path, ""), s.Do(roles[i], "GET", path+"?context=edit", "")
			refused := 403
			if roles[i] == "" {
				refused = 401
			}
			got := ""
			for _, x := range []struct {
				letter, code string
				answer       coretest.Answer
			}{{"v", "rest_forbidden", view}, {"e", "rest_forbidden_context", edit}} {
				switch {
				case x.answer.Status == 200:
					got += x.letter
				case x.answer.Status != refused || x.answer.Code() != x.code:
					t.Errorf("%s %s of %s for %q: %d %s, want %d %s", c.status, c.typ, c.author, roles[i], x.answer.Status, x.answer.Code(), refused, x.code)
				}
			}
			if got == "" {
				got = "-"
			}
			if got != want {
				t.Errorf("%s %s of %s for %q: %s, want %s", c.status, c.typ, c.author, roles[i], got, want)
			}
		}
	}
	for _, id := range []string{"0", "99999", "99999999999999999999"} {
		if a := s.Do("", "GET", postsPath+"/"+id, ""); a.Status != 404 || a.Code() != "rest_post_invalid_id" {
			t.Errorf("post %s: %d %s", id, a.Status, a.Code())
		}
	}
	page := add(t, s, "editor", "page", content.Publish, "t")
	if a := s.Do("", "GET", postsPath+page[len(pagesPath):], ""); a.Status != 404 {
		t.Errorf("a page among posts: %d", a.Status)
	}
}

func TestPasswords(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	hidden, open := []string{"content/rendered=", "excerpt/rendered=", "content/protected=true", "title/rendered=secret title"}, []string{"content/rendered=words", "excerpt/rendered=few"}
	post := postsPath + "/{p}"
	s.Run("own", []coretest.Step{
		kept("p", do("author", "POST", postsPath, `{"title":"secret title","content":"words","excerpt":"few","status":"publish","password":"key"}`, 201, "", "content/rendered=words", "content/raw=words")),
		do("", "GET", post, "", 200, "", hidden...),
		do("author", "GET", post, "", 200, "", hidden...),
		do("author", "GET", post+"?context=edit", "", 200, "", append([]string{"content/raw=words", "password=key"}, open...)...),
		do("", "GET", post+"?password=key", "", 200, "", append([]string{"content/protected=true", "password=<nil>"}, open...)...),
		do("", "GET", post+"?password=", "", 200, "", hidden...),
		do("", "GET", post+"?password=wrong", "", 403, "rest_post_incorrect_password"),
		do("author", "GET", post+"?password=wrong&context=edit", "", 403, "rest_post_incorrect_password"),
		do("", "GET", postsPath, "", 200, "", "0/content/rendered=", "0/excerpt/protected=true"),
		do("author", "GET", postsPath+"?context=edit", "", 200, "", "0/content/raw=words", "0/content/rendered=words"),
		// Nobody finds by searching what they may not read.
		do("", "GET", postsPath+"?search=words", "", 200, "", "0=<nil>"),
		do("subscriber", "GET", postsPath+"?search=words", "", 200, "", "0=<nil>"),
		do("subscriber", "GET", postsPath+"?search=secret", "", 200, "", "0/content/rendered="),
		do("author", "GET", postsPath+"?search=words", "", 200, "", "0/content/rendered="),
		kept("q", do("author", "POST", postsPath, `{"title":"x","status":"publish"}`, 201, "")),
		do("", "GET", postsPath+"/{q}?password=any", "", 403, "rest_post_incorrect_password"),
		kept("d", do("author", "POST", postsPath, `{"title":"x","password":"key"}`, 201, "")),
		do("", "GET", postsPath+"/{d}?password=wrong", "", 403, "rest_post_incorrect_password"),
		do("", "GET", postsPath+"/{d}?password=key", "", 401, "rest_forbidden"),
		kept("z", do("author", "POST", postsPath, `{"title":"x","content":"words","status":"publish","password":"0"}`, 201, "")),
		do("", "GET", postsPath+"/{z}", "", 200, "", "content/protected=true", "content/rendered="),
		do("", "GET", postsPath+"/{z}?password=0", "", 200, "", "content/rendered=words"),
	})
}

func TestListsByRole(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, e := range []struct {
		role   string
		status content.Status
		title  string
	}{
		{"author", content.Publish, "public"}, {"author", content.Draft, "draft"}, {"author", content.Private, "private"},
		{"editor", content.Private, "private2"}, {"contributor", content.Pending, "pending"}, {"author", content.Trash, "trash"},
		{"author", content.AutoDraft, "auto"},
	} {
		s.AddEntry("post", e.status, s.IDs[e.role], e.title)
	}
	const order = "&orderby=id&order=asc"
	for _, c := range []struct{ role, query, want, total string }{
		{"", "", "public", "1"},
		{"editor", "", "public", "1"},
		{"", "status=publish", "public", "1"},
		{"", "status=draft", "400 rest_invalid_param", ""},
		{"subscriber", "status=any", "400 rest_invalid_param", ""},
		{"", "status=nonsense", "400 rest_invalid_param", ""},
		{"editor", "status=nonsense", "400 rest_invalid_param", ""},
		{"editor", "status=draft,private", "draft,private,private2", "3"},
		{"editor", "status=any", "public,draft,private,private2,pending", "5"},
		{"editor", "status=trash", "trash", "1"},
		{"editor", "status=trash,any", "public,draft,private,private2,pending,trash", "6"},
		{"editor", "status=auto-draft", "auto", "1"},
		// What may not be read is left out, though it counts.
		{"contributor", "status=any", "public,pending", "5"},
		{"author", "status=draft", "draft", "1"},
		{"author", "status=private", "private", "2"},
		{"author", "status=", "public,private", "2"},
		{"editor", "status=", "public,private,private2", "3"},
		{"", "status=", "public", "1"},
		{"editor", "status=Draft", "draft", "1"},
		{"editor", "status='", "public,draft,private,private2,pending,trash,auto", "7"},
		{"editor", "status[]=", "public,draft,private,private2,pending,trash,auto", "7"},
		{"editor", "status[]=&status[]=draft", "draft", "1"},
		{"", "status[]=", "400 rest_invalid_param", ""},
		{"editor", "status[a]=draft", "draft", "1"},
		{"editor", "status[a]=nonsense", "400 rest_invalid_param", ""},
		{"", "context=edit", "401 rest_forbidden_context", ""},
		{"subscriber", "context=edit", "403 rest_forbidden_context", ""},
		{"contributor", "context=edit", "", "1"},
		{"author", "context=edit", "public", "1"},
	} {
		a := s.Do(c.role, "GET", postsPath+"?"+c.query+order, "")
		if got := titles(a); got != c.want || a.Header.Get("X-WP-Total") != c.total {
			t.Errorf("%q for %q: %s of %s, want %s of %s", c.query, c.role, got, a.Header.Get("X-WP-Total"), c.want, c.total)
		}
	}
	for _, c := range []struct{ role, status, code string }{
		{"", "nonsense", "rest_forbidden_status"}, {"subscriber", "draft", "rest_forbidden_status"}, {"author", "nonsense", "rest_not_in_enum"},
	} {
		a := s.Do(c.role, "GET", postsPath+"?status="+c.status, "")
		if got := a.Get("data", "details", "status", "code"); got != c.code {
			t.Errorf("status %s for %q: %v, want %s", c.status, c.role, got, c.code)
		}
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	entry := func(title, text, excerpt string) {
		t.Helper()
		s.Now = s.Now.Add(time.Minute)
		body := fmt.Sprintf(`{"title":%q,"content":%q,"excerpt":%q,"status":"publish"}`, title, text, excerpt)
		if a := s.Do("editor", "POST", postsPath, body); a.Status != 201 {
			t.Fatal(a.Text)
		}
	}
	entry("alpha zqx cherry", "zqx one two", "e1")
	entry("beta zqx", "cherry pie zqx", "")
	entry("gamma", "alpha the zqx", "")
	const a, b, c, none = "alpha zqx cherry", "beta zqx", "gamma", ""
	all := a + "," + b + "," + c
	for search, want := range map[string]string{
		"zqx": all, "ZQX": all, "zqx cherry": a + "," + b, "zqx,cherry": a + "," + b, "zqx+cherry": a + "," + b, "zqx -cherry": c, "-zqx": none,
		`"cherry pie"`: b, `"one two" zqx`: a, "'cherry pie'": b,
		// Stop words and single letters don't count, unless nothing else is left.
		"the zqx": all, "the": c, `"the zqx"`: c, "zqx a": all, "zqx 1": a, "a b c d e f g h i zqx": all, "zqx -": all, "zqx --cherry": all,
		`zqx -"cherry pie"`: b, `"unclosed zqx`: none, "zqx\ncherry": a + "," + b, "zqx\tcherry": a + "," + b, "  ": all, "<i>zqx</i>": all,
		"one two zqx alpha cherry pie beta gamma e1 more": none,
	} {
		got := titles(s.Do("", "GET", postsPath+"?orderby=id&order=asc&search="+url.QueryEscape(search), ""))
		if got != want {
			t.Errorf("%q finds %s, want %s", search, got, want)
		}
	}
	for query, want := range map[string]string{
		"search=zqx&search_columns=post_title":                                b + "," + a,
		"search=zqx&search_columns[]=post_excerpt":                            none,
		"search=cherry&search_columns=post_content,post_excerpt":              b,
		"search=zqx&search_columns=x":                                         "400 rest_invalid_param",
		"search=gamma&search_semantics=exact":                                 c,
		"search=beta+zqx&search_semantics=exact":                              none,
		`search="beta+zqx"&search_semantics=exact`:                            b,
		"search=zqx&search_semantics=x":                                       "400 rest_invalid_param",
		"search=zqx&orderby=relevance":                                        b + "," + a + "," + c,
		"search=zqx+cherry&orderby=relevance":                                 a + "," + b,
		"search=zqx+cherry&orderby=relevance&order=asc":                       a + "," + b,
		"orderby=relevance":                                                   "400 rest_no_search_term_defined",
		"search=&orderby=relevance":                                           "400 rest_no_search_term_defined",
		"search=zqx&search_semantics=exact&search_columns=post_title":         none,
		"search=nothing&page=7":                                               none,
		"search=zqx&page=7":                                                   "400 rest_post_invalid_page_number",
		"search=cherry+pie&orderby=relevance&search_columns[]=post_content":   b,
		"search=" + strings.Repeat("x+", 9) + "zqx&orderby=title&order=asc":   all,
		"search=zqx&orderby=title&order=desc&per_page=1&page=2&_fields=title": b,
		"search[]=zqx": "400 rest_invalid_param",
	} {
		if got := titles(s.Do("", "GET", postsPath+"?"+query, "")); got != want {
			t.Errorf("%s finds %s, want %s", query, got, want)
		}
	}
}

func TestLists(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ids := map[string]string{}
	for _, title := range []string{"a", "b", "c", "d"} {
		s.Now = s.Now.Add(24 * time.Hour)
		role := "author"
		if title == "c" {
			role = "editor"
		}
		ids[title] = strconv.FormatInt(s.AddEntry("post", content.Publish, s.IDs[role], title), 10)
	}
	if a := s.Do("editor", "POST", postsPath+"/"+ids["b"], `{"sticky":true,"format":"aside"}`); a.Status != 200 {
		t.Fatal(a.Text)
	}
	for query, want := range map[string]string{
		"":                                "d,c,b,a",
		"order=asc":                       "a,b,c,d",
		"orderby=title&order=asc":         "a,b,c,d",
		"orderby=id":                      "d,c,b,a",
		"orderby=slug":                    "d,c,b,a",
		"orderby=author&order=asc":        "c,a,b,d",
		"orderby=modified":                "d,b,c,a",
		"include={c},{a}":                 "c,a",
		"include={c},{a}&orderby=include": "c,a",
		"include={a},{c}&orderby=include": "a,c",
		"include={a},{c}&orderby=include&order=desc": "a,c",
		"orderby=include":                                      "400 rest_orderby_include_missing_include",
		"include=-{a}":                                         "a",
		"include=0":                                            "",
		"include=x":                                            "400 rest_invalid_param",
		"include[5]={a}&include[9]={b}":                        "b,a",
		"include={a},{b}&exclude={a}":                          "b,a",
		"exclude={a},{b}":                                      "d,c",
		"author={editor}":                                      "c",
		"author_exclude={editor}":                              "d,b,a",
		"author={editor}&author_exclude={editor}":              "d,b,a",
		"slug=c,A":                                             "c,a",
		"slug=c,a&orderby=include_slugs":                       "c,a",
		"orderby=include_slugs":                                "a,b,c,d",
		"sticky=true&exclude={b}":                              "b",
		"parent={a}&parent_exclude=0":                          "d,c,b,a",
		"menu_order=7":                                         "d,c,b,a",
		"orderby=relevance&search=0":                           "400 rest_no_search_term_defined",
		"search=-":                                             "",
		"search=%5C":                                           "d,c,b,a",
		"slug=,":                                               "d,c,b,a",
		"sticky=true":                                          "b",
		"sticky=true&include={a}":                              "",
		"sticky=false":                                         "d,c,a",
		"sticky=false&include={b}":                             "b",
		"ignore_sticky=false":                                  "b,d,c,a",
		"ignore_sticky=false&per_page=1":                       "b,d",
		"ignore_sticky=false&page=2&per_page=2":                "b,a",
		"ignore_sticky=false&search=d":                         "d",
		"ignore_sticky=false&offset=3":                         "b,a",
		"ignore_sticky=false&offset=9":                         "b",
		"ignore_sticky=false&include={a}":                      "a",
		"ignore_sticky=false&tags_exclude=1":                   "b,d,c,a",
		"ignore_sticky=false&format=standard":                  "d,c,a",
		"ignore_sticky=false&before=2026-03-06T05:06:07":       "b,a",
		"after=2026-03-06T00:00:00&before=2026-03-08T00:00:00": "c,b",
		"after=2026-03-06T05:06:07":                            "d,c",
		"before=2026-03-06T05:06:07":                           "a",
		"after=2026-03-06T06:06:07%2B01:00":                    "d,c",
		"after=2026":                                           "400 rest_invalid_param",
		"modified_before=2026-03-07T00:00:00":                  "a",
		"format=aside":                                         "b",
		"format=standard":                                      "d,c,a",
		"format=standard,aside":                                "d,c,b,a",
		"format=image":                                         "",
		"format=standard,standard":                             "400 rest_invalid_param",
		"per_page=2":                                           "d,c",
		"per_page=2&page=2":                                    "b,a",
		"per_page=2&page=3":                                    "400 rest_post_invalid_page_number",
		"per_page=2&offset=1":                                  "c,b",
		"per_page=2&offset=1&page=2":                           "c,b",
		"offset=9":                                             "",
		"per_page=0":                                           "400 rest_invalid_param",
		"per_page=101":                                         "400 rest_invalid_param",
		"page=0":                                               "400 rest_invalid_param",
		"context=x":                                            "400 rest_invalid_param",
		"orderby=menu_order":                                   "400 rest_invalid_param",
		"unknown=1":                                            "d,c,b,a",
	} {
		query = s.Fill(query, ids)
		if got := titles(s.Do("", "GET", postsPath+"?"+query, "")); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	for query, want := range map[string]string{
		"per_page=3": "4 2", "per_page=3&offset=1": "4 2", "offset=9": "0 0", "include=0": "0 0", "per_page=1&ignore_sticky=false": "4 4",
	} {
		for _, method := range []string{"GET", "HEAD"} {
			a := s.Do("", method, postsPath+"?"+query, "")
			if got := a.Header.Get("X-WP-Total") + " " + a.Header.Get("X-WP-TotalPages"); got != want {
				t.Errorf("%s %s: total %s, want %s", method, query, got, want)
			}
			if method == "HEAD" && a.Text != "" {
				t.Errorf("HEAD %s has a body: %s", query, a.Text)
			}
		}
	}
}

// TestTotalsOfOrders: what the caller may not read is counted, whatever the order, but found by no text.
func TestTotalsOfOrders(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, title := range []string{"a", "c"} {
		s.AddEntry("post", content.Publish, s.IDs["editor"], title)
	}
	s.AddEntry("post", content.Private, s.IDs["editor"], "b")
	for query, want := range map[string]string{"orderby=date": "3", "orderby=title": "3", "orderby=slug&order=asc": "3", "orderby=title&search=b": "0", "slug=b": "0"} {
		a := s.Do("contributor", "GET", postsPath+"?status=any&_fields=id&"+query, "")
		list, _ := a.Body.([]any)
		if got := a.Header.Get("X-WP-Total"); got != want || want == "3" && len(list) != 2 {
			t.Errorf("%s: %s of %s", query, got, a.Text)
		}
	}
}

func TestListsOfPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ids := map[string]string{}
	for _, p := range []struct{ title, parent, order string }{{"a", "0", "2"}, {"b", "{a}", "1"}, {"c", "{a}", "3"}, {"d", "{b}", "1"}} {
		a := s.Do("editor", "POST", pagesPath, s.Fill(`{"title":"`+p.title+`","status":"publish","parent":`+p.parent+`,"menu_order":`+p.order+`}`, ids))
		ids[p.title] = fmt.Sprint(a.Get("id"))
	}
	for query, want := range map[string]string{
		"parent=0": "a", "parent={a}": "c,b", "parent={a},{b}": "d,c,b", "parent_exclude={a}": "d,a", "parent={a}&parent_exclude={a}": "c,b",
		"menu_order=1": "d,b", "menu_order=-1": "d,b", "sticky=true": "d,c,b,a", "format=aside": "d,c,b,a",
		"orderby=menu_order&order=asc": "b,d,a,c", "orderby=parent&order=asc": "a,b,c,d", "": "d,c,b,a",
	} {
		if got := titles(s.Do("", "GET", pagesPath+"?"+s.Fill(query, ids), "")); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

func TestTermFilters(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ids := map[string]string{}
	term := func(path, name, more string) {
		t.Helper()
		a := s.Do("administrator", "POST", path, s.Fill(`{"name":"`+name+`"`+more+`}`, ids))
		if a.Status != 201 {
			t.Fatal(a.Text)
		}
		ids[name] = fmt.Sprint(a.Get("id"))
	}
	term("core/v2/categories", "A", "")
	term("core/v2/categories", "B", "")
	term("core/v2/categories", "BelowA", `,"parent":{A}`)
	term("core/v2/tags", "T", "")
	term("core/v2/tags", "U", "")
	for _, p := range []struct{ title, categories, tags string }{
		{"a", "{A}", ""}, {"b", "{B}", "{T}"}, {"ab", "{A},{B}", "{T},{U}"}, {"below", "{BelowA}", "{U}"}, {"none", "", ""},
	} {
		a := s.Do("editor", "POST", postsPath, s.Fill(`{"title":"`+p.title+`","status":"publish","categories":[`+p.categories+`],"tags":[`+p.tags+`]}`, ids))
		if a.Status != 201 {
			t.Fatal(a.Text)
		}
	}
	for query, want := range map[string]string{
		"categories={A}":                         "a,ab",
		"categories={A},{B}":                     "a,b,ab",
		"categories[]={A}&categories[]={BelowA}": "a,ab,below",
		"categories[3]={B}":                      "b,ab",
		"categories=99999":                       "",
		"categories=":                            "400 rest_invalid_param",
		"categories[terms]={A},{B}":              "a,b,ab",
		"categories[terms]={A},{B}&categories[operator]=AND":                                "ab",
		"categories[terms]={A}&categories[include_children]=true":                           "a,ab,below",
		"categories[terms]={A},{B}&categories[operator]=AND&categories[include_children]=1": "ab",
		"categories[terms]=":     "a,b,ab,below,none",
		"categories_exclude={A}": "b,below,none",
		"categories_exclude[terms]={A}&categories_exclude[include_children]=true":   "b,none",
		"categories_exclude[terms]={A},0&categories_exclude[include_children]=true": "b,none",
		"categories={A}&categories_exclude={B}":                                     "a",
		"tags={T}":                                                                  "b,ab",
		"categories={A}&tags={U}":                                                   "ab",
		"categories={A}&tags={U}&tax_relation=OR":                                   "a,ab,below",
		"tags_exclude={T},{U}":                                                      "a,none",
		"tax_relation=or":                                                           "400 rest_invalid_param",
		"categories=x":                                                              "400 rest_invalid_param",
		"categories[terms]=x":                                                       "400 rest_invalid_param",
		"categories[nonsense]=1":                                                    "400 rest_invalid_param",
		"categories[terms]={A}&categories[operator]=XOR":                            "400 rest_invalid_param",
		"categories_exclude[terms]={A}&categories_exclude[operator]=AND":            "400 rest_invalid_param",
		"tags[terms]={T}&tags[include_children]=1":                                  "400 rest_invalid_param",
	} {
		query = s.Fill(query, ids)
		if got := titles(s.Do("", "GET", postsPath+"?orderby=id&order=asc&"+query, "")); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	a := s.Do("", "GET", postsPath+"?categories=x", "")
	if got := a.Get("data", "details", "categories", "message"); got != "categories doesn't fit Term ID List. Reason: categories[0] must be of type integer." {
		t.Errorf("message %v", got)
	}
}
