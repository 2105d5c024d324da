package sitehealth

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/theme/quoin"
	"quoin/internal/platform/outbound"
)

// answering makes a site whose public address is a server of the test's.
func answering(t *testing.T, h http.HandlerFunc) *coretest.Site {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return coretest.New(t, func(e *env.Env) []rest.Route {
		e.Site.URL = server.URL
		e.Outbound = outbound.New(outbound.Config{Timeout: 5 * time.Second})
		return Routes(e)
	})
}

func check(t *testing.T, s *coretest.Site, test, want string) {
	t.Helper()
	a := s.Do("administrator", "GET", "core-site-health/v1/tests/"+test, "")
	if a.Get("status") != want || a.Get("test") != strings.ReplaceAll(test, "-", "_") || a.Get("badge", "color") != "blue" {
		t.Errorf("%s: %s, want %s", test, a.Text, want)
	}
}

func TestRights(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, Routes)
	for _, path := range []string{"tests/background-updates", "tests/loopback-requests", "tests/https-status", "tests/dotorg-communication", "tests/authorization-header", "tests/page-cache", "directory-sizes"} {
		for role, want := range map[string]int{"": 401, "editor": 403} {
			if a := s.DoReference(role, "GET", "wp-site-health/v1/"+path, ""); a.Status != want || a.Code() != "rest_forbidden" {
				t.Errorf("%s by %q: %d %s", path, role, a.Status, a.Code())
			}
		}
	}
}

func TestOwnAddress(t *testing.T) {
	t.Parallel()
	broken := answering(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	check(t, broken, "loopback-requests", recommended)
	check(t, broken, "page-cache", recommended)
	check(t, broken, "https-status", recommended)
	check(t, broken, "background-updates", good)
	kept := answering(t, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Cache-Control", "max-age=60") })
	check(t, kept, "loopback-requests", good)
	check(t, kept, "page-cache", good)
	// Nobody listens at the address of this site.
	s := coretest.New(t, func(e *env.Env) []rest.Route {
		e.Site.URL = "https://127.0.0.1:1"
		return Routes(e)
	})
	check(t, s, "loopback-requests", critical)
	check(t, s, "page-cache", critical)
	check(t, s, "https-status", good)
}

func TestAuthorizationHeader(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"": recommended, "Basic " + base64.StdEncoding.EncodeToString([]byte("user:pwd")): good,
		"Basic " + base64.StdEncoding.EncodeToString([]byte("user:other")): recommended, "Basic ?": recommended, "Bearer x": recommended,
	} {
		r := &rest.Request{Header: http.Header{}}
		r.Header.Set("Authorization", header)
		if got := (&service{}).authorization(r).Get("status"); got != want {
			t.Errorf("%q: %v, want %s", header, got, want)
		}
	}
}

func TestKeeping(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, value, want string }{
		{"Cache-Control", "no-store", ""}, {"Cache-Control", "public, max-age=5", "Cache-Control"}, {"ETag", `"x"`, "Etag"}, {"X-Other", "x", ""},
	} {
		h := http.Header{}
		h.Set(c.name, c.value)
		if got := cacheability(h); got != c.want {
			t.Errorf("%s: %s: %q, want %q", c.name, c.value, got, c.want)
		}
	}
}

func TestSizes(t *testing.T) {
	t.Parallel()
	theme, err := theme.Load(quoin.FS(), quoin.ID, theme.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := coretest.New(t, func(e *env.Env) []rest.Route {
		e.Theme, e.Media = theme, nil
		return Routes(e)
	})
	a := s.Do("administrator", "GET", "core-site-health/v1/directory-sizes", "")
	if a.Get("plugins_size", "size") != "0 B" || a.Get("plugins_size", "raw") != nil || a.Get("database_size", "raw") == nil || a.Get("themes_size", "raw") == nil {
		t.Errorf("%d %s", a.Status, a.Text)
	}
}
