package rest_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"quoin/internal/access"
	"quoin/internal/fault"
	"quoin/internal/rest"
	"quoin/internal/rest/dialect"
	"quoin/internal/wire"
)

// bodies serves a route that tells how long its parameter is. Who sends an
// Authorization header is known.
func bodies(t *testing.T, pause time.Duration) *httptest.Server {
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
		Log:      slog.New(slog.DiscardHandler), MaxBody: 3000, MaxUpload: 5000, MaxStranger: 1000, BodyPause: pause,
	}, []rest.Route{{Namespace: "a/v1", Pattern: "/a/v1/length", Endpoints: []rest.Endpoint{{
		Methods: []string{http.MethodPost}, Allow: rest.Public,
		Handle: func(r *rest.Request) (*rest.Response, error) {
			return rest.OK(wire.NewObject("length", len(r.Text("text")))), nil
		},
	}}}})
	server := httptest.NewServer(api.Mount("/api", dialect.Own()))
	t.Cleanup(server.Close)
	return server
}

func TestBodiesAreBounded(t *testing.T) {
	t.Parallel()
	server := bodies(t, time.Minute)
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
		kind   string
		known  bool
		length int
		ok     bool
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
		if c.known {
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

// TestStalledBodiesAreGivenUp sends half of a body and waits for the server to
// answer and to hang up.
func TestStalledBodiesAreGivenUp(t *testing.T) {
	t.Parallel()
	server := bodies(t, 20*time.Millisecond)
	for _, kind := range []string{"application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_, err = io.WriteString(conn, "POST /api/a/v1/length HTTP/1.1\r\nHost: x\r\nContent-Type: "+kind+"\r\nContent-Length: 500\r\n\r\n{")
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(conn)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(got), "HTTP/1.1 400 ") {
			t.Errorf("%s: %.200s", kind, got)
		}
	}
}

// TestPauseEndsWithTheBody lets an endpoint take longer than bodies may pause.
func TestPauseEndsWithTheBody(t *testing.T) {
	t.Parallel()
	const pause = 50 * time.Millisecond
	api := rest.New(rest.Config{
		Identify: func(*http.Request) (access.Actor, *fault.Error) { return access.Actor{}, nil },
		Base:     func(context.Context) string { return "http://x" },
		Transact: func(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) },
		Log:      slog.New(slog.DiscardHandler), BodyPause: pause,
	}, []rest.Route{{Namespace: "a/v1", Pattern: "/a/v1/slow", Endpoints: []rest.Endpoint{{
		Methods: []string{http.MethodPost}, Allow: rest.Public,
		Handle: func(r *rest.Request) (*rest.Response, error) {
			select {
			case <-time.After(4 * pause):
				return rest.OK("done"), nil
			case <-r.Context().Done():
				return nil, r.Context().Err()
			}
		},
	}}}})
	server := httptest.NewServer(api.Mount("/api", dialect.Own()))
	defer server.Close()
	for range 2 { // the second on the same connection
		res, err := http.Post(server.URL+"/api/a/v1/slow", "application/json", strings.NewReader(`{"text":"x"}`))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Errorf("%d %s %v", res.StatusCode, got, err)
		}
		res.Body.Close()
	}
}
