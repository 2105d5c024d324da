package front_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/api/rest"
	"quoin/internal/app"
	"quoin/internal/display/front"
	"quoin/internal/domain/content"
	"quoin/internal/ext"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// hostile is an extension that panics, or adds more than anybody wants, wherever it
// is asked to add something.
func hostile(panics bool) ext.Extension {
	much := strings.Repeat("flood ", ext.MaxAdded/3)
	text := func() string {
		if panics {
			panic("flood")
		}
		return much
	}
	field := func(name string, value any) ext.EntryField {
		return ext.EntryField{Field: rest.Field[*content.Entry]{
			Name: name, Schema: schema.Str("A value.", rest.Everywhere), Read: func(*rest.Request, *content.Entry) any { return value },
		}}
	}
	return ext.Extension{
		ID: "hostile", Info: ext.Info{ID: "hostile/hostile", Title: "Hostile"},
		New: func(*ext.Host) (*ext.Parts, error) {
			return &ext.Parts{
				Output: func(_ context.Context, _ *front.Page, out *front.Output) error {
					switch {
					case out.Canonical != "":
						out.Canonical = text()
					case out.Robots != "":
						out.Robots = text()
					default:
						out.Allow("img-src", strings.ReplaceAll(text(), " ", ""))
					}
					return nil
				},
				Documents: func(_ context.Context, path string) (*front.Document, error) {
					if panics && path == "/robots.txt" {
						panic("flood")
					}
					return nil, nil
				},
				Feed: func(_ context.Context, page *front.Page, out *front.Feed) error {
					if page.Entry == nil {
						out.Frame = func(*front.FeedEntry) (string, string) { return text(), text() }
						return nil
					}
					out.Link = text()
					return nil
				},
				Lost: func(context.Context, string) *front.Lead {
					if panics {
						panic("flood")
					}
					return nil
				},
				Public: func(next http.Handler) http.Handler {
					return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						if panics && r.URL.Path == "/about/" {
							panic("flood")
						}
						next.ServeHTTP(w, r)
					})
				},
				NotFound: func(w http.ResponseWriter, r *http.Request) bool {
					for panics {
						panic("flood")
					}
					for ext.Spend(r.Context(), ext.Cost{Steps: 1000}) == nil {
						continue // it is told to stop
					}
					return false
				},
				Sitemap: func(_ context.Context, kind, of string) ([]content.Condition, bool) {
					switch {
					case kind != "posts" || of != content.TypePage:
						return nil, true
					case panics:
						panic("flood")
					}
					return make([]content.Condition, ext.MaxConditions+1), true
				},
				Entries: []ext.EntryAdded{{Added: ext.Added[*content.Entry, content.Query]{Fields: []ext.EntryField{
					{Field: rest.Field[*content.Entry]{Name: "read", Schema: schema.Str("A value.", rest.Everywhere),
						Read: func(*rest.Request, *content.Entry) any { return text() }}},
					field("one", much), field("texts", []string{much}), field("symbols", []wire.Symbol{wire.Symbol(much)}),
					field("objects", []*wire.Object{wire.NewObject("x", much)}), field("numbers", make([]int64, ext.MaxAdded)),
					field("small", []string{"fine"}),
				}}}},
			}, nil
		},
	}
}

// TestHostileAdditions asks for what an extension adds to that panics or adds very
// much: the answers are those of the site, without what it adds.
func TestHostileAdditions(t *testing.T) {
	t.Parallel()
	for name, panics := range map[string]bool{"panic": true, "flood": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := app.New(t.Context(), app.Config{Data: t.TempDir(), URL: base, Log: slog.New(slog.DiscardHandler), Extensions: []ext.Extension{hostile(panics)}})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = a.Close() })
			if _, err := a.Exchange.ImportSample(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			s := &siteUnderTest{t, a, a.Handler()}
			for path, status := range map[string]int{
				"/": 200, "/about/": 200, "/feed/": 200, "/comments/feed/": 200, "/reading-a-quarry/feed/": 200, "/robots.txt": 200,
				"/nothing-is-here-at-all/": 404, "/wp-sitemap.xml": 200, "/wp-sitemap-posts-post-1.xml": 200, "/wp-sitemap-posts-page-1.xml": 404,
				"/api/core/v2/posts?per_page=2": 200,
			} {
				w := s.get(path)
				if w.Code != status || w.Body.Len() > 1<<20 || strings.Contains(w.Body.String(), "flood") || headerBytes(w) > 8<<10 {
					t.Errorf("%s: %d, %d bytes, headers of %d: %.200s", path, w.Code, w.Body.Len(), headerBytes(w), w.Body)
				}
				if strings.HasPrefix(path, "/api") && !strings.Contains(w.Body.String(), `"small":["fine"]`) {
					t.Errorf("%s lacks what is short", path)
				}
				if strings.HasSuffix(path, "feed/") {
					wellFormed(t, path, w.Body.String())
				}
			}
		})
	}
}

func headerBytes(w *httptest.ResponseRecorder) int {
	n := 0
	for name, values := range w.Header() {
		n += len(name) + len(strings.Join(values, ""))
	}
	return n
}
