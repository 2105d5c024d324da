package command

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
)

// siteWithDraft is the folder of a new site at an address, with one entry.
func siteWithDraft(t *testing.T, address string) string {
	t.Helper()
	dir := t.TempDir()
	a, err := app.New(t.Context(), app.Config{Data: dir, URL: address})
	if err != nil {
		t.Fatal(err)
	}
	title := "Draft"
	_, err = a.Env.Entries.Create(t.Context(), access.System(), content.TypePost, content.Change{Title: &title})
	if err := errors.Join(err, a.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The command prints nothing but a link to it.
func TestPreview(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	dir := siteWithDraft(t, "http://example.org")
	for _, of := range []string{"1", "http://example.org/?p=1", "/?p=1"} {
		var out, errs bytes.Buffer
		code := run(t.Context(), []string{"preview", of, "--for", "90m", "--data", dir, "--url", "http://example.org"}, &out, &errs)
		link := strings.TrimSpace(out.String())
		if code != 0 || !strings.HasPrefix(link, "http://example.org/") || strings.Contains(link, "\n") || !strings.Contains(link, "preview=true&preview_token=1.") || !strings.Contains(errs.String(), "Good until ") {
			t.Errorf("preview %s: %d %q %q", of, code, link, errs.String())
		}
	}
	dir = siteWithDraft(t, "")
	// An address that nobody told is made up, and that is said.
	for _, args := range [][]string{{"preview", "1"}, {"user", "create", "ann", "--email", "ann@example.org"}} {
		for _, url := range []string{"", "https://example.org"} {
			if len(args) > 2 {
				args[2] += "x"
				args[4] = "x" + args[4]
			}
			var out, errs bytes.Buffer
			code := run(t.Context(), append(args[:len(args):len(args)], "--data", dir, "--url", url), &out, &errs)
			base, warned := url, strings.Contains(errs.String(), "Say it with --url")
			if url == "" {
				base = "http://localhost:8080"
			}
			if code != 0 || !strings.HasPrefix(out.String(), base+"/") || warned != (url == "") {
				t.Errorf("%q at %q: %d %s %s", args, url, code, out.String(), errs.String())
			}
		}
	}
}
