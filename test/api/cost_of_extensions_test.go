package api

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/domain/content"
	"quoin/internal/ext"
	"quoin/internal/ext/redirection"
	"quoin/internal/ext/seo"
)

// A client that asks for very many addresses that mean nothing is sampled, and of
// all entries of a log the newest are kept.
func TestLogsOfVisitorsAreBounded(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		x := redirection.Extension()
		x.Tables[slices.IndexFunc(x.Tables, func(t ext.Table) bool { return t.Rows == ext.ByVisitors })].Bound.Most = 50
		s := start(t, app.Config{Data: t.TempDir(), DatabaseURL: e.database(t), Extensions: []ext.Extension{x}})
		for i := range 1400 {
			if a := s.do("", "GET", fmt.Sprintf("/missing-%d?%s", i, strings.Repeat("x", 100)), nil); a.status != 404 {
				t.Fatalf("%d %.100s", a.status, a.body)
			}
		}
		a := s.do("administrator", "GET", "/api/redirection/v1/404?per_page=5", nil)
		total, _ := strconv.Atoi(valueAt(a.object(t), "total"))
		if total < 50 || total > 56 { // what is beyond goes with each sixth entry
			t.Errorf("%d entries are kept", total)
		}
		// Of one client all of a thousand are taken, then each tenth.
		newest, _ := strconv.Atoi(valueAt(a.object(t), "items/0/id"))
		if newest < 1040 || newest > 1060 || !strings.Contains(string(a.body), "/missing-1390") {
			t.Errorf("1400 addresses that mean nothing made %d entries, the newest are %s", newest, a.body)
		}
	})
}

// A template that names a long value hundreds of times stays a template: the
// answer, the page and the analysis are small.
func TestTemplatesAreFilledWithin(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t), Extensions: []ext.Extension{seo.Extension()}})
		id := s.make("/core/v2/posts", map[string]any{
			"title": "T", "status": "publish", "content": strings.Repeat("word ", 78_000), "excerpt": strings.Repeat("excerpt ", 40_000),
			"meta": map[string]any{"_seo_title": strings.Repeat("%%post_content%%", 600), "_seo_metadesc": strings.Repeat("%%excerpt%% %%post_content%%", 300)},
		})
		a := s.do("", "GET", "/api/core/v2/posts/"+id+"?_fields=seo_head,seo_head_json", nil)
		if a.status != 200 || len(a.body) > 200<<10 {
			t.Errorf("%d, %d bytes of heads", a.status, len(a.body))
		}
		if a := s.do("administrator", "GET", "/api/seo/v1/analysis/"+id, nil); a.status != http.StatusOK || len(a.body) > 64<<10 || !strings.Contains(string(a.body), `"analysed":true`) {
			t.Errorf("analysis: %d %.300s", a.status, a.body)
		}
	})
}

// A text whose analysis ends the program is begun three times, alone, and not again
// until it is changed.
func TestAnalysesThatEndTheProgramAreGivenUp(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		c := app.Config{Data: t.TempDir(), DatabaseURL: e.database(t), Extensions: []ext.Extension{seo.Extension()}}
		s := start(t, c)
		id := s.make("/core/v2/posts", map[string]any{"title": "T", "status": "publish", "content": "One text."})
		other := s.make("/core/v2/posts", map[string]any{"title": "T", "status": "publish", "content": "Another text."})
		analysed := func(id string) bool {
			a := s.do("administrator", "GET", "/api/seo/v1/analysis/"+id, nil)
			return strings.Contains(string(a.body), `"analysed":true`)
		}
		rawly(t, c, "UPDATE seo_row SET pending = TRUE, findings = '', attempts = 3 WHERE object_type = 'post' AND object_id = "+id)
		rawly(t, c, "UPDATE seo_row SET pending = TRUE, findings = '', attempts = 2 WHERE object_type = 'post' AND object_id = "+other)
		if analysed(id) || !analysed(other) {
			t.Error("a text is analysed after three attempts, or not after two")
		}
		s.make("/core/v2/posts/"+id, map[string]any{"content": "A better text."})
		for range 50 {
			if analysed(id) {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Error("a text that was changed isn't analysed")
	})
}

// Texts are analysed while others write: nothing of it waits for a transaction that runs beside
// others, nor has new ones wait. It would never end here.
func TestAnalysesRunBesideWriters(t *testing.T) {
	t.Parallel()
	c := app.Config{Data: t.TempDir(), DatabaseURL: postgres.Database(t), Extensions: []ext.Extension{seo.Extension()}}
	s := start(t, c)
	id := s.make("/core/v2/posts", map[string]any{"title": "T", "status": "publish", "content": "One text."})
	db, err := sql.Open("pgx", c.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	writer, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Rollback()          //nolint:errcheck // nothing was written
	const writeLock = 0x71756f696e03 // of who writes; those who write beside others share it
	if _, err := writer.ExecContext(t.Context(), "SELECT pg_advisory_xact_lock_shared($1)", int64(writeLock)); err != nil {
		t.Fatal(err)
	}
	rawly(t, c, "UPDATE seo_row SET pending = TRUE, findings = '' WHERE object_type = 'post' AND object_id = "+id)
	if a := s.do("administrator", "GET", "/api/seo/v1/analysis/"+id, nil); a.status != http.StatusOK || !strings.Contains(string(a.body), `"analysed":true`) {
		t.Errorf("%d %.300s", a.status, a.body)
	}
}

// Of twenty entries of 900,000 brackets a list of them has a bounded length however often it is asked for and whatever is
// cached, and each of them can be read. What is beyond is cut off.
func TestListsOfLongTextsAreBounded(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Extensions: []ext.Extension{seo.Extension()}})
	// As an import brings them: filters of writes are no matter here.
	first := s.make("/core/v2/posts", map[string]any{"title": "T", "status": "publish", "content": "x"})
	for range 19 {
		s.make("/core/v2/posts", map[string]any{"title": "T", "status": "publish", "content": "x"})
	}
	err := s.app.DB.InTx(t.Context(), func(ctx context.Context) error {
		page, err := s.app.DB.ListEntries(ctx, content.Query{Types: []string{content.TypePost}, Statuses: []content.Status{content.Publish}, Limit: 100, SkipTotal: true})
		for _, e := range page.Entries {
			e = e.Clone()
			e.Content = strings.Repeat("<", 900_000)
			if err := s.app.DB.UpdateEntry(ctx, e); err != nil {
				return err
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for round := range 3 {
		a := s.do("", "GET", fmt.Sprintf("/api/core/v2/posts?per_page=20&round=%d", round), nil)
		if a.status != 200 || len(a.body) > 20<<20 {
			t.Errorf("round %d: %d, %d bytes", round, a.status, len(a.body))
		}
		for i, item := range a.json(t).([]any) {
			o := item.(map[string]any)
			if n := len(at(o, "excerpt", "rendered").(string)); n > 20<<10 {
				t.Errorf("item %d has an excerpt of %d bytes", i, n)
			}
			if n := len(o["seo_head"].(string)); n > 100<<10 {
				t.Errorf("item %d has a head of %d bytes", i, n)
			}
		}
	}
	a := s.do("", "GET", "/api/core/v2/posts/"+first, nil)
	if text := at(a.object(t), "content", "rendered").(string); a.status != 200 || len(text) < 900_000 {
		t.Errorf("one of them: %d, %d bytes", a.status, len(text))
	}
	// What is to be edited can't be cut.
	if a := s.do("administrator", "GET", "/api/core/v2/posts/"+first+"?context=edit&_fields=content.raw", nil); len(a.body) < 900_000 {
		t.Errorf("its source: %d, %d bytes", a.status, len(a.body))
	}
}
