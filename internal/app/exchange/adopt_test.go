package exchange_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"quoin/internal/app"
	"quoin/internal/app/config"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/storage/store"
	"quoin/internal/transfer/moving"
	"quoin/internal/transfer/moving/live"
	"quoin/internal/transfer/verify"
)

var ann = verify.Credentials{User: "ann", Password: "abcd EFGH 1234"}

// running is an old site that is served, with what stands between it and whoever asks.
type running struct {
	*app.App
	url     string
	between func(w http.ResponseWriter, r *http.Request) (done bool)
}

// runningSite serves a site of the same kind as the old one.
func runningSite(t *testing.T) *running {
	t.Helper()
	return runningFrom(t, oldSite(t))
}

func runningFrom(t *testing.T, from *moving.Source) *running {
	t.Helper()
	a, err := app.New(t.Context(), app.Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	if _, err := a.Exchange.MoveIn(t.Context(), from, exchange.OldFiles{Uploads: fstest.MapFS{"2021/05/note.txt": {Data: []byte("note")}}}, nil); err != nil {
		t.Fatal(err)
	}
	old := &running{App: a}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if old.between == nil || !old.between(w, r) {
			a.Handler().ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	old.url = server.URL
	if err := a.Env.Site.SetAddress(t.Context(), server.URL); err != nil {
		t.Fatal(err)
	}
	return old
}

func noPause(ctx context.Context, _ time.Duration) error { return ctx.Err() }

// adopting adopts into a folder, without a pause.
func adopting(ctx context.Context, t *testing.T, data string, with exchange.Adoption) (*app.App, *exchange.Adopted, error) {
	t.Helper()
	a, err := app.New(t.Context(), app.Config{Data: data})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	with.As, with.Parallel, with.PerSecond, with.Pause = ann, 3, 1e6, noPause
	result, err := a.Exchange.Adopt(app.AsOperator(ctx), with)
	return a, result, err
}

// A running site moves in whole by its API, and another run changes nothing.
func TestAdopt(t *testing.T) {
	t.Parallel()
	old, data := runningSite(t), t.TempDir()
	busy := 3
	old.between = func(w http.ResponseWriter, r *http.Request) bool {
		if busy--; busy < 0 || r.URL.Path != "/wp-json/wp/v2/users" {
			return false
		}
		w.WriteHeader(http.StatusTooManyRequests)
		return true
	}
	here, first, err := adopting(t.Context(), t, data, exchange.Adoption{URL: old.url})
	if err != nil {
		t.Fatal(err)
	}
	if len(first.Read.Warnings) > 0 || first.Read.Files != 1 || first.Again {
		t.Errorf("%+v", first.Read)
	}
	if first.Proof.Total.All < 2000 {
		t.Errorf("%d fields were compared", first.Proof.Total.All)
	}
	for _, d := range first.Proof.Differences {
		// The settings of SEO can't be read by the API, and make heads otherwise.
		if d.Why == "" && d.Resource != "pages" && !strings.Contains(d.Where, "yoast_head") && !strings.Contains(d.Where, "/seo_settings/") {
			t.Errorf("%+v", d)
		}
	}
	for _, id := range []int64{21, 22, 23, 30, 31} {
		was, err := old.DB.EntryByID(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		is, err := here.DB.EntryByID(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if was.Title != is.Title || was.Content != is.Content || was.Slug != is.Slug || was.ModifiedUTC != is.ModifiedUTC || was.Status != is.Status || was.Type != is.Type || was.Parent != is.Parent {
			t.Errorf("the entry %d is %+v, and was %+v", id, is, was)
		}
	}
	if body := asked(here, "/wp-content/uploads/2021/05/note.txt"); body != "note" {
		t.Errorf("the file has %q", body)
	}
	here.Close()
	// The comparison asked for what isn't there, which the log of redirects tells.
	here, second, err := adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil || second.Read.Changed != 2 || second.Read.Gone != 0 {
		t.Errorf("%+v %v", second.Read, err)
	}
	before := dumped(t, here.DB)
	here.Close()
	here, second, err = adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	if !second.Again || second.Read.Changed != 0 || second.Report.Counted() {
		t.Errorf("%+v %v", second.Read, second.Report.Rows)
	}
	if dumped(t, here.DB) != before {
		t.Error("another run changed something")
	}
}

// asked is what a site answers ann.
func asked(a *app.App, path string) string {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.SetBasicAuth(ann.User, ann.Password)
	w := httptest.NewRecorder()
	a.Handler().ServeHTTP(w, r)
	return w.Body.String()
}

// Another run brings exactly what is new, changed, renamed or gone on the old side, and
// leaves what was edited here.
func TestAdoptAgain(t *testing.T) {
	t.Parallel()
	old, data := runningSite(t), t.TempDir()
	here, _, err := adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	edit := func(a *app.App, id int64, change func(*content.Entry)) {
		e, err := a.DB.EntryByID(t.Context(), id)
		if err == nil {
			change(e)
			err = a.DB.UpdateEntry(t.Context(), e)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	edit(here, 30, func(e *content.Entry) { e.Title, e.ModifiedUTC = "Edited here", "2030-01-01T00:00:00" })
	here.Close()

	edit(old.App, 21, func(e *content.Entry) {
		e.Title, e.Slug, e.Modified, e.ModifiedUTC = "Changed", "renamed", "2029-01-01T01:00:00", "2029-01-01T00:00:00"
	})
	edit(old.App, 30, func(e *content.Entry) { e.Title, e.ModifiedUTC = "Edited there", "2029-01-01T00:00:00" })
	term, err := old.DB.TermByID(t.Context(), 9)
	if err != nil {
		t.Fatal(err)
	}
	term.Name, term.Slug = "Romans", "romans"
	fresh := &content.Entry{Type: content.TypePost, Title: "New", Slug: "new", Status: "publish", Author: 7, Date: "2028-01-01T01:00:00", DateUTC: "2028-01-01T00:00:00",
		Modified: "2028-01-01T01:00:00", ModifiedUTC: "2028-01-01T00:00:00", CommentStatus: "open", PingStatus: "open", Meta: content.Meta{}}
	err = errors.Join(old.DB.UpdateTerm(t.Context(), term), old.DB.InsertEntry(t.Context(), fresh), old.DB.DeleteEntry(t.Context(), 22), old.DB.DeleteComment(t.Context(), 6),
		old.DB.InsertComment(t.Context(), &comment.Comment{Entry: 21, AuthorName: "Zoe", Content: "hm", Status: comment.Approved, Type: comment.TypeComment, Date: "2028-01-01T01:00:00", DateUTC: "2028-01-01T00:00:00", Meta: content.Meta{}}))
	if err != nil {
		t.Fatal(err)
	}
	here, second, err := adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	if second.Read.Changed != 7 || second.Read.Gone != 2 {
		t.Errorf("%d changes, %d of them gone", second.Read.Changed, second.Read.Gone)
	}
	got := map[string]string{}
	for _, id := range []int64{21, 22, 30, fresh.ID} {
		if e, err := here.DB.EntryByID(t.Context(), id); err == nil {
			got[fmt.Sprint(id)] = e.Title + " " + e.Slug
		} else if !errors.Is(err, content.ErrNotFound) {
			t.Fatal(err)
		}
	}
	want := map[string]string{"21": "Changed renamed", "30": "Edited here a-book", fmt.Sprint(fresh.ID): "New new"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v", got)
	}
	if !slices.ContainsFunc(second.Report.Warnings, func(w string) bool { return strings.Contains(w, "entry 30") && strings.Contains(w, "edited here") }) {
		t.Error(second.Report.Warnings)
	}
	if e, err := here.DB.EntryByID(t.Context(), 21); err != nil || len(e.Meta[content.MetaOldSlug]) == 0 {
		t.Errorf("its former address isn't kept: %v %v", e, err)
	}
	if is, err := here.DB.TermByID(t.Context(), 9); err != nil || is.Slug != "romans" || is.Taxonomy != "genre" {
		t.Error(is, err)
	}
	list, err := here.DB.ListComments(t.Context(), comment.Query{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range list.Comments {
		names = append(names, c.AuthorName)
	}
	if slices.Sort(names); strings.Join(names, " ") != "Bob Zoe" {
		t.Error(names)
	}
	if e, err := here.DB.EntryByID(t.Context(), 21); err != nil || e.CommentCount != 2 {
		t.Error(e, err)
	}
	terms, err := here.DB.EntryTerms(t.Context(), []int64{21})
	if err != nil || len(terms[21]) != 1 || terms[21][0].Taxonomy != taxonomy.Category {
		t.Error(terms, err)
	}
}

// A run that is killed again and again ends as one that wasn't.
func TestAdoptKilled(t *testing.T) {
	t.Parallel()
	old := runningSite(t)
	whole, _, err := adopting(t.Context(), t, t.TempDir(), exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	data, kills := t.TempDir(), 0
	for n := 4; ; n += 4 {
		ctx, kill := context.WithCancel(t.Context())
		left := n
		old.between = func(http.ResponseWriter, *http.Request) bool {
			if left--; left == 0 {
				kill()
			}
			return false
		}
		with := exchange.Adoption{URL: old.url, Unproved: true}
		a, _, err := adopting(ctx, t, data, with)
		kill()
		if err == nil {
			if kills < 5 {
				t.Errorf("it was killed %d times only", kills)
			}
			was, is := tables(t, whole.DB), tables(t, a.DB)
			for _, name := range []string{"account", "comment", "entry", "entry_term", "moved_aside", "redirection_group", "redirection_rule", "term"} {
				if was[name] == "" || was[name] != is[name] {
					t.Errorf("the table %s ended otherwise: %q and %q", name, was[name], is[name])
				}
			}
			// Rows of meta values have no order among those of other keys.
			for _, id := range []int64{21, 22, 23, 30, 31} {
				was, err := whole.DB.EntryByID(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				if is, err := a.DB.EntryByID(t.Context(), id); err != nil || !reflect.DeepEqual(is.Meta, was.Meta) {
					t.Errorf("the entry %d ended with %v and %v: %v", id, is, was.Meta, err)
				}
			}
			return
		}
		if kills++; kills > 100 {
			t.Fatal(err)
		}
		a.Close()
	}
}

// tables are the digests of all tables of a database.
func tables(t *testing.T, db *store.DB) map[string]string {
	t.Helper()
	list, err := db.Dump(t.Context(), func(string) (io.Writer, error) { return io.Discard, nil })
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, d := range list {
		all[d.Name] = d.Digest
	}
	return all
}

// A hostile old site costs no more than is allowed, and gets nobody to ask other hosts of
// this network.
func TestAdoptHostile(t *testing.T) {
	t.Parallel()
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a neighbour was asked") }))
	defer inside.Close()
	for name, c := range map[string]struct {
		between func(w http.ResponseWriter, r *http.Request) bool
		told    string // a warning, or the error
		fails   bool
	}{
		"a list without end": {between: func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/wp-json/wp/v2/tags" {
				return false
			}
			var items []string
			for i := range 100 {
				items = append(items, fmt.Sprintf(`{"id":1%s%02d,"name":"x","slug":"x%[1]s-%[2]d"}`, r.URL.Query().Get("page"), i))
			}
			w.Header().Set("X-WP-Total", "5")
			fmt.Fprintf(w, "[%s]", strings.Join(items, ","))
			return true
		}, told: "goes on"},
		"a list that repeats itself": {between: func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/wp-json/wp/v2/tags" {
				return false
			}
			w.Header().Set("X-WP-TotalPages", "100000")
			fmt.Fprint(w, `[{"id":77,"name":"x","slug":"x"}]`)
			return true
		}, told: "repeats itself"},
		"an answer without end": {between: func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/wp-json/wp/v2/settings" {
				return false
			}
			for {
				if _, err := w.Write(make([]byte, 1<<20)); err != nil {
					return true
				}
			}
		}, told: "too large", fails: true},
		"a redirect into this network": {between: func(w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, inside.URL+r.URL.Path, http.StatusFound)
			return true
		}, told: live.ErrMoved.Error(), fails: true},
		"a file in this network": {between: func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/wp-content/uploads/2021/05/note.txt" {
				return false
			}
			http.Redirect(w, r, inside.URL+"/secret", http.StatusFound)
			return true
		}, told: "isn't a public address"},
		"no site": {between: func(w http.ResponseWriter, _ *http.Request) bool {
			fmt.Fprint(w, "<html>hello")
			return true
		}, told: live.ErrNoSite.Error(), fails: true},
		"another list than one": {between: func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/wp-json/wp/v2/comments" {
				return false
			}
			fmt.Fprint(w, `{"items":[]}`)
			return true
		}, told: "no list"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			old := runningSite(t)
			old.between = c.between
			_, got, err := adopting(t.Context(), t, t.TempDir(), exchange.Adoption{URL: old.url, Unproved: true})
			told := fmt.Sprint(err)
			if !c.fails {
				if err != nil {
					t.Fatal(err)
				}
				told = strings.Join(got.Read.Warnings, "\n")
			}
			if !strings.Contains(told, c.told) {
				t.Errorf("nothing tells of it: %s", told)
			}
		})
	}
}

// A path at which only plain addresses are answered isn't the address of the site.
func TestAdoptAtAnotherPath(t *testing.T) {
	t.Parallel()
	old := runningSite(t)
	old.between = func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasPrefix(r.URL.Path, "/nope/") {
			return false
		}
		if r.URL.Query().Get("rest_route") == "" {
			http.NotFound(w, r)
			return true
		}
		fmt.Fprintf(w, `{"namespaces":["wp/v2"],"home":%q}`, old.url)
		return true
	}
	_, _, err := adopting(t.Context(), t, t.TempDir(), exchange.Adoption{URL: old.url + "/nope", Unproved: true})
	if !errors.Is(err, live.ErrNoSite) || !strings.Contains(err.Error(), "its address is "+old.url) {
		t.Errorf("the wrong path is taken: %v", err)
	}
}

// What moves to another list of the old side is no loss.
func TestAdoptMovedToAnotherList(t *testing.T) {
	t.Parallel()
	old, data := runningSite(t), t.TempDir()
	here, _, err := adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	here.Close()
	c, err := old.DB.CommentByID(t.Context(), 6)
	if err != nil || c.Status != comment.Spam {
		t.Fatal(c, err)
	}
	c.Status = comment.Approved
	if err := old.DB.UpdateComment(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	here, second, err := adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := here.DB.CommentByID(t.Context(), 6); err != nil || c.Status != comment.Approved || second.Read.Gone != 0 {
		t.Error(c, err, second.Read.Gone)
	}
}

// A file that the old site doesn't give is asked for again by the next reading.
func TestAdoptMissedFile(t *testing.T) {
	t.Parallel()
	const note = "/wp-content/uploads/2021/05/note.txt"
	old, data := runningSite(t), t.TempDir()
	old.between = func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != note {
			return false
		}
		http.NotFound(w, r)
		return true
	}
	here, first, err := adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(first.Read.Warnings, "\n"), "note.txt") || first.Read.Files != 0 {
		t.Errorf("%d files, %q", first.Read.Files, first.Read.Warnings)
	}
	here.Close()
	old.between = nil
	here, second, err := adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	if body := asked(here, note); body != "note" || second.Read.Files != 1 {
		t.Errorf("%q after %d files", body, second.Read.Files)
	}
}

// What the old side refuses to tell of isn't gone; days are read in the form that it has.
func TestAdoptRefused(t *testing.T) {
	t.Parallel()
	old, data := runningSite(t), t.TempDir()
	here, _, err := adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	here.Close()
	e, err := old.DB.EntryByID(t.Context(), 21)
	if err != nil {
		t.Fatal(err)
	}
	e.Title, e.ModifiedUTC = "Changed", "2029-01-01T00:00:00"
	if err := old.DB.UpdateEntry(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	old.between = func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, "/redirection/v1/") && !strings.HasSuffix(r.URL.Path, "/revisions") && !strings.Contains(r.URL.Path, "/template") {
			return false
		}
		w.WriteHeader(http.StatusForbidden)
		fmt.Fprint(w, `{"code":"rest_forbidden"}`)
		return true
	}
	here, second, err := adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	told := strings.Join(second.Read.Warnings, "\n")
	if second.Read.Gone != 0 || !strings.Contains(told, "redirects rule") || !strings.Contains(told, "revisions of") || !strings.Contains(told, "wp_template") {
		t.Errorf("%d are gone: %s", second.Read.Gone, told)
	}
	if _, err := here.DB.EntryByID(t.Context(), 23); err != nil {
		t.Error(err)
	}
	mirror, err := live.OpenMirror(t.Context(), filepath.Join(data, config.MirrorFolder))
	if err != nil {
		t.Fatal(err)
	}
	defer mirror.Close()
	var day string
	if err := mirror.DB().QueryRowContext(t.Context(), "SELECT last_access FROM wp_redirection_items WHERE id = 3").Scan(&day); err != nil || day != "2024-01-02 00:00:00" {
		t.Error(day, err)
	}
}

// The old site is left alone for as long as it says, in seconds or until a moment; one that
// wants to be left alone for long isn't waited for.
func TestAdoptWaits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		retry, date string
		waits       time.Duration
		gives       bool
	}{
		{"7", "", 7 * time.Second, false},
		{"Wed, 21 Oct 2015 07:28:30 GMT", "Wed, 21 Oct 2015 07:28:00 GMT", 30 * time.Second, false},
		{"Wed, 21 Oct 2015 07:27:00 GMT", "Wed, 21 Oct 2015 07:28:00 GMT", 0, false},
		{"soon", "", time.Second, false},
		{"-5", "", time.Second, false},
		{"3600", "", 0, true},
		{"Wed, 21 Oct 2015 09:28:00 GMT", "Wed, 21 Oct 2015 07:28:00 GMT", 0, true},
		{"99999999999999999999", "", time.Second, false},
	} {
		var waited []time.Duration
		asked := 0
		busy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if asked++; asked > 1 { // the second answer ends the run
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			if c.date != "" {
				w.Header().Set("Date", c.date)
			}
			w.Header().Set("Retry-After", c.retry)
			w.WriteHeader(http.StatusServiceUnavailable)
		}))
		a, err := app.New(t.Context(), app.Config{Data: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		_, err = a.Exchange.Adopt(app.AsOperator(t.Context()), exchange.Adoption{URL: busy.URL, As: ann, Parallel: 1, PerSecond: 1e6, Pause: func(ctx context.Context, d time.Duration) error {
			waited = append(waited, d)
			return ctx.Err()
		}})
		if errors.Is(err, live.ErrBusy) != c.gives || err == nil {
			t.Errorf("%s: %v", c.retry, err)
		}
		if c.gives && (len(waited) > 0 || asked != 1) || !c.gives && c.waits > 0 && (len(waited) == 0 || waited[0] != c.waits) {
			t.Errorf("%s: waited %v, asked %d times", c.retry, waited, asked)
		}
		a.Close()
		busy.Close()
	}
}
