package exchange_test

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/content"
)

func openSite(t *testing.T, dir, url string) *app.App {
	t.Helper()
	a, err := app.New(t.Context(), app.Config{Data: dir, URL: url, NoCache: true, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// entries are all entries of a site.
func entries(t *testing.T, a *app.App) map[int64]*content.Entry {
	t.Helper()
	all := map[int64]*content.Entry{}
	for after := int64(0); ; {
		sizes, err := a.DB.EntrySizes(context.Background(), after, 100)
		if err != nil {
			t.Fatal(err)
		}
		if len(sizes) == 0 {
			return all
		}
		for _, s := range sizes {
			e, err := a.DB.EntryByID(context.Background(), s.ID)
			if err != nil {
				t.Fatal(err)
			}
			all[s.ID], after = e, s.ID
		}
	}
}

// TestMovedSite imports the sample site without an address, serves it at two
// addresses one after the other, and imports again in between.
func TestMovedSite(t *testing.T) {
	dir := t.TempDir()
	a := openSite(t, dir, "")
	if _, err := a.Exchange.ImportSample(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, address := range []string{"http://one.example", "http://one.example", "https://two.example/blog"} {
		a := openSite(t, dir, address)
		if err := a.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		all := entries(t, a)
		if count != 0 && len(all) != count {
			t.Errorf("%s: %d entries, %d before", address, len(all), count)
		}
		count = len(all)
		moved, styles := 0, 0
		for _, e := range all {
			for _, text := range []string{e.Content, e.GUID} {
				inside := strings.Count(text, "/wp-content/uploads/")
				if e.Type != content.TypeAttachment && text == e.GUID {
					continue
				}
				if own := strings.Count(text, address+"/wp-content/uploads/"); own != inside {
					t.Errorf("%s: %s %d has %d addresses of files, %d of them of the site: %.300s", address, e.Type, e.ID, inside, own, text)
				}
				moved += inside
			}
			if e.Type == content.TypeGlobalStyles {
				styles++
				if e.Slug != "wp-global-styles-"+a.Env.Themes.Active(t.Context()).ID || e.Author != 1 || e.Status != content.Publish {
					t.Errorf("styles %+v", e)
				}
			}
		}
		if moved == 0 || styles != 1 {
			t.Errorf("%s: %d addresses, %d entries of styles", address, moved, styles)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		// The command line knows no address.
		a = openSite(t, dir, "")
		report, err := a.Exchange.ImportSample(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range report.Rows {
			if row.Imported != 0 {
				t.Errorf("%d of %s came again", row.Imported, row.Kind)
			}
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
