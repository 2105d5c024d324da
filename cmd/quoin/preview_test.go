package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"quoin/internal/access"
	"quoin/internal/app"
	"quoin/internal/content"
)

// The command prints nothing but a link to it.
func TestPreview(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	dir := t.TempDir()
	a, err := app.New(t.Context(), app.Config{Data: dir, URL: "http://example.org"})
	if err != nil {
		t.Fatal(err)
	}
	title := "Draft"
	_, err = a.Env.Entries.Create(t.Context(), access.System(), content.TypePost, content.Change{Title: &title})
	if err := errors.Join(err, a.Close()); err != nil {
		t.Fatal(err)
	}
	for _, of := range []string{"1", "http://example.org/?p=1"} {
		var out, errs bytes.Buffer
		code := run(t.Context(), []string{"preview", of, "--for", "90m", "--data", dir, "--url", "http://example.org"}, &out, &errs)
		link := strings.TrimSpace(out.String())
		if code != 0 || !strings.HasPrefix(link, "http://example.org/") || strings.Contains(link, "\n") || !strings.Contains(link, "preview=true&preview_token=1.") || !strings.Contains(errs.String(), "Good until ") {
			t.Errorf("preview %s: %d %q %q", of, code, link, errs.String())
		}
	}
}
