package exchange_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/site"
	"quoin/internal/platform/wire"
)

// adoptingTold adopts a site, and says what the report warns of.
func adoptingTold(t *testing.T, data, url string) (*app.App, string) {
	t.Helper()
	a, result, err := adopting(t.Context(), t, data, exchange.Adoption{URL: url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	return a, strings.Join(result.Report.Warnings, "\n")
}

// settled is a site that an old one was adopted into, at its address.
func settled(t *testing.T, old *running) *app.App {
	t.Helper()
	here, _ := adoptingTold(t, t.TempDir(), old.url)
	if err := here.Env.Site.SetAddress(t.Context(), old.url); err != nil {
		t.Fatal(err)
	}
	return here
}

// Settings that were changed here stay when another run brings others, and are named; those
// that nobody changed here become what the old site has.
func TestAdoptKeepsSettingsMadeHere(t *testing.T) {
	t.Parallel()
	ctx, old, data := t.Context(), runningSite(t), t.TempDir()
	again := func() (*app.App, string) { return adoptingTold(t, data, old.url) }
	expect := func(a *app.App, title, tagline string, perPage int64) {
		t.Helper()
		if site.Title.Of(ctx, a.Env.Site) != title || site.Tagline.Of(ctx, a.Env.Site) != tagline || site.PostsPerPage.Of(ctx, a.Env.Site) != perPage {
			t.Errorf("title %q, tagline %q, %d a page; want %q, %q, %d", site.Title.Of(ctx, a.Env.Site), site.Tagline.Of(ctx, a.Env.Site), site.PostsPerPage.Of(ctx, a.Env.Site), title, tagline, perPage)
		}
	}
	here, _ := again()
	if err := errors.Join(site.Title.Set(ctx, here.Env.Site, "Ours"), site.PostsPerPage.Set(ctx, here.Env.Site, 8)); err != nil {
		t.Fatal(err)
	}
	here.Close()
	here, _ = again() // nothing has changed there, and what changed here is still known
	expect(here, "Ours", "", 8)
	here.Close()
	if err := errors.Join(site.Title.Set(ctx, old.Env.Site, "Theirs"), site.Tagline.Set(ctx, old.Env.Site, "Stones")); err != nil {
		t.Fatal(err)
	}
	here, told := again()
	expect(here, "Ours", "Stones", 8)
	for _, name := range []string{"2 settings were changed here", site.Title.Name, site.PostsPerPage.Name} {
		if !strings.Contains(told, name) {
			t.Errorf("it isn't told of %s: %s", name, told)
		}
	}
	if strings.Contains(told, site.Tagline.Name) {
		t.Errorf("the tagline wasn't changed here: %s", told)
	}
	// Once both have the same, the old site's goes on to be brought.
	if err := site.Title.Set(ctx, here.Env.Site, "Theirs"); err != nil {
		t.Fatal(err)
	}
	here.Close()
	if err := site.Tagline.Set(ctx, old.Env.Site, "Sand"); err != nil {
		t.Fatal(err)
	}
	here, _ = again()
	expect(here, "Theirs", "Sand", 8)
	here.Close()
	if err := site.Title.Set(ctx, old.Env.Site, "Anew"); err != nil {
		t.Fatal(err)
	}
	here, _ = again()
	expect(here, "Anew", "Sand", 8)
}

// What widgets have and where they stand are kept together: else places of the old site's new
// widgets would wait here for others.
func TestAdoptKeepsWidgetsWhole(t *testing.T) {
	t.Parallel()
	ctx, old, data := t.Context(), runningSite(t), t.TempDir()
	set := func(a *app.App, texts ...string) {
		t.Helper()
		widgets, ids := &wire.Object{}, []string{}
		for i, text := range texts {
			id := fmt.Sprintf("block-%d", i+2)
			widgets.Set(id, wire.NewObject("content", text))
			ids = append(ids, id)
		}
		if err := errors.Join(site.Widgets.Set(ctx, a.Env.Site, widgets), site.Sidebars.Set(ctx, a.Env.Site, wire.NewObject("wp_inactive_widgets", wire.Strings(ids)))); err != nil {
			t.Fatal(err)
		}
	}
	places := func(a *app.App) string {
		return string(wire.Encode(site.Sidebars.Of(ctx, a.Env.Site).Get("wp_inactive_widgets"), nil))
	}
	again := func() (*app.App, string) { return adoptingTold(t, data, old.url) }
	set(old.App, "<p>First</p>")
	here, _ := again()
	if got := places(here); got != `["block-2"]` {
		t.Fatal(got)
	}
	widgets := site.Widgets.Of(ctx, here.Env.Site).Clone()
	widgets.Set("block-2", wire.NewObject("content", "<p>Ours</p>"))
	if err := site.Widgets.Set(ctx, here.Env.Site, widgets); err != nil {
		t.Fatal(err)
	}
	here.Close()
	set(old.App, "<p>First</p>", "<p>Second</p>")
	here, told := again()
	defer here.Close()
	if got := places(here); got != `["block-2"]` || site.Widgets.Of(ctx, here.Env.Site).Has("block-3") {
		t.Errorf("places %s", got)
	}
	if !strings.Contains(told, site.Widgets.Name) || !strings.Contains(told, site.Sidebars.Name) {
		t.Errorf("told: %s", told)
	}
}
