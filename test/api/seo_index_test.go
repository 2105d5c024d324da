package api

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/content"
)

// TestSEOIndex follows the rows of the index: links and those they lead to,
// names, deleted entries, and what was written while the extension was off.
func TestSEOIndex(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		index := func(route string) []any {
			t.Helper()
			a := s.do("administrator", "POST", "/api/seo/v1/"+route, nil)
			if a.status != 200 {
				t.Fatalf("%s: %d %s", route, a.status, a.body)
			}
			return a.object(t)["objects"].([]any)
		}
		for len(index("indexing/posts")) > 0 || len(index("indexing/terms")) > 0 {
		}
		later := s.make("/core/v2/pages", map[string]any{
			"title": "Linking", "status": "publish", "content": `<p><a href="/target/">one</a> <a href="http://example.org/target">again</a> <a href="https://e.test/">out</a> <a href="#x">here</a></p>`})
		target := s.make("/core/v2/pages", map[string]any{"title": "Target", "slug": "target", "status": "publish"})
		rows := s.rowsOf(t)
		if r := rows["post "+later]; r["link_count"] != "2" || r["incoming_link_count"] != "0" {
			t.Errorf("the page with links has the row %v", r)
		}
		if r := rows["post "+target]; r["incoming_link_count"] != "2" || r["permalink"] != "http://example.org/target/" {
			t.Errorf("the page that links lead to has the row %v", r)
		}
		s.do("administrator", "POST", "/api/core/v2/pages/"+later, map[string]any{"content": "<p>none</p>"})
		if r := s.rowsOf(t)["post "+target]; r["incoming_link_count"] != "0" {
			t.Errorf("a link that is gone is counted: %v", r["incoming_link_count"])
		}
		available := func() string {
			return string(s.do("administrator", "GET", "/api/seo/v1/available_posts?search=TARG", nil).body)
		}
		if got := available(); !strings.Contains(got, `"slug":"target"`) {
			t.Errorf("available: %s", got)
		}
		for typ, want := range map[string]int{"attachment": 200, "nothing": 400} {
			if a := s.do("administrator", "GET", "/api/seo/v1/available_posts?postType="+typ, nil); a.status != want || want == 200 && strings.TrimSpace(string(a.body)) != "[]" {
				t.Errorf("available of %s: %d %s", typ, a.status, a.body)
			}
		}
		s.do("administrator", "DELETE", "/api/core/v2/pages/"+target, nil)
		if got := strings.TrimSpace(available()); got != "[]" {
			t.Errorf("a page in the trash is available: %s", got)
		}
		plugin := func(status string) {
			t.Helper()
			if a := s.do("administrator", "PUT", "/api/core/v2/plugins/seo/seo", map[string]any{"status": status}); a.status != 200 {
				t.Fatalf("%s: %d %s", status, a.status, a.body)
			}
		}
		plugin("inactive")
		if a := s.do("administrator", "GET", "/api/core/v2/pages/"+later, nil); strings.Contains(string(a.body), "seo_head") {
			t.Error("a field is left while the extension is off")
		}
		if a := s.do("", "GET", "/", nil); strings.Contains(string(a.body), "ld+json") || strings.Count(string(a.body), "<title>") != 1 {
			t.Error("a head is left while the extension is off")
		}
		away := s.make("/core/v2/pages", map[string]any{"title": "Meanwhile", "status": "publish"})
		s.do("administrator", "POST", "/api/core/v2/pages/"+later, map[string]any{"title": "Renamed"})
		plugin("active")
		for len(index("indexing/posts")) > 0 {
		}
		rows = s.rowsOf(t)
		if rows["post "+away] == nil || rows["post "+later]["breadcrumb_title"] != "Renamed" {
			t.Errorf("after it was off: %v, %v", rows["post "+away], rows["post "+later])
		}
	})
}

// rowsOf are the rows of the index as its route shows them, by object.
func (s *server) rowsOf(t *testing.T) map[string]map[string]any {
	t.Helper()
	if _, err := s.app.DB.Tables("seo").Exec(t.Context(), "UPDATE seo_row SET version = 0"); err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]any{}
	for {
		list := s.do("administrator", "POST", "/api/seo/v1/indexing/posts", nil).object(t)["objects"].([]any)
		if len(list) == 0 {
			return out
		}
		for _, o := range list {
			r := o.(map[string]any)
			out[fmt.Sprint(r["object_type"], " ", r["object_id"])] = r
		}
	}
}

// TestSEOScores saves texts and looks at their scores and what was found.
func TestSEOScores(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		scores := func(which string) string {
			t.Helper()
			var out []string
			for _, o := range s.do("administrator", "GET", "/api/seo/v1/"+which+"?contentType=page", nil).object(t)["scores"].([]any) {
				out = append(out, valueAt(o, "amount"))
			}
			return strings.Join(out, " ")
		}
		before := scores("readability_scores")
		good := s.make("/core/v2/pages", map[string]any{"title": "Stones", "status": "publish",
			"content": "<p>" + strings.Repeat("Stones are old. However, masons cut them. Walls grow slowly. Then they stand. ", 5) + "</p>"})
		found := func(id string) map[string]any {
			t.Helper()
			a := s.do("administrator", "GET", "/api/seo/v1/analysis/"+id, nil)
			if a.status != 200 {
				t.Fatalf("analysis: %d %s", a.status, a.body)
			}
			return a.object(t)
		}
		if o := found(good); valueAt(o, "readability_score") != "90" || valueAt(o, "seo_score") != "0" || valueAt(o, "findings/0/rating") != "good" {
			t.Errorf("a page that reads well: %v", o)
		}
		if after := scores("readability_scores"); after == before {
			t.Errorf("the counts stay %s", after)
		}
		s.do("administrator", "POST", "/api/core/v2/pages/"+good, map[string]any{"content": "<p>" + strings.Repeat("This sentence that was written by somebody who couldn't find an end of it goes on and on until nobody who reads it knows any more what it was about. ", 12) + "</p>"})
		if o := found(good); valueAt(o, "readability_score") != "30" {
			t.Errorf("the same page with long sentences: %v", valueAt(o, "readability_score"))
		}
		post := s.make("/core/v2/posts", map[string]any{"title": "Garden walls", "status": "publish", "content": "<p>Garden walls last.</p>",
			"meta": map[string]any{"_seo_focuskw": "garden walls"}})
		if o := found(post); valueAt(o, "seo_score") == "0" || valueAt(o, "focus_keyphrase") != "garden walls" {
			t.Errorf("a post with a keyphrase: %v", o)
		}
		// What a client stored wins.
		entry, err := s.app.DB.EntryByID(t.Context(), number(post))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.app.Env.Entries.SetMeta(t.Context(), entry, content.Meta{"_seo_linkdex": {"77"}}); err != nil {
			t.Fatal(err)
		}
		if o := found(post); valueAt(o, "seo_score") != "77" {
			t.Errorf("a score that a client stored: %v", valueAt(o, "seo_score"))
		}
		if a := s.do("subscriber", "GET", "/api/seo/v1/analysis/"+post, nil); a.status != 403 {
			t.Errorf("a subscriber reads the analysis: %d", a.status)
		}
	})
}

// TestSEOScoresOfManyTexts asks for scores while more texts wait to be analysed than
// somebody who asks should wait for.
func TestSEOScoresOfManyTexts(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		const many = 70
		last := ""
		for i := range many {
			last = s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("Stones ", i), "status": "publish", "content": "<p>Stones are old. However, masons cut them.</p>"})
		}
		waiting := func() (n int) {
			t.Helper()
			if _, err := s.app.DB.Tables("seo").QueryRow(t.Context(), "SELECT COUNT(*) FROM seo_row WHERE pending", nil, &n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		if n := waiting(); n < many {
			t.Fatalf("%d texts wait", n)
		}
		s.do("administrator", "GET", "/api/seo/v1/readability_scores?contentType=post", nil)
		if n := waiting(); n == 0 || n >= many {
			t.Errorf("%d texts wait after scores were asked for", n)
		}
		if a := s.do("administrator", "GET", "/api/seo/v1/analysis/"+last, nil).object(t); valueAt(a, "analysed") != "true" {
			t.Errorf("the text that was asked for: %v", a)
		}
		if n := waiting(); n == 0 {
			t.Error("all texts were analysed for one that was asked for")
		}
	})
}

// TestIndexingShowsWhatOneMayChange: the routes make rows for all entries, and show a
// caller those of entries that the caller may change.
func TestIndexingShowsWhatOneMayChange(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		for _, body := range []map[string]any{
			{"title": "Hidden draft", "content": `<a href="/hidden-target/">x</a>`}, {"title": "Hidden and private", "status": "private"},
			{"title": "Hidden by a password", "status": "publish", "password": "x"}, {"title": "Mine", "author": s.ids["contributor"]},
		} {
			s.make("/core/v2/posts", body)
		}
		s.make("/core/v2/categories", map[string]any{"name": "Known term"})
		if _, err := s.app.DB.Tables("seo").Exec(t.Context(), "UPDATE seo_row SET version = 0, link_count = NULL"); err != nil {
			t.Fatal(err)
		}
		if a := s.do("editor", "POST", "/api/seo/v1/indexing/terms", nil); !strings.Contains(string(a.body), "Known term") {
			t.Errorf("an editor isn't shown the terms: %d %s", a.status, a.body)
		}
		for _, route := range []string{"indexing/posts", "indexing/terms", "indexing/general", "link-indexing/posts", "link-indexing/terms"} {
			a := s.do("contributor", "POST", "/api/seo/v1/"+route, nil)
			if a.status != 200 || strings.Contains(string(a.body), "Hidden") || strings.Contains(string(a.body), "hidden-") {
				t.Errorf("%s: %d %s", route, a.status, a.body)
			}
			if own := strings.Contains(string(a.body), "Mine"); route == "indexing/posts" && !own {
				t.Errorf("%s doesn't show the caller's own: %s", route, a.body)
			}
		}
	})
}

// TestBulkList lists entries by ids and by what their texts lack, and keeps texts
// on one line without tags.
func TestBulkList(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full"})
		bare := s.make("/core/v2/pages", map[string]any{"title": "", "content": "x", "status": "publish"})
		told := s.make("/core/v2/pages", map[string]any{"title": "<em>A</em> &amp; B quarry", "status": "publish", "seo_texts": map[string]any{"breadcrumb_title": "Crumb"}})
		for len(s.do("administrator", "POST", "/api/seo/v1/indexing/posts", nil).object(t)["objects"].([]any)) > 0 {
		}
		a := s.do("administrator", "POST", "/api/seo/v1/bulk_editor/update_search", map[string]any{"items": []any{
			map[string]any{"id": number(told), "meta_description": " Two\nlines <b>of it</b> ", "focus_keyphrase": "k\tp"}}})
		if got := valueAt(a.object(t), "results/0/sanitized"); got != "map[focus_keyphrase:k p]" {
			t.Errorf("cleaned: %s", got)
		}
		// Made again, the index has each of them once.
		s.rowsOf(t)
		total := s.do("administrator", "GET", "/api/seo/v1/bulk_editor/posts?content_type=page&status[]=publish", nil).object(t)["total"].(float64)
		scores := 0.0
		for _, rank := range s.do("administrator", "GET", "/api/seo/v1/readability_scores?contentType=page", nil).object(t)["scores"].([]any) {
			scores += rank.(map[string]any)["amount"].(float64)
		}
		for _, rank := range s.do("administrator", "GET", "/api/seo/v1/readability_scores?contentType=page&troubleshooting=true", nil).object(t)["scores"].([]any) {
			ids, _ := rank.(map[string]any)["ids"].(string)
			if list := strings.Split(ids, ","); !slices.IsSortedFunc(list, func(a, b string) int { return cmp.Compare(number(a), number(b)) }) {
				t.Errorf("entries of a score: %s", ids)
			}
		}
		if scores != total {
			t.Errorf("%v pages have scores, %v are listed", scores, total)
		}
		for query, want := range map[string]string{
			"":                                      told + " " + bare,
			"&include[]=" + bare:                    bare,
			"&include[]=999999":                     "",
			"&needs_improvement[]=meta_description": bare,
			"&needs_improvement[]=seo_title":        "",
			"&status[]=draft":                       "",
			"&search=Qu%C3%A1rry":                   told, // by the title, whatever it is called in paths
		} {
			var ids []string
			for _, p := range s.do("administrator", "GET", "/api/seo/v1/bulk_editor/posts?content_type=page"+query, nil).object(t)["posts"].([]any) {
				o := p.(map[string]any)
				if id := fmt.Sprint(o["id"]); id != bare && id != told {
					continue
				}
				ids = append(ids, fmt.Sprint(o["id"]))
				name, lacks, text := "(no title)", true, ""
				if fmt.Sprint(o["id"]) == told {
					name, lacks, text = "<em>A</em> & B quarry", false, "Two lines of it"
				}
				if o["title"] != name || o["needs_improvement"].(map[string]any)["meta_description"] != lacks || o["meta_description"] != text {
					t.Errorf("%q: %v", query, o)
				}
			}
			if got := strings.Join(ids, " "); got != want {
				t.Errorf("%q: %s, want %s", query, got, want)
			}
		}
	})
}
