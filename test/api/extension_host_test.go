package api

import (
	"bytes"
	"context"
	"errors"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/ext"
	"quoin/internal/ext/exttest"
	"quoin/internal/people/account"
	"quoin/internal/storage/auth"
)

// TestExtensionBackground runs jobs, periodic work and loops, and finds that
// none runs while the extension is off.
func TestExtensionBackground(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := probed(t, e)
		s.do("", "GET", "/", nil)
		s.do("administrator", "POST", "/api/probe/v1/log", nil)
		s.switchProbe("inactive")
		work := func(until func() bool) {
			ctx, stop := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() { done <- s.app.Work.Run(ctx) }()
			deadline := time.Now().Add(20 * time.Second)
			for !until() && time.Now().Before(deadline) {
				time.Sleep(20 * time.Millisecond)
			}
			stop()
			if err := <-done; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
		begun := time.Now()
		work(func() bool { return time.Since(begun) > time.Second })
		s.switchProbe("active")
		if log := s.log(); slices.Contains(log, "job done") {
			t.Errorf("a job ran while the extension was off: %v", log)
		}
		work(func() bool { return slices.Contains(s.log(), "job done") })
		if log := s.log(); !slices.Contains(log, "job done") {
			t.Errorf("the job didn't run: %v", log)
		}
		var n int64
		found, err := s.app.DB.Tables(exttest.ID).QueryRow(t.Context(), "SELECT n FROM probe_hit WHERE path = ?", []any{"/"}, &n)
		if err != nil || !found || n != 1 {
			t.Errorf("visits written at the stop: %v %d %v", found, n, err)
		}
	})
}

// TestExtensionAsksForASecondFactor logs in by a form.
func TestExtensionAsksForASecondFactor(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Extensions: []ext.Extension{exttest.Extension()}})
	if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "form_user", Email: "f@example.org", Role: "editor", Password: "secret word"}); err != nil {
		t.Fatal(err)
	}
	form := func(code string) *auth.ChallengeError {
		_, err := s.app.Auth.LogIn(httptest.NewRequest("POST", "/login", nil), "form_user", "secret word")
		var asked *auth.ChallengeError
		if code == "" && err != nil || code != "" && !errors.As(err, &asked) {
			t.Fatalf("log-in: %v", err)
		}
		return asked
	}
	form("")
	if err := s.app.DB.InTx(t.Context(), func(ctx context.Context) error {
		return s.app.Env.Site.SetOption(ctx, exttest.ID+":factor", "form_user")
	}); err != nil {
		t.Fatal(err)
	}
	asked := form("please")
	for code, want := range map[string]bool{"please": true, "no": false} {
		ok, err := s.app.Auth.Answer(httptest.NewRequest("POST", "/login?code="+code, nil), asked.User, asked.Challenge)
		if ok != want || err != nil {
			t.Errorf("code %q: %v %v", code, ok, err)
		}
	}
	s.switchProbe("inactive")
	form("")
}

// TestExtensionDataAndSecrets brings data out and in, and seals texts.
func TestExtensionDataAndSecrets(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := probed(t, e)
		id := s.make("/core/v2/posts", map[string]any{"title": "T", "status": "publish", "probe_note": "kept"})
		var out bytes.Buffer
		if err := s.app.Ext.Export(t.Context(), exttest.ID, "", &out); err != nil || out.String() != id+" kept\n" {
			t.Fatalf("export: %q %v", out.String(), err)
		}
		s.do("administrator", "POST", "/api/core/v2/posts/"+id, map[string]any{"probe_note": ""})
		taken, problems, err := s.app.Ext.Import(t.Context(), exttest.ID, "text", strings.NewReader(out.String()+"nonsense\n"))
		if taken != 1 || len(problems) != 1 || err != nil {
			t.Errorf("import: %d %v %v", taken, problems, err)
		}
		if got := valueAt(s.do("", "GET", "/api/core/v2/posts/"+id, nil).json(t), "probe_note"); got != "kept" {
			t.Errorf("after the import the note is %q", got)
		}
		secrets := ext.NewSecrets("a", s.app.Auth.DeriveKey)
		sealed, err := secrets.Seal(t.Context(), "token", "open me")
		if err != nil || strings.Contains(sealed, "open") {
			t.Fatalf("sealed %q %v", sealed, err)
		}
		if text, err := secrets.Open(t.Context(), "token", sealed); text != "open me" || err != nil {
			t.Errorf("opened %q %v", text, err)
		}
		for name, bad := range map[string]func() (string, error){
			"another purpose": func() (string, error) { return secrets.Open(t.Context(), "other", sealed) },
			"another extension": func() (string, error) {
				return ext.NewSecrets("b", s.app.Auth.DeriveKey).Open(t.Context(), "token", sealed)
			},
			"a changed text": func() (string, error) { return secrets.Open(t.Context(), "token", "A"+sealed) },
			"nothing":        func() (string, error) { return secrets.Open(t.Context(), "token", "") },
		} {
			if text, err := bad(); !errors.Is(err, ext.ErrSealed) {
				t.Errorf("%s opened %q %v", name, text, err)
			}
		}
	})
}

// TestExtensionOptions reads and sets options.
func TestExtensionOptions(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Extensions: []ext.Extension{exttest.Extension()}})
	options := ext.NewOptions(s.app.Env.Site, exttest.ID, exttest.Extension().Options)
	if options.Value(t.Context(), "hidden") != int64(7) || options.Value(t.Context(), "greeting") != "Hello" {
		t.Error("an option that isn't set has its default")
	}
	if err := s.app.Options.Set(t.Context(), "probe_greeting", "Good day"); err != nil || options.Value(t.Context(), "greeting") != "Good day" {
		t.Errorf("set by the command line: %v", err)
	}
	if err := options.Set(t.Context(), "hidden", 0); err == nil {
		t.Error("a value that doesn't fit was stored")
	}
	if err := options.Set(t.Context(), "hidden", int64(9)); err != nil || options.Value(t.Context(), "hidden") != int64(9) {
		t.Errorf("set: %v", err)
	}
	if err := options.Set(t.Context(), "hidden", nil); err != nil || options.Value(t.Context(), "hidden") != int64(7) {
		t.Errorf("unset: %v", err)
	}
	if err := s.app.Options.Set(t.Context(), "hidden", "3"); err == nil {
		t.Error("an option that is no setting was set by the command line")
	}
}
