package command

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommandsKnowTheAddress serves a site at an address that was made without one, then
// at another: commands lead to the first until it is changed, and the server says so.
func TestCommandsKnowTheAddress(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	site := filepath.Join(t.TempDir(), "site")
	newSite(t, site)
	serve := func(url string) string {
		t.Helper()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		errs, done := &output{}, make(chan int, 1)
		go func() {
			done <- run(ctx, []string{"serve", "--data", site, "--listen", "127.0.0.1:0", "--url", url}, io.Discard, errs)
		}()
		servedAt(t, errs)
		stop()
		<-done
		return errs.String()
	}
	invite := func(login string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(t.Context(), []string{"user", "create", login, "--email", login + "@example.org", "--data", site}, &out, &errs); code != 0 {
			t.Fatal(errs.String())
		}
		return out.String()
	}
	const told = "To change it: quoin option set siteurl https://new.example"
	if said := serve("https://old.example/"); strings.Contains(said, "stored") {
		t.Error(said)
	}
	if link := invite("ann"); !strings.HasPrefix(link, "https://old.example/wp-login.php") {
		t.Error(link)
	}
	if said := serve("https://new.example"); !strings.Contains(said, "is https://old.example. "+told) {
		t.Error(said)
	}
	if link := invite("bob"); !strings.HasPrefix(link, "https://old.example/wp-login.php") {
		t.Error(link)
	}
	for value, want := range map[string]int{"nowhere": exitMisused, "https://new.example/": 0} {
		var errs bytes.Buffer
		if code := run(t.Context(), []string{"option", "set", "siteurl", value, "--data", site}, io.Discard, &errs); code != want {
			t.Errorf("%s: %d %s", value, code, errs.String())
		}
	}
	if link := invite("eve"); !strings.HasPrefix(link, "https://new.example/wp-login.php") {
		t.Error(link)
	}
	if said := serve("https://new.example"); strings.Contains(said, "stored") {
		t.Error(said)
	}
}
