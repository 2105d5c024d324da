package exchange_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/app/config"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/content"
	"quoin/internal/domain/shadow"
	"quoin/internal/domain/taxonomy"
)

// round takes a round of a switch as the command does.
func round(ctx context.Context, f *exchange.Follower, r shadow.Round) (err error) {
	switch {
	case r.Held || r.Number > 2:
		_, err = f.Latest(ctx, r.Hold/4)
	case r.Number == 2:
		_, err = f.Latest(ctx, 0)
	default:
		_, err = f.Whole(ctx)
	}
	return err
}

// editing is an editor who writes by the API, and knows what was taken.
type editing struct {
	ids    []int64
	titles map[int64]string
	tags   map[string]bool
	gone   map[int64]bool
	wrote  atomic.Int64
}

// write writes something, and tells the request and what to note once it was taken.
func (e *editing) write(n int) (method, path, body string, taken func(status int)) {
	e.wrote.Add(1)
	switch n % 4 {
	case 0:
		name := fmt.Sprint("made ", n)
		return "POST", "/wp-json/wp/v2/tags", fmt.Sprintf(`{"name":%q}`, name), func(status int) { e.tags[name] = status == http.StatusCreated }
	case 1:
		id := e.ids[20+n%30]
		return "DELETE", fmt.Sprintf("/wp-json/wp/v2/posts/%d?force=true", id), "", func(status int) { e.gone[id] = e.gone[id] || status == http.StatusOK }
	}
	id, title := e.ids[n%20], fmt.Sprint("Title ", n)
	return "POST", fmt.Sprintf("/wp-json/wp/v2/posts/%d", id), fmt.Sprintf(`{"title":%q}`, title), func(status int) {
		if status == http.StatusOK {
			e.titles[id] = title
		}
	}
}

// A site is switched and switched back while visitors read and log in and an editor writes: no
// request fails, and all that the editor was told had been taken is on the site whose turn it is.
func TestSwitchWhileAnEditorWrites(t *testing.T) {
	t.Parallel()
	old, data := runningSite(t), t.TempDir()
	ids := many(t, old, 120)
	here, _, err := adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	here.Close()
	at, err := url.Parse(old.url)
	if err != nil {
		t.Fatal(err)
	}
	if here, err = app.New(t.Context(), app.Config{Data: data, URL: old.url, Shadow: &config.Shadow{Old: at}}); err != nil {
		t.Fatal(err)
	}
	defer here.Close()
	ctx, stop := context.WithCancel(app.AsOperator(t.Context()))
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	all.Go(func() { _ = here.RunShadow(ctx) })
	front := httptest.NewServer(here.Handler())
	defer front.Close()
	follower, err := here.Exchange.Follow(ctx, exchange.Adoption{URL: old.url, As: ann, Unproved: true, Parallel: 3, PerSecond: 1e6, Pause: noPause})
	if err != nil {
		t.Fatal(err)
	}
	defer follower.Close()

	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	var requests, failed atomic.Int64
	send := func(method, path, kind, body string, signed bool) int {
		r, err := http.NewRequest(method, front.URL+path, strings.NewReader(body))
		if err != nil {
			t.Error(err)
			return 0
		}
		r.Host = at.Host
		if kind != "" {
			r.Header.Set("Content-Type", kind)
		}
		if signed {
			r.SetBasicAuth(ann.User, ann.Password)
		}
		requests.Add(1)
		res, err := client.Do(r)
		if err == nil {
			_, err = io.Copy(io.Discard, res.Body)
			res.Body.Close()
		}
		if err != nil || res.StatusCode >= http.StatusInternalServerError {
			failed.Add(1)
			t.Errorf("%s %s: %v %v", method, path, res, err)
			return 0
		}
		return res.StatusCode
	}
	leave, left := make(chan struct{}), sync.WaitGroup{}
	e := &editing{ids: ids, titles: map[int64]string{}, tags: map[string]bool{}, gone: map[int64]bool{}}
	left.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-leave:
				return
			default:
			}
			method, path, body, taken := e.write(n)
			taken(send(method, path, "application/json", body, true))
		}
	})
	for i, path := range []string{"/", fmt.Sprintf("/?p=%d", ids[60]), "/wp-json/wp/v2/posts?per_page=3"} {
		left.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-leave:
					return
				default:
				}
				send("GET", path, "", "", false)
				if i == 0 && n%5 == 0 {
					send("POST", "/wp-login.php", "application/x-www-form-urlencoded", "log=nobody&pwd=none", false)
				}
			}
		})
	}
	more := func() {
		for from := e.wrote.Load(); e.wrote.Load() < from+12 && !t.Failed(); {
			time.Sleep(5 * time.Millisecond)
		}
	}
	more()
	switcher := &shadow.Switcher{Store: here.DB, Clock: here.Clock, Hold: shadow.MaxHold, Delta: func(ctx context.Context, r shadow.Round) error { return round(ctx, follower, r) }}
	if err := switcher.Switch(ctx); err != nil {
		t.Fatal(err)
	}
	more()
	close(leave)
	left.Wait()
	told, err := json.Marshal(e.titles)
	if err != nil {
		t.Fatal(err)
	}
	if len(e.titles) == 0 || len(e.gone) == 0 || len(e.tags) == 0 {
		t.Errorf("the editor could write nothing: %+v", e)
	}
	for id, title := range e.titles {
		if entry, err := here.DB.EntryByID(ctx, id); err != nil || entry.Title != title {
			t.Errorf("the entry %d has the title %+v, %v; the editor knows %s", id, entry, err, told)
		}
	}
	for id, gone := range e.gone {
		if _, err := here.DB.EntryByID(ctx, id); gone && err == nil {
			t.Errorf("the entry %d is here, and was removed", id)
		} else if gone && !errors.Is(err, content.ErrNotFound) {
			t.Error(err)
		}
	}
	for name, taken := range e.tags {
		if list, err := here.DB.ListTerms(ctx, taxonomy.Query{Taxonomies: []string{taxonomy.Tag}, Name: name}); taken && (err != nil || len(list.Terms) != 1) {
			t.Errorf("the tag %q is here as %+v, %v", name, list, err)
		}
	}
	// The way back: what is written goes to the old site again.
	if err := switcher.Back(ctx); err != nil {
		t.Fatal(err)
	}
	if status := send("POST", fmt.Sprintf("/wp-json/wp/v2/posts/%d", ids[70]), "application/json", `{"title":"Back"}`, true); status != http.StatusOK {
		t.Error(status)
	}
	if entry, err := old.DB.EntryByID(ctx, ids[70]); err != nil || entry.Title != "Back" {
		t.Errorf("%+v %v", entry, err)
	}
	t.Logf("%d requests, %d failed, %d of them of the editor", requests.Load(), failed.Load(), e.wrote.Load())
}
