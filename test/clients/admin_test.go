package clients

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/people/admin"
	"quoin/internal/platform/language"
)

// TestAdmin drives the admin in Chromium by the field's utilities, unmodified: each flow
// is one test of a file in the folder admin. QUOIN_FLOWS names files, if not all shall run.
func TestAdmin(t *testing.T) {
	installed(t)
	// The shell without windows takes half the time; the whole browser does the same.
	browser, err := exec.LookPath("chromium-headless-shell")
	if err != nil {
		browser, err = exec.LookPath("chromium")
	}
	strict := os.Getenv("QUOIN_TEST_STRICT") != ""
	switch {
	case !admin.Built() && strict:
		t.Fatal("the program has no bundle of the admin: make admin")
	case !admin.Built():
		t.Skip("the program has no bundle of the admin: make admin")
	case err != nil && strict:
		t.Fatal("there is no chromium (apt-get install chromium)")
	case err != nil:
		t.Skip("there is no chromium")
	}
	ctx := t.Context()
	if end, bounded := t.Deadline(); bounded { // what was done until then is told
		in, cancel := context.WithDeadline(ctx, end.Add(-time.Minute))
		defer cancel()
		ctx = in
	}
	args := append([]string{"node_modules/@playwright/test/cli.js", "test", "-c", "admin"}, strings.Fields(os.Getenv("QUOIN_FLOWS"))...)
	cmd := exec.CommandContext(ctx, "node", args...)
	cmd.Cancel, cmd.WaitDelay = func() error { return cmd.Process.Signal(os.Interrupt) }, 20*time.Second // it ends its browser
	cmd.Env = append(site(t, declare, another, speak, link), "QUOIN_CHROMIUM="+browser, "QUOIN_OUTPUT="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// another brings a theme beside the one in effect.
func another(a *app.App) error {
	_, err := a.Themes.Bring(context.Background(), filepath.Join("admin", "heron"))
	return err
}

// speak installs a small pack of Arabic; what it lacks is in the program's own catalogue.
func speak(a *app.App) error {
	text, err := os.ReadFile(filepath.Join("admin", "ar.po"))
	if err != nil {
		return err
	}
	pack, err := language.Read("ar.po", text)
	if err != nil {
		return err
	}
	return a.Languages.Install(context.Background(), map[string]*language.Pack{"ar.po": pack})
}

// link has another site tell that it links to an entry.
func link(a *app.App) error {
	ctx := context.Background()
	page, err := a.DB.ListEntries(ctx, content.Query{Types: []string{content.TypePost}, Statuses: []content.Status{content.Publish}, Limit: 1})
	if err != nil {
		return err
	}
	ping := &comment.Comment{Type: comment.TypePingback, AuthorName: "Another site", AuthorURL: "https://example.org/a-link", Content: "[...] as they say [...]", Status: comment.Approved}
	return a.DB.InTx(ctx, func(ctx context.Context) error {
		_, err := a.Env.Comments.Copy(ctx, ping, page.Entries[0], 0, false)
		return err
	})
}

// declare gives the site a type with a field of each kind.
func declare(a *app.App) error {
	text, err := os.ReadFile(filepath.Join("admin", "books.json"))
	if err != nil {
		return err
	}
	var definitions []json.RawMessage
	if err := json.Unmarshal(text, &definitions); err != nil {
		return err
	}
	var list []*definition.Definition
	for _, one := range definitions {
		d, err := definition.Parse(one)
		if err != nil {
			return err
		}
		list = append(list, d)
	}
	return a.Env.Definitions.Apply(context.Background(), list...)
}
