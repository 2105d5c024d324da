package exchange_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/phpvalue"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/store"
)

// inserted stores an entry of the old site.
func inserted(t *testing.T, a *app.App, e content.Entry) *content.Entry {
	t.Helper()
	e.Author, e.CommentStatus, e.PingStatus, e.Meta = 7, "closed", "closed", content.Meta{}
	if err := a.DB.InsertEntry(t.Context(), &e); err != nil {
		t.Fatal(err)
	}
	return &e
}

// What is made of a title, or is told to be none, isn't a title of its own for search engines.
func TestAdoptTitlesOfTheUsualForm(t *testing.T) {
	t.Parallel()
	old := runningSite(t)
	at := func(e content.Entry) content.Entry {
		e.Status, e.Date, e.DateUTC, e.Modified, e.ModifiedUTC = "publish", "2028-01-01T01:00:00", "2028-01-01T00:00:00", "2028-01-01T01:00:00", "2028-01-01T00:00:00"
		return e
	}
	var ids []int64
	for _, e := range []content.Entry{
		{Type: "book", Slug: "second", Title: "Second"}, {Type: "book", Slug: "third", Title: "Third"}, {Type: "book", Slug: "none"}, {Type: "book", Slug: "marked", Title: `<em>Marked</em> &amp; "more"`},
		{Type: content.TypePost, Slug: "none"}, {Type: content.TypePost, Slug: "marked", Title: "<em>Marked</em> up"},
	} {
		ids = append(ids, inserted(t, old.App, at(e)).ID)
	}
	own := inserted(t, old.App, at(content.Entry{Type: "book", Slug: "own", Title: "Own"}))
	if err := old.DB.SetEntryMeta(t.Context(), own.ID, "_seo_title", "Said otherwise"); err != nil {
		t.Fatal(err)
	}
	here, _, err := adopting(t.Context(), t, t.TempDir(), exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		e, err := here.DB.EntryByID(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if title, ok := e.Meta["_seo_title"]; ok {
			t.Errorf("%s %q has the title %v of its own", e.Type, e.Title, title)
		}
	}
	if e, err := here.DB.EntryByID(t.Context(), own.ID); err != nil || len(e.Meta["_seo_title"]) != 1 || e.Meta["_seo_title"][0] != "Said otherwise" {
		t.Error(e, err)
	}
}

// The forms of descriptions and titles, the terms that paths show, and what else heads tell of
// settings come along, and make the same heads.
func TestAdoptFormsOfHeads(t *testing.T) {
	t.Parallel()
	said := &phpvalue.Map{}
	for _, pair := range [][2]any{
		{"metadesc-post", "Read: %%excerpt%%"}, {"title-post", "%%title%% by %%name%%"}, {"noindex-attachment", false}, {"post_types-post-maintax", "category"},
		{"title-book", "Book: %%title%% of %%name%%"}, {"metadesc-book", "%%excerpt%%"}, {"bctitle-ptarchive-book", "Library"},
		{"company_or_person", "person"}, {"company_or_person_user_id", 7},
	} {
		said.Pairs = append(said.Pairs, phpvalue.Pair{Key: phpvalue.StringKey(pair[0].(string)), Value: pair[1]})
	}
	titles, err := phpvalue.Encode(said)
	if err != nil {
		t.Fatal(err)
	}
	tables := regexp.MustCompile(`\('wpseo_titles', '[^']*`).ReplaceAllLiteralString(oldTables, "('wpseo_titles', '"+titles)
	tables = strings.Replace(tables, "(7, 'wpseo_metadesc', 'Of Ann')", "(7, 'wpseo_pronouns', 'she'), (7, 'twitter', 'ann_t')", 1)
	old := runningFrom(t, oldSiteOf(t, tables))
	at := func(e content.Entry) content.Entry {
		e.Status, e.Date, e.DateUTC, e.Modified, e.ModifiedUTC = "publish", "2028-01-01T01:00:00", "2028-01-01T00:00:00", "2028-01-01T01:00:00", "2028-01-01T00:00:00"
		return e
	}
	b := &taxonomy.Term{Taxonomy: taxonomy.Category, Name: "Beta", Slug: "beta"}
	if err := old.DB.InsertTerm(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	c := &taxonomy.Term{Taxonomy: taxonomy.Category, Name: "Gamma", Slug: "gamma"}
	if err := old.DB.InsertTerm(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	bob := &user.User{Login: "bob", Slug: "bob", Name: "Bob", Email: "bob@example.org", Registered: "2021-01-01T00:00:00"}
	if err := old.DB.InsertUser(t.Context(), bob); err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for i, e := range []content.Entry{
		{Type: content.TypePost, Slug: "p1", Title: "First", Content: "<p>Some words of a text</p>"}, {Type: content.TypePost, Slug: "p2", Title: "Second", Excerpt: "An excerpt", Content: "A text"},
		{Type: content.TypePost, Slug: "p3", Title: "Third", Content: "Words that stand here"}, {Type: "book", Slug: "b1", Title: "A book", Content: "What is in it"}, {Type: "book", Slug: "b2", Title: "Another", Content: "What else is in it"},
	} {
		e := inserted(t, old.App, at(e))
		ids = append(ids, e.ID)
		if e.Type == content.TypePost {
			if err := old.DB.SetEntryTerms(t.Context(), e.ID, taxonomy.Category, []int64{b.ID, c.ID}); err != nil {
				t.Fatal(err)
			}
		}
		if i == 2 {
			e.Author = bob.ID
			if err := old.DB.UpdateEntry(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		if i == 1 {
			// Of several terms the first by name is shown, unless one was chosen.
			if err := old.DB.SetEntryMeta(t.Context(), e.ID, "_seo_primary_category", strconv.FormatInt(c.ID, 10)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := site.AttachmentPages.Set(t.Context(), old.Env.Site, true); err != nil {
		t.Fatal(err)
	}
	here := settled(t, old)
	for _, path := range []string{"posts", "book", "media"} {
		path = "/wp-json/wp/v2/" + path + "?per_page=100&_fields=id,yoast_head_json"
		if was, is := asked(old.App, path), asked(here, path); was != is || !strings.Contains(was, "yoast_head_json") {
			t.Errorf("%s:\n%s\nwas\n%s", path, is, was)
		}
	}
	for _, id := range ids {
		e, err := here.DB.EntryByID(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"_seo_title", "_seo_metadesc"} {
			if own, ok := e.Meta[key]; ok {
				t.Errorf("%s %q has %s %v of its own", e.Type, e.Title, key, own)
			}
		}
		if own, ok := e.Meta["_seo_primary_category"]; ok != (id == ids[1]) {
			t.Errorf("%q has the term %v of its own", e.Title, own)
		}
	}
}

// Drafts keep whether somebody chose their date, with and without SEO.
func TestAdoptDatesOfDrafts(t *testing.T) {
	t.Parallel()
	for _, told := range []bool{true, false} {
		old := runningSite(t)
		if !told {
			if err := old.Env.Extensions.SetState(t.Context(), "seo/seo", "inactive"); err != nil {
				t.Fatal(err)
			}
		}
		none := inserted(t, old.App, content.Entry{Type: content.TypePost, Status: "draft", Title: "None", Date: "2021-05-07T07:08:09", Modified: "2021-05-07T07:08:09", ModifiedUTC: "2021-05-07T05:08:09"})
		// The clocks here and there differ by another span: it was chosen elsewhere.
		chosen := inserted(t, old.App, content.Entry{Type: content.TypePost, Status: "draft", Title: "Chosen", Date: "2013-04-09T11:20:39", DateUTC: "2013-04-09T18:20:39", Modified: "2013-04-09T11:20:39", ModifiedUTC: "2013-04-09T18:20:39"})
		here, _, err := adopting(t.Context(), t, t.TempDir(), exchange.Adoption{URL: old.url, Unproved: true})
		if err != nil {
			t.Fatal(err)
		}
		for id, want := range map[int64]string{none.ID: "", chosen.ID: "2013-04-09T18:20:39"} {
			if e, err := here.DB.EntryByID(t.Context(), id); err != nil || e.DateUTC != want {
				t.Errorf("with heads %t: %+v %v", told, e, err)
			}
		}
		if body := asked(here, "/wp-json/wp/v2/posts?status=draft&context=edit&_fields=yoast_head_json"); told != strings.Contains(body, `"article_published_time":"-0001-11-30T00:00:00+00:00"`) {
			t.Errorf("with heads %t: %s", told, body)
		}
	}
}

// Attachments have pages here where the old site tells their heads.
func TestAdoptPagesOfAttachments(t *testing.T) {
	t.Parallel()
	for _, pages := range []bool{true, false} {
		old := runningSite(t)
		if err := site.AttachmentPages.Set(t.Context(), old.Env.Site, pages); err != nil {
			t.Fatal(err)
		}
		here, _, err := adopting(t.Context(), t, t.TempDir(), exchange.Adoption{URL: old.url, Unproved: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := site.AttachmentPages.Of(t.Context(), here.Env.Site); got != pages {
			t.Errorf("attachments have pages: %t, and there %t", got, pages)
		}
	}
}

// Addresses of terms below others show these where the old site's do, and patterns keep
// whether they follow their uses.
func TestAdoptNestedTermsAndPatterns(t *testing.T) {
	t.Parallel()
	old := runningSite(t)
	old.between = func(w http.ResponseWriter, r *http.Request) bool {
		switch {
		case strings.HasPrefix(r.URL.Path, "/wp-json/wp/v2/taxonomies"):
			rec := httptest.NewRecorder()
			r.Header.Del("Accept-Encoding")
			old.Handler().ServeHTTP(rec, r)
			_, _ = io.WriteString(w, strings.ReplaceAll(rec.Body.String(), `"hierarchical":false`, `"hierarchical":true`))
			return true
		case r.URL.Path == "/wp-json/wp/v2/genre" && r.Method == http.MethodGet:
			body := `{"id":9,"count":1,"description":"","link":"` + old.url + `/kind/novels/","name":"Novels","slug":"novels","taxonomy":"genre","parent":0,"meta":[]}`
			if r.URL.Query().Get("parent") == "" {
				body += `,{"id":10,"count":0,"description":"","link":"` + old.url + `/kind/novels/crime/","name":"Crime","slug":"crime","taxonomy":"genre","parent":9,"meta":[]}`
			}
			_, _ = io.WriteString(w, "["+body+"]")
			return true
		}
		return false
	}
	block := inserted(t, old.App, content.Entry{Type: content.TypeBlock, Status: "publish", Title: "Block", Slug: "block", Date: "2021-05-07T07:08:09", DateUTC: "2021-05-07T05:08:09", Modified: "2021-05-07T07:08:09", ModifiedUTC: "2021-05-07T05:08:09"})
	if err := old.DB.SetEntryMeta(t.Context(), block.ID, "core_pattern_sync_status", "unsynced"); err != nil {
		t.Fatal(err)
	}
	here, _, err := adopting(t.Context(), t, t.TempDir(), exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	if body := asked(here, "/wp-json/wp/v2/genre/10"); !strings.Contains(body, `\/kind\/novels\/crime\/"`) {
		t.Error(body)
	}
	if e, err := here.DB.EntryByID(t.Context(), block.ID); err != nil || len(e.Meta["core_pattern_sync_status"]) != 1 {
		t.Error(e, err)
	}
}

// No picture of a theme is asked for that the API doesn't name: the old site would log that as
// lost.
func TestAdoptAsksForNamedPictures(t *testing.T) {
	t.Parallel()
	old := runningSite(t)
	old.between = func(w http.ResponseWriter, r *http.Request) bool {
		rec := httptest.NewRecorder()
		old.Handler().ServeHTTP(rec, r)
		if rec.Code == http.StatusNotFound && strings.Contains(r.URL.Path, "screenshot") {
			t.Errorf("%s isn't there", r.URL)
		}
		maps.Copy(w.Header(), rec.Header())
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes())
		return true
	}
	if _, _, err := adopting(t.Context(), t, t.TempDir(), exchange.Adoption{URL: old.url, Unproved: true}); err != nil {
		t.Fatal(err)
	}
}

// What is kept aside of options is what the old site has now, on both engines.
func TestAdoptAsideAgain(t *testing.T) {
	t.Parallel()
	for name, database := range map[string]func(*testing.T) string{
		"SQLite":     func(*testing.T) string { return "" },
		"PostgreSQL": func(t *testing.T) string { t.Helper(); return postgres.Database(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			old, c := runningSite(t), app.Config{Data: t.TempDir(), DatabaseURL: database(t)}
			for _, right := range []string{"walk_dogs", "feed_cats"} {
				roles := wire.NewObject("administrator", wire.NewObject("name", "Administrator", "capabilities", wire.NewObject(right, true)))
				if err := site.Roles.Set(t.Context(), old.Env.Site, roles); err != nil {
					t.Fatal(err)
				}
				here, err := app.New(t.Context(), c)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := here.Exchange.Adopt(app.AsOperator(t.Context()), exchange.Adoption{
					URL: old.url, As: ann, Parallel: 3, PerSecond: 1e6, Pause: noPause, Unproved: true,
				}); err != nil {
					t.Fatal(err)
				}
				aside := aside(t, here.DB)
				if strings.Count(aside, "wp_user_roles") != 1 || !strings.Contains(aside, right) {
					t.Errorf("%s: %s", right, aside)
				}
				if err := here.Close(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// Files of an attachment that is gone on the old site go here, unless another attachment has them,
// from there or put here by the owner; files that nothing says anything of stay, and so does all
// that an attachment names outside the uploads.
func TestAdoptFilesGone(t *testing.T) {
	t.Parallel()
	old, data := runningSite(t), t.TempDir()
	attached := func(a *app.App, slug, file string) int64 {
		t.Helper()
		e := inserted(t, a, content.Entry{Type: content.TypeAttachment, Status: content.Inherit, Title: slug, Slug: slug, MimeType: "text/plain"})
		if err := a.DB.SetEntryMeta(t.Context(), e.ID, content.MetaAttachedFile, file); err != nil {
			t.Fatal(err)
		}
		return e.ID
	}
	const note, size, mine = "2021/05/note.txt", "2021/05/note-1x1.txt", "2021/05/note-2x2.txt"
	again := attached(old.App, "again", note)
	outside := attached(old.App, "outside", "2021/05/outside.txt")
	sizes, err := wire.Decode([]byte(`{"file":"2021/05/note.txt","sizes":{"one":{"file":"note-1x1.txt"},"two":{"file":"note-2x2.txt"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct {
		gone  int64
		there map[string]bool
	}{
		{0, map[string]bool{note: true}},
		{again, map[string]bool{note: true, size: true, mine: true}},
		{outside, map[string]bool{note: true, size: true, mine: true}},
		{31, map[string]bool{note: false, size: false, mine: true, "2021/05/other.txt": true}},
	} {
		if step.gone != 0 {
			if err := old.DB.DeleteEntry(t.Context(), step.gone); err != nil {
				t.Fatal(err)
			}
		}
		here, _, err := adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			attached(here, "mine", mine)
			if err := errors.Join(here.DB.SetEntryMeta(t.Context(), 31, content.MetaAttachment, sizes),
				here.DB.SetEntryMeta(t.Context(), outside, content.MetaAttachedFile, "../../secret.txt")); err != nil {
				t.Fatal(err)
			}
			for _, key := range []string{size, mine, "2021/05/other.txt"} {
				if err := here.Media.Blobs.Put(t.Context(), key, strings.NewReader("here"), blob.PutOptions{Size: 4}); err != nil {
					t.Fatal(err)
				}
			}
		}
		for key, there := range step.there {
			if _, err := here.Media.Blobs.Stat(t.Context(), key); err == nil != there {
				t.Errorf("without %d, %s: %v", step.gone, key, err)
			}
		}
		here.Close()
	}
}

// The report names the main file of an attachment that the old site doesn't have, whatever its
// sub-sizes are called.
func TestAdoptNamesMainFiles(t *testing.T) {
	t.Parallel()
	old := runningSite(t)
	e := inserted(t, old.App, content.Entry{Type: content.TypeAttachment, Status: content.Inherit, Title: "Gone", Slug: "gone", MimeType: "image/png"})
	details, err := wire.Decode([]byte(`{"width":60,"height":60,"file":"2021/05/gone.png","sizes":{"medium":{"file":"gone-30x30.png","width":30,"height":30,"mime-type":"image/png"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(old.DB.SetEntryMeta(t.Context(), e.ID, content.MetaAttachedFile, "2021/05/gone.png"), old.DB.SetEntryMeta(t.Context(), e.ID, content.MetaAttachment, details),
		old.Media.Blobs.Put(t.Context(), "2021/05/gone-30x30.png", strings.NewReader("size"), blob.PutOptions{Size: 4})); err != nil {
		t.Fatal(err)
	}
	here, result, err := adopting(t.Context(), t, t.TempDir(), exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	defer here.Close()
	if told := strings.Join(result.Report.Warnings, "\n"); !strings.Contains(told, fmt.Sprintf("2021/05/gone.png (attachment %d)", e.ID)) {
		t.Errorf("the main file isn't named: %s", told)
	}
}

// aside is what is kept aside.
func aside(t *testing.T, db *store.DB) string {
	t.Helper()
	var b bytes.Buffer
	_, err := db.Dump(t.Context(), func(name string) (io.Writer, error) {
		if name == "moved_aside" {
			return &b, nil
		}
		return io.Discard, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Extensions are as on the old site, also those that have the reference's name.
func TestSiteMovesInWithItsExtensions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		plugins string
		on      bool
	}{
		"without": {`a:1:{i:0;s:24:"wordpress-seo/wp-seo.php";}`, false},
		"with":    {`a:2:{i:0;s:24:"wordpress-seo/wp-seo.php";i:1;s:33:"duplicate-post/duplicate-post.php";}`, true},
	} {
		tables := strings.Replace(oldTables, `a:2:{i:0;s:27:"redirection/redirection.php";i:1;s:24:"wordpress-seo/wp-seo.php";}`, c.plugins, 1)
		a := movedBy(t, strings.Replace(tables, "HASHES", "", 1))
		for id, want := range map[string]bool{"duplicate-post/duplicate-post": c.on, "regenerate-thumbnails/regenerate-thumbnails": false, "seo/seo": true, "agents/agents": true} {
			if got := a.Env.Extensions.State(t.Context(), id) == "active"; got != want {
				t.Errorf("%s: %s is on: %t", name, id, got)
			}
		}
	}
}
