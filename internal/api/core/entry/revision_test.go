package entry_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"quoin/internal/api/core/coretest"
	"quoin/internal/domain/content"
)

func TestRevisions(t *testing.T) {
	t.Parallel()
	for _, dialect := range []string{"own", "reference"} {
		base := map[string]string{"own": postsPath, "reference": "wp/v2/posts"}[dialect]
		s := newSite(t)
		post, revisions := base+"/{p}", base+"/{p}/revisions"
		steps := []coretest.Step{
			kept("p", do("author", "POST", base, `{"title":"one","status":"publish","content":"c"}`, 201, "",
				"_links/version-history/0/count=0", "_links/predecessor-version=<nil>")),
			do("author", "GET", revisions, "", 200, "", "0=<nil>"),
			do("author", "POST", post, `{"title":"two"}`, 200, "", "_links/version-history/0/count=1"),
			do("editor", "POST", post, `{"title":"three","meta":{"footnotes":"[]"}}`, 200, "", "_links/version-history/0/count=2"),
			do("editor", "POST", post, `{"status":"draft"}`, 200, "", "_links/version-history/0/count=2"),
			do("editor", "POST", post, `{"meta":{"footnotes":"m"}}`, 200, "", "_links/version-history/0/count=3"),
			kept("new", do("author", "GET", revisions+"?order=asc&per_page=1&page=3&_envelope", "", 200, "", "headers/X-WP-Total=3", "headers/X-WP-TotalPages=3", "body/0/meta/footnotes=m")),
			do("author", "GET", revisions, "", 200, "", "0/title/rendered=three", "0/meta/footnotes=m", "1/meta/footnotes=[]", "1/author={editor}",
				"2/title/rendered=two", "2/author={author}", "2/parent={p}", "2/slug={p}-revision-v1", "2/title/raw=<nil>", "2/content/protected=<nil>",
				"2/_links/parent/0/href="+coretest.URL+"/"+map[string]string{"own": "api/core", "reference": "wp-json/wp"}[dialect]+"/v2/posts/{p}"),
			do("author", "GET", revisions+"?context=edit&search=two", "", 200, "", "0/title/raw=two", "1=<nil>"),
			do("author", "GET", revisions+"?context=embed", "", 200, "", "0/content=<nil>", "0/title/rendered=three"),
			do("author", "GET", revisions+"?per_page=2&page=3", "", 400, "rest_revision_invalid_page_number"),
			do("author", "GET", revisions+"?per_page=2&offset=3", "", 400, "rest_revision_invalid_offset_number"),
			do("author", "GET", revisions+"?orderby=relevance", "", 400, "rest_no_search_term_defined"),
			do("author", "GET", revisions+"?orderby=relevance&search=0", "", 400, "rest_no_search_term_defined"),
			do("author", "GET", revisions+"?orderby=include_slugs&order=desc", "", 200, "", "0/title/rendered=two", "2/meta/footnotes=m"),
			do("author", "GET", revisions+"?orderby=include", "", 400, "rest_orderby_include_missing_include"),
			// All revisions have the same slug, in either direction they come as they were made.
			do("author", "GET", revisions+"?orderby=slug", "", 200, "", "0/title/rendered=two", "1/meta/footnotes=[]", "2/meta/footnotes=m"),
			do("author", "GET", revisions+"?orderby=slug&order=asc", "", 200, "", "0/title/rendered=two"),
			// Who may not edit the entry may not see its past.
			do("", "GET", revisions, "", 401, "rest_cannot_read"),
			do("subscriber", "GET", revisions, "", 403, "rest_cannot_read"),
			do("author", "GET", base+"/99999/revisions", "", 404, "rest_post_invalid_parent"),
			do("author", "GET", revisions+"/99999", "", 404, "rest_post_invalid_id"),
			do("author", "GET", revisions+"/{p}", "", 404, "rest_post_invalid_id"),
		}
		s.Run(dialect, steps)
		var id, other int64
		for _, e := range list(t, s, content.Query{Types: []string{"revision"}, Order: []content.Order{{By: content.ByID}}, Limit: 1}) {
			id, other = e.ID, e.Parent
		}
		second := s.AddEntry("post", content.Publish, s.IDs["author"], "second")
		one := fmt.Sprint(base, "/", other, "/revisions/", id)
		s.Run(dialect, []coretest.Step{
			do("author", "GET", one+"?_fields=id", "", 200, "", fmt.Sprint("id=", id), "title=<nil>", "_links/parent/0/embeddable=<nil>"),
			do("author", "GET", fmt.Sprint(base, "/", second, "/revisions/", id), "", 404, "rest_revision_parent_id_mismatch"),
			// Nobody deletes one.
			do("", "DELETE", one+"?force=true", "", 401, "rest_cannot_delete"),
			do("administrator", "DELETE", one+"?force=true", "", 403, "rest_cannot_delete"),
			do("administrator", "DELETE", one, "", 403, "rest_cannot_delete"),
			do("administrator", "DELETE", fmt.Sprint(base, "/", other, "/revisions/99999"), "", 404, "rest_post_invalid_id"),
			do("administrator", "DELETE", base+"/99999/revisions/1", "", 404, "rest_post_invalid_parent"),
		})
	}
}

func list(t *testing.T, s *coretest.Site, q content.Query) []*content.Entry {
	t.Helper()
	page, err := s.DB.ListEntries(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return page.Entries
}

func TestAutosavesOfTwoUsers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	saves := postsPath + "/{p}/autosaves"
	s.Run("own", []coretest.Step{
		kept("p", do("author", "POST", postsPath, `{"title":"t","content":"c","status":"publish"}`, 201, "")),
		do("author", "GET", saves+"/5", "", 404, "rest_post_no_autosave"),
		kept("a", do("author", "POST", saves, `{"title":"mine","meta":{"footnotes":"[]"}}`, 200, "", "title/raw=mine", "content/raw=", "parent={p}",
			"slug={p}-autosave-v1", "author={author}", "meta/footnotes=[]")),
		do("author", "POST", saves, `{"content":"mine too"}`, 200, "", "id={a}", "title/raw=mine", "content/raw=mine too"),
		do("author", "POST", saves, `{"content":"c"}`, 200, "", "id={a}", "content/raw=mine too"),
		kept("e", do("editor", "POST", saves, `{"title":"theirs"}`, 200, "", "author={editor}", "title/raw=theirs")),
		do("author", "GET", postsPath+"/{p}?context=edit", "", 200, "", "title/raw=t", "content/raw=c", "_links/version-history/0/count=2"),
		do("author", "GET", saves, "", 200, "", "0/title/rendered=theirs", "1/title/rendered=mine", "2=<nil>", "0/preview_link=<nil>"),
		do("author", "GET", saves+"/{a}", "", 200, "", "id={e}"),
		do("author", "GET", saves+"/99999", "", 200, "", "id={e}"),
		do("", "GET", saves, "", 401, "rest_cannot_read"),
		do("contributor", "GET", saves, "", 403, "rest_cannot_read"),
		do("contributor", "POST", saves, `{"title":"x"}`, 403, "rest_cannot_edit"),
		do("", "POST", saves, `{"title":"x"}`, 401, "rest_cannot_edit"),
		do("author", "POST", postsPath+"/99999/autosaves", `{"title":"x"}`, 404, "rest_post_invalid_id"),
		do("author", "GET", postsPath+"/99999/autosaves", "", 404, "rest_post_invalid_parent"),
	})
	a := s.Do("author", "GET", s.Fill(postsPath, nil)+"?orderby=id&_fields=id", "")
	link := s.Do("author", "POST", fmt.Sprint(postsPath, "/", a.Get(0, "id"), "/autosaves"), `{"title":"z"}`).Get("preview_link")
	if text := fmt.Sprint(link); !strings.HasPrefix(text, coretest.URL+"/2026/03/04/t/?preview_id=") || !strings.HasSuffix(text, "&preview=true") {
		t.Errorf("preview link %s", text)
	}
}

// TestAutosavesOfWhatCantBe takes nothing over from what can't be stored as a whole.
func TestAutosavesOfWhatCantBe(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	saves := pagesPath + "/{p}/autosaves"
	s.Run("own", []coretest.Step{
		kept("p", do("editor", "POST", pagesPath, `{"title":"t","content":"c","status":"publish"}`, 201, "")),
		kept("a", do("editor", "POST", saves, `{"title":"one","parent":null}`, 200, "", "title/raw=one", "parent={p}")),
		do("editor", "POST", saves, `{"title":"two","parent":99999}`, 200, "", "id={a}", "title/raw=one"),
		do("editor", "POST", saves, `{"title":"three","author":99999}`, 200, "", "id={a}", "title/raw=one"),
		do("editor", "POST", saves, `{"title":"four","parent":"x"}`, 400, "rest_invalid_param"),
		do("administrator", "POST", saves, `{"title":"five","parent":99999}`, 200, "", "title/raw=", "content/raw="),
		do("editor", "GET", pagesPath+"/{p}?context=edit", "", 200, "", "title/raw=t", "content/raw=c", "parent=0"),
		kept("q", do("editor", "POST", postsPath, `{"title":"t","content":"c","status":"publish"}`, 201, "")),
		do("editor", "POST", postsPath+"/{q}/autosaves", `{"title":"u","parent":null}`, 400, "rest_invalid_param"),
		do("editor", "POST", postsPath+"/{q}/autosaves", `{"title":"u","meta":{"footnotes":5}}`, 200, "", "meta/footnotes=5"),
		do("editor", "GET", postsPath+"/{q}/autosaves", "", 200, "", "0/meta/footnotes=5"),
	})
}

func TestZeros(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Run("own", []coretest.Step{
		kept("p", do("editor", "POST", pagesPath, `{"title":"t","content":"0"}`, 201, "", "content/raw=0")),
		do("editor", "GET", pagesPath+"/{p}?context=edit", "", 200, "", "content/raw=0"),
		do("editor", "POST", pagesPath+"/{p}", `{"content":"0"}`, 200, "", "content/raw="),
		do("editor", "GET", pagesPath+"/{p}?context=edit", "", 200, "", "content/raw="),
	})
}

// TestSlugOfAutosave lets a draft that is saved by itself have the slug of another entry;
// that one is asked about when it is published.
func TestSlugOfAutosave(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Run("own", []coretest.Step{
		do("author", "POST", postsPath, `{"title":"other","slug":"taken","status":"publish"}`, 201, ""),
		kept("p", do("author", "POST", postsPath, `{"title":"t"}`, 201, "")),
		do("author", "POST", postsPath+"/{p}/autosaves", `{"slug":"taken"}`, 200, "", "id={p}", "slug=taken"),
		do("author", "POST", postsPath+"/{p}", `{"status":"publish"}`, 200, "", "slug=taken-2"),
	})
}

func TestAutosaveOfOwnDraft(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	saves := postsPath + "/{p}/autosaves"
	s.Run("own", []coretest.Step{
		kept("p", do("author", "POST", postsPath, `{"title":"t"}`, 201, "")),
		// The draft itself is changed.
		do("author", "POST", saves, `{"title":"u"}`, 200, "", "id={p}", "parent=0", "date=<nil>", "date_gmt=<nil>", "title/raw=u",
			"preview_link="+coretest.URL+"/?p={p}&preview=true"),
		do("author", "GET", postsPath+"/{p}?context=edit", "", 200, "", "title/raw=u", "_links/version-history/0/count=0"),
		do("author", "POST", postsPath+"/{p}", `{"password":"x"}`, 200, "", "title/rendered=u"),
		do("author", "POST", saves, `{"title":"u"}`, 200, "", "id={p}", "title/rendered=Protected: u"),
		do("author", "POST", saves, `{"title":"","content":"c"}`, 200, "", "id={p}", "title/rendered=Protected:"),
		do("author", "POST", saves, `{"title":"u"}`, 200, ""),
		do("author", "POST", postsPath+"/{p}", `{"password":""}`, 200, ""),
		// Another's isn't.
		do("editor", "POST", saves, `{"title":"v"}`, 200, "", "parent={p}", "title/raw=v"),
		do("author", "GET", postsPath+"/{p}?context=edit", "", 200, "", "title/raw=u"),
	})
	entries := list(t, s, content.Query{Types: []string{"post"}})
	lock := func(ago time.Duration, user string) {
		t.Helper()
		if err := s.DB.InTx(t.Context(), func(ctx context.Context) error {
			return s.DB.SetEntryMeta(ctx, entries[0].ID, content.MetaEditLock, fmt.Sprint(s.Now.Add(-ago).Unix(), ":", s.IDs[user]))
		}); err != nil {
			t.Fatal(err)
		}
	}
	path := fmt.Sprint(postsPath, "/", entries[0].ID, "/autosaves")
	for _, c := range []struct {
		ago  time.Duration
		user string
		own  bool // the draft itself is changed
	}{{149 * time.Second, "editor", false}, {150 * time.Second, "editor", true}, {time.Second, "author", true}} {
		lock(c.ago, c.user)
		a := s.Do("author", "POST", path, `{"title":"w`+c.ago.String()+c.user+`"}`)
		if own := fmt.Sprint(a.Get("id")) == fmt.Sprint(entries[0].ID); own != c.own {
			t.Errorf("locked by %s %v ago: the draft itself %v, want %v (%s)", c.user, c.ago, own, c.own, a.Text)
		}
	}
}

func TestLinksAndFieldsInOrder(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path := add(t, s, "author", "post", content.Publish, "t")
	// keys are the names of an object's members as they are printed: from the
	// start of its text, up to some text or its end.
	keys := func(text, from, to string) string {
		_, text, _ = strings.Cut(text, from)
		text, _, _ = strings.Cut(text, to)
		var out []string
		depth := 0
		for i := 0; i < len(text); i++ {
			switch c := text[i]; {
			case c == '{' || c == '[':
				depth++
			case c == '}' || c == ']':
				if depth--; depth < 0 {
					return strings.Join(out, " ")
				}
			case c == '"':
				end := i + 1
				for text[end] != '"' || text[end-1] == '\\' {
					end++
				}
				if depth == 0 && end+1 < len(text) && text[end+1] == ':' {
					out = append(out, text[i+1:end])
				}
				i = end
			}
		}
		return strings.Join(out, " ")
	}
	const (
		fields = "id date date_gmt guid modified modified_gmt slug status type link title content excerpt author featured_media " +
			"comment_status ping_status sticky template format meta categories tags class_list"
		editing = "id date date_gmt guid modified modified_gmt password slug status type link title content excerpt author featured_media " +
			"comment_status ping_status sticky template format meta categories tags permalink_template generated_slug class_list"
		links = "self collection about author replies version-history wp:attachment wp:term curies"
	)
	for _, c := range []struct{ role, query, fields, links string }{
		{"", "", fields, links},
		{"", "?context=embed", "id date slug type link title excerpt author featured_media", links},
		{"author", "?context=edit", editing, strings.Replace(links, "curies", "wp:action-publish wp:action-assign-categories wp:action-create-tags wp:action-assign-tags curies", 1)},
		{"editor", "?context=edit", editing, strings.Replace(links, "curies", "wp:action-publish wp:action-unfiltered-html wp:action-sticky wp:action-assign-author "+
			"wp:action-create-categories wp:action-assign-categories wp:action-create-tags wp:action-assign-tags curies", 1)},
	} {
		a := s.Do(c.role, "GET", path+c.query, "")
		if got := keys(a.Text, "{", `,"_links"`); got != c.fields {
			t.Errorf("%s%s: fields %s, want %s", c.role, c.query, got, c.fields)
		}
		if got := keys(a.Text, `"_links":{`, "\x00"); got != c.links {
			t.Errorf("%s%s: links %s, want %s", c.role, c.query, got, c.links)
		}
	}
	if link := s.Do("", "GET", path, "").Header.Get("Link"); link != "<"+coretest.URL+`/2026/03/04/t/>; rel="alternate"; type=text/html` {
		t.Errorf("Link of one: %s", link)
	}
	if link := s.Do("author", "POST", path, `{}`).Header.Get("Link"); strings.Contains(link, "alternate") {
		t.Errorf("Link of an update: %s", link)
	}
}

func TestClassList(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Run("own", []coretest.Step{
		kept("c", do("administrator", "POST", "core/v2/categories", `{"name":"Zed"}`, 201, "")),
		kept("n", do("administrator", "POST", "core/v2/categories", `{"name":"2024"}`, 201, "")),
		kept("g", do("administrator", "POST", "core/v2/tags", `{"name":"日本"}`, 201, "")),
		kept("p", do("editor", "POST", postsPath, `{"title":"t","status":"publish","format":"aside","sticky":true,"categories":[{c},{n}],"tags":[{g}]}`, 201, "",
			"class_list=[post-{p} post type-post status-publish format-aside hentry category-{n} category-zed tag-{g} post_format-post-format-aside]")),
		do("", "GET", postsPath+"/{p}", "", 200, "",
			"class_list=[post-{p} post type-post status-publish format-aside hentry category-{n} category-zed tag-{g} post_format-post-format-aside]"),
		kept("q", do("editor", "POST", postsPath, `{"title":"t","password":"x","categories":[]}`, 201, "",
			"class_list/3=status-draft", "class_list/4=format-standard", "class_list/5=post-password-required", "class_list/6=hentry")),
		kept("r", do("editor", "POST", pagesPath, `{"title":"t"}`, 201, "", "class_list/1=page", "class_list/4=hentry")),
	})
}

func TestSchemaOfRevisions(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path := add(t, s, "editor", "post", content.Publish, "t")
	s.Run("schema", []coretest.Step{
		do("", "OPTIONS", path+"/revisions", "", 200, "", "schema/properties/date/type=string", "schema/properties/id/readonly=<nil>",
			"schema/properties/content/properties/protected/type=boolean", "schema/properties/content/properties/block_version/type=integer"),
		do("editor", "POST", path, `{"content":"new"}`, 200, ""),
		do("editor", "GET", path+"/revisions?context=edit", "", 200, "", "0/content/raw=new", "0/content/protected=<nil>", "0/content/block_version=<nil>"),
	})
}
