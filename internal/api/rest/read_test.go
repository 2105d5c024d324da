package rest_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/api/rest"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/wire"
)

// bodies serves a route that tells how long its parameter is. Who sends an
// Authorization header is known.
func bodies(t *testing.T) *httptest.Server {
	t.Helper()
	api := rest.New(rest.Config{
		Identify: func(r *http.Request) (access.Actor, *fault.Error) {
			if r.Header.Get("Authorization") != "" {
				return access.NewActor(7, "seven", nil), nil
			}
			return access.Actor{}, nil
		},
		Base:     func(context.Context) string { return "http://x" },
		Transact: func(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) },
		Log:      slog.New(slog.DiscardHandler), MaxBody: 3000, MaxUpload: 5000, MaxAnonymous: 1000,
	}, []rest.Route{{Namespace: "a/v1", Pattern: "/a/v1/length", Endpoints: []rest.Endpoint{{
		Methods: []string{http.MethodPost}, Allow: rest.Public,
		Handle: func(r *rest.Request) (*rest.Response, error) {
			return rest.OK(wire.NewObject("length", len(rest.TextParam("text").Of(r)))), nil
		},
	}}}})
	server := httptest.NewServer(api.Mount("/api", dialect.Own()))
	t.Cleanup(server.Close)
	return server
}

func TestBodiesAreBounded(t *testing.T) {
	t.Parallel()
	server := bodies(t)
	form := func(text string) (string, string) {
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		_ = w.WriteField("text", text)
		_ = w.Close()
		return w.FormDataContentType(), b.String()
	}
	kinds := map[string]func(string) (kind, body string){
		"json":       func(s string) (string, string) { return "application/json", `{"text":"` + s + `"}` },
		"urlencoded": func(s string) (string, string) { return "application/x-www-form-urlencoded", "text=" + s },
		"multipart":  form,
	}
	for _, c := range []struct {
		kind          string
		authenticated bool
		length        int
		ok            bool
	}{
		{"json", false, 900, true}, {"json", false, 1100, false}, {"json", true, 2900, true}, {"json", true, 3100, false},
		{"urlencoded", false, 900, true}, {"urlencoded", false, 1100, false}, {"urlencoded", true, 2900, true}, {"urlencoded", true, 3100, false},
		{"multipart", false, 700, true}, {"multipart", false, 1100, false}, {"multipart", true, 4500, true}, {"multipart", true, 5100, false},
	} {
		kind, body := kinds[c.kind](strings.Repeat("x", c.length))
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/api/a/v1/length", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", kind)
		if c.authenticated {
			req.Header.Set("Authorization", "x")
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		status, want := http.StatusOK, fmt.Sprintf(`{"length":%d}`, c.length)
		if !c.ok {
			status, want = http.StatusRequestEntityTooLarge, "rest_request_too_large"
		}
		if res.StatusCode != status || !strings.Contains(string(got), want) {
			t.Errorf("%+v: %d %.100s", c, res.StatusCode, got)
		}
	}
}
