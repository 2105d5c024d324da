package exchange_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/storage/store"
)

// following adopts an old site and follows it from then on.
func following(t *testing.T, old *running, data string) (*app.App, *exchange.Follower) {
	t.Helper()
	here, _, err := adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	f, err := here.Exchange.Follow(t.Context(), exchange.Adoption{URL: old.url, As: ann, Unproved: true, Parallel: 3, PerSecond: 1e6, Pause: noPause})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	if _, err := f.Whole(app.AsOperator(t.Context())); err != nil {
		t.Fatal(err)
	}
	return here, f
}

// many gives the old site entries with comments, of ids in a row.
func many(t *testing.T, old *running, n int) (ids []int64) {
	t.Helper()
	err := old.DB.InTx(t.Context(), func(ctx context.Context) error {
		for i := range n {
			date := time.Date(2022, 1, 1, 0, i, 0, 0, time.UTC).Format("2006-01-02T15:04:05")
			e := &content.Entry{Type: content.TypePost, Title: fmt.Sprint("Entry ", i), Slug: fmt.Sprint("entry-", i), Status: "publish", Author: 7, Content: "text", Date: date, DateUTC: date, Modified: date, ModifiedUTC: date, CommentStatus: "open", PingStatus: "open", Meta: content.Meta{}}
			if err := old.DB.InsertEntry(ctx, e); err != nil {
				return err
			}
			ids = append(ids, e.ID)
			if err := old.DB.InsertComment(ctx, &comment.Comment{Entry: e.ID, AuthorName: fmt.Sprint("Reader ", i), Content: "hm", Status: comment.Approved, Type: comment.TypeComment, Date: date, DateUTC: date, Meta: content.Meta{}}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// changedOld changes an old site in all the ways that a visitor and an editor do.
func changedOld(t *testing.T, old *running, ids []int64) {
	t.Helper()
	ctx, now := t.Context(), time.Now().UTC().Format("2006-01-02T15:04:05")
	e, err := old.DB.EntryByID(ctx, ids[3])
	if err != nil {
		t.Fatal(err)
	}
	e.Title, e.Slug, e.Modified, e.ModifiedUTC = "Renamed", "renamed", now, now
	fresh := &content.Entry{Type: content.TypePost, Title: "Fresh", Slug: "fresh", Status: "publish", Author: 7, Date: now, DateUTC: now, Modified: now, ModifiedUTC: now, CommentStatus: "open", PingStatus: "open", Meta: content.Meta{}}
	list, err := old.DB.ListComments(ctx, comment.Query{Entries: []int64{ids[8]}, Limit: 1})
	if err != nil || len(list.Comments) != 1 {
		t.Fatal(list, err)
	}
	term, err := old.DB.TermByID(ctx, 9)
	if err != nil {
		t.Fatal(err)
	}
	term.Name = "Romans"
	spam := list.Comments[0]
	spam.Status = comment.Spam
	err = errors.Join(old.DB.UpdateEntry(ctx, e), old.DB.InsertEntry(ctx, fresh), old.DB.DeleteEntry(ctx, ids[1]), old.DB.DeleteEntry(ctx, ids[len(ids)-2]), old.DB.UpdateComment(ctx, spam), old.DB.UpdateTerm(ctx, term),
		old.DB.InsertComment(ctx, &comment.Comment{Entry: ids[3], AuthorName: "Late", Content: "just in time", Status: comment.Hold, Type: comment.TypeComment, Date: now, DateUTC: now, Meta: content.Meta{}}),
		site.Tagline.Set(ctx, old.Env.Site, "Another tagline"))
	if err != nil {
		t.Fatal(err)
	}
}

// shown are the texts of a site that changedOld changes.
func shown(t *testing.T, db *store.DB, s *app.App) string {
	t.Helper()
	all := tables(t, db)
	out := site.Tagline.Of(t.Context(), s.Env.Site)
	for _, name := range []string{"comment", "entry", "entry_term", "term"} {
		out += " " + all[name]
	}
	return out
}

// What changed right before a switch is brought by a look at the beginnings of long lists as by
// reading them to their ends, from a server that takes its time; what is asked for doesn't grow
// with the site, and no log that refuses an order is asked for it twice.
func TestFollow(t *testing.T) {
	t.Parallel()
	old := runningSite(t)
	ids := many(t, old, 1250)
	here, f := following(t, old, t.TempDir())
	ctx := app.AsOperator(t.Context())
	first, err := f.Latest(ctx, 0)
	if err != nil || first.Read.Changed != 0 {
		t.Fatalf("%+v %v", first.Read, err)
	}
	var mu sync.Mutex
	var asked []string
	old.between = func(_ http.ResponseWriter, r *http.Request) bool {
		mu.Lock()
		defer mu.Unlock()
		if asked = append(asked, r.URL.String()); len(asked) < 10 {
			time.Sleep(20 * time.Millisecond) // so the pace has some length
		}
		return false
	}
	if _, err := f.Latest(ctx, 0); err != nil {
		t.Fatal(err)
	}
	walked := len(asked)
	for _, one := range asked {
		if strings.Contains(one, "include=") && !strings.Contains(one, "_fields=") {
			t.Errorf("what is as it was is asked for whole: %s", one)
		}
		if strings.Contains(one, "/redirection/v1/log?") && strings.Contains(one, "orderby=") {
			t.Errorf("the log has refused its order before: %s", one)
		}
	}
	changedOld(t, old, ids)
	asked = nil
	second, err := f.Latest(ctx, time.Nanosecond)
	if err != nil {
		t.Fatal(err)
	}
	// One entry was renamed, one is new, two are gone with their comments; one comment is new, one
	// is spam; a term and the settings.
	if second.Read.Changed != 10 || second.Read.Gone != 4 {
		t.Errorf("%+v", second.Read)
	}
	for _, one := range asked {
		if strings.Contains(one, "/wp/v2/posts?") && !strings.Contains(one, "_fields=") && !strings.Contains(one, "include=") {
			t.Errorf("all of a list is asked for: %s", one)
		}
	}
	if len(asked) > walked+10 {
		t.Errorf("%d requests, where going through all lists takes %d: %s", len(asked), walked, strings.Join(asked, "\n"))
	}
	if was, is := shown(t, old.DB, old.App), shown(t, here.DB, here); was != is {
		t.Errorf("the old site has %s, this one %s", was, is)
	}
	third, err := f.Latest(ctx, 0)
	if err != nil || third.Read.Changed != 0 {
		t.Errorf("%+v %v", third.Read, err)
	}
}

// A file that was replaced under its name is noticed by its length or by its date, and comes
// again; one that stays isn't asked for.
func TestAdoptReplacedFile(t *testing.T) {
	t.Parallel()
	old, data := runningSite(t), t.TempDir()
	const note = "/wp-content/uploads/2021/05/note.txt"
	text, date, fetched := "note", "Wed, 21 Oct 2015 07:28:00 GMT", 0
	old.between = func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != note {
			return false
		}
		if r.Method == http.MethodGet {
			fetched++
		}
		w.Header().Set("Last-Modified", date)
		w.Header().Set("Content-Length", fmt.Sprint(len(text)))
		fmt.Fprint(w, text)
		return true
	}
	for i, c := range []struct {
		text, date string
		fetched    int
	}{
		{"note", date, 1},
		{"note", date, 1},
		{"another note", date, 2},
		{"ANOTHER NOTE", "Wed, 21 Oct 2015 08:00:00 GMT", 3},
		{"ANOTHER NOTE", "Wed, 21 Oct 2015 08:00:00 GMT", 3},
	} {
		text, date = c.text, c.date
		here, got, err := adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true})
		if err != nil {
			t.Fatal(err)
		}
		if body := asked(here, note); body != text || fetched != c.fetched {
			t.Errorf("run %d: %q after %d downloads: %+v", i, body, fetched, got.Read)
		}
		here.Close()
	}
}
