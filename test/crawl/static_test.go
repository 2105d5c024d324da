package crawl

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
	"quoin/internal/storage/store/pgtest"
)

var postgres pgtest.Server

func TestMain(m *testing.M) { os.Exit(postgres.Main(m)) }

// TestStaticExport writes the sample site as files on both engines and serves them by a
// server that knows nothing but files: every address that the site reaches by links is
// there with the bytes that the site answers, or leads where the site leads.
func TestStaticExport(t *testing.T) {
	t.Parallel()
	for name, database := range map[string]string{"sqlite": "", "postgres": postgres.Database(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := app.New(t.Context(), app.Config{Data: t.TempDir(), DatabaseURL: database, URL: base, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			ctx := app.AsOperator(t.Context())
			if _, err := a.Exchange.ImportSample(ctx, nil); err != nil {
				t.Fatal(err)
			}
			if err := a.Prepare(ctx); err != nil {
				t.Fatal(err)
			}
			rename(t, a)
			dir := filepath.Join(t.TempDir(), "out")
			report, err := a.Exchange.ExportStatic(ctx, exchange.StaticExport{Dir: dir, AllMedia: true})
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Failed) > 0 || len(report.Missing) > 0 || report.Needs["comments"] == 0 || report.Needs["search"] == 0 {
				t.Errorf("%+v", report)
			}
			compare(t, a.Handler(), dir)
			again, err := a.Exchange.ExportStatic(ctx, exchange.StaticExport{Dir: dir, AllMedia: true})
			if err != nil {
				t.Fatal(err)
			}
			if again.Written != 0 || again.Removed != 0 || again.Unchanged != report.Written {
				t.Errorf("nothing changed, and it did %+v", again)
			}
			hosts, err := os.ReadFile(filepath.Join(dir, "_redirects"))
			if err != nil || !strings.Contains(string(hosts), "/once-called-so/ ") {
				t.Errorf("the former address isn't led on: %v %s", err, hosts)
			}
		})
	}
}

// rename gives the newest post another slug, so that it has a former one.
func rename(t *testing.T, a *app.App) {
	t.Helper()
	ctx := app.AsOperator(t.Context())
	page, err := a.DB.ListEntries(ctx, content.Query{
		Types: []string{content.TypePost}, Statuses: []content.Status{content.Publish}, Order: []content.Order{{By: content.ByDate, Desc: true}}, Limit: 1,
	})
	if err != nil || len(page.Entries) == 0 {
		t.Fatal("there is no post", err)
	}
	for _, slug := range []string{"once-called-so", "now-called-so"} {
		err := a.DB.InTx(ctx, func(ctx context.Context) error {
			e, err := a.DB.EntryByID(ctx, page.Entries[0].ID)
			if err == nil {
				_, err = a.Env.Entries.Update(ctx, access.Actor{}, e, content.Change{Slug: &slug})
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// compare follows links of the live site and asks the files for each address.
func compare(t *testing.T, live http.Handler, dir string) {
	t.Helper()
	files := http.FileServer(http.Dir(dir))
	c := &crawl{T: t, from: map[string]string{}, link: map[string]string{}, kinds: map[string]int{}, handler: live}
	for _, start := range []string{"/", "/robots.txt", "/feed/", "/comments/feed/", "/wp-sitemap.xml"} {
		c.add("/", start)
	}
	same, server := 0, 0
	for i := 0; i < len(c.queue); i++ {
		address := c.queue[i]
		path, _, query := strings.Cut(address, "?")
		isFile := strings.Contains(path[strings.LastIndex(path, "/"):], ".")
		if query && !isFile || strings.HasPrefix(path, "/wp-json") || strings.HasPrefix(path, "/api") || strings.HasPrefix(path, "/wp-login") {
			server++ // and what it names only a server has
			continue
		}
		c.visit(address)
		want := httptest.NewRecorder()
		live.ServeHTTP(want, httptest.NewRequest("GET", base+address, nil))
		if want.Code != http.StatusOK {
			server++
			continue
		}
		got := httptest.NewRecorder()
		files.ServeHTTP(got, httptest.NewRequest("GET", base+path, nil))
		if got.Code == http.StatusMovedPermanently && !strings.HasSuffix(path, "/") {
			got = httptest.NewRecorder()
			files.ServeHTTP(got, httptest.NewRequest("GET", base+path+"/", nil))
		}
		if got.Code != http.StatusOK || got.Body.String() != want.Body.String() {
			t.Errorf("%s is %s as a file", address, fmt.Sprint(got.Code, " with ", got.Body.Len(), " bytes in place of ", want.Body.Len()))
			continue
		}
		same++
	}
	t.Logf("%d addresses are the same as files, %d need a server or lead elsewhere", same, server)
	if same < 80 {
		t.Errorf("only %d addresses were compared", same)
	}
}
