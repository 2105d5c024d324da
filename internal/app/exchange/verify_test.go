package exchange_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/transfer/verify"
)

// A site is compared with another, here one of the same kind: all is the same until
// something is changed, and the difference is found.
func TestSitesAreCompared(t *testing.T) {
	t.Parallel()
	made := func() *app.App {
		a, err := app.New(t.Context(), app.Config{Data: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { a.Close() })
		if _, err := a.Exchange.MoveIn(t.Context(), oldSite(t), exchange.OldFiles{}, nil); err != nil {
			t.Fatal(err)
		}
		return a
	}
	old, here := made(), made()
	busy := 1
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if busy > 0 {
			busy--
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		old.Handler().ServeHTTP(w, r)
	}))
	defer server.Close()
	if err := old.Env.Site.SetAddress(t.Context(), server.URL); err != nil {
		t.Fatal(err)
	}
	as := verify.Credentials{User: "ann", Password: "abcd EFGH 1234"}
	first, err := here.Exchange.Verify(t.Context(), exchange.Against{URL: server.URL, As: as})
	if err != nil {
		t.Fatal(err)
	}
	if first.Total.All < 500 || first.Total.Same < first.Total.All*95/100 {
		t.Errorf("%d of %d fields are the same", first.Total.Same, first.Total.All)
	}
	var text, page strings.Builder
	if err := first.Text(&text, true); err != nil {
		t.Error(err)
	}
	if err := first.HTML(&page); err != nil || !strings.Contains(page.String(), "<td>post</td>") {
		t.Error(err, page.String())
	}
	if !strings.Contains(text.String(), "post revisions") || !strings.Contains(text.String(), "pages") {
		t.Error(text.String())
	}
	e, err := here.DB.EntryByID(t.Context(), 21)
	if err != nil {
		t.Fatal(err)
	}
	e.Title = "Another <title>"
	if err := here.DB.UpdateEntry(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	second, err := here.Exchange.Verify(t.Context(), exchange.Against{URL: server.URL, As: as})
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, d := range second.Differences {
		found = found || strings.HasSuffix(d.Where, "#21 /title/raw") && d.Old == "One" && d.New == "Another <title>" && d.Why == ""
	}
	if !found || second.Total.Same >= first.Total.Same {
		t.Errorf("the change wasn't found among %d", len(second.Differences))
	}
	if _, err := here.Exchange.Verify(t.Context(), exchange.Against{URL: server.URL, As: verify.Credentials{User: "ann", Password: "wrong"}}); err == nil {
		t.Error("a wrong password was no error")
	}
}
