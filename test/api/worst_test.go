package api

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"quoin/internal/api/rest"
	"quoin/internal/app"
	"quoin/internal/platform/schema"
	"quoin/internal/storage/store/storetest"
)

// worstTexts are the texts that cost most of what goes over texts, about n bytes each:
// what grows when it is escaped, opens without an end, names long values, or is cut
// into as many pieces as it has bytes.
func worstTexts(n int) map[string]string {
	out := map[string]string{}
	for name, piece := range map[string]string{
		"less": "<", "quote": `"`, "control": "\x01", "elements": "<code>", "nested": "<div><b>", "shortcodes": "[gallery ids=\"1\"]", "open shortcodes": "[caption",
		"blocks": "<!-- wp:group -->", "block of entries": "<!-- wp:latest-posts /-->", "variables": "%%post_content%% %%title%% %%excerpt%%", "words": "a ",
		"entities": "&amp;", "addresses": "http://example.org/?p=1 ", "lines": "\n\n", "slashes": `\`, "percent": "%", "brackets": "((((a+)+", "joined": "e\u0301",
	} {
		out[name] = strings.Repeat(piece, n/len(piece)+1)
	}
	return out
}

// textValues are the values that an argument of texts may be given: the text as it
// is, or in each member that takes one.
func textValues(s *schema.Schema, text string) []any {
	var out []any
	switch {
	case len(s.Enum) > 0 || s.Readonly:
	case slices.Contains(s.Types, schema.Object):
		for _, p := range s.Properties {
			for _, v := range textValues(p.Schema, text) {
				out = append(out, map[string]any{p.Name: v})
			}
		}
	case slices.Contains(s.Types, schema.Array) && s.Items != nil:
		for _, v := range textValues(s.Items, text) {
			out = append(out, []any{v})
		}
	case slices.Contains(s.Types, schema.String) || len(s.Types) == 0:
		out = append(out, text)
	}
	return out
}

// keepsTheSite are arguments that would end the walk: with them the site would have
// another address, or its accounts another password.
var keepsTheSite = []string{"url", "password", "email", "permalink_structure", "siteurl", "home"}

// TestWorstTexts writes the worst texts into every argument of every route that takes
// texts, and asks every route and page for all there is then. No answer fails; its
// bytes and statements keep within bounds that go with the length of what was
// written, and not with its square.
func TestWorstTexts(t *testing.T) {
	t.Parallel()
	const length = 16 << 10
	w := newHiddenWorld(t, engine{"sqlite"})
	texts := worstTexts(length)
	kinds := slices.Sorted(maps.Keys(texts))
	stored, tried, taken := 0, 0, 0
	given := 0 // bytes of texts; an answer may show what other routes were given
	for _, write := range w.textWrites() {
		for _, arg := range write.endpoint.Args {
			if slices.Contains(keepsTheSite, arg.Name) {
				continue
			}
			// Each argument gets a few kinds, all kinds are had by all together.
			for range 2 {
				tried++
				kind := kinds[tried%len(kinds)]
				for _, v := range textValues(arg.Schema, texts[kind]) {
					body := maps.Clone(write.body)
					if body == nil {
						body = map[string]any{}
					}
					body[arg.Name] = v
					given += length
					a, statements := w.counted("administrator", write.method, "/api"+write.path, body)
					// Refusals of the domain that name no status are 500 for clients.
					if a.status >= 500 && !strings.Contains(string(a.body), `"data":null`) || len(a.body) > 256<<10+16*given || statements > 400 {
						t.Errorf("%s %s with %q of %s: %d, %d bytes, %d statements: %.200s", write.method, write.path, arg.Name, kind, a.status, len(a.body), statements, a.body)
					}
					if a.status < 300 {
						taken++
						stored += length
					}
				}
			}
		}
	}
	if taken < 100 {
		t.Errorf("%d of %d texts were taken", taken, tried)
	}
	most, biggest := 16<<20+32*length, 0
	for _, path := range append(w.wholeReads(), "/", "/feed/", "/comments/feed/", "/?s=a", "/wp-sitemap.xml") {
		a, statements := w.counted("administrator", "GET", path, nil)
		biggest = max(biggest, len(a.body))
		if a.status >= 500 || len(a.body) > min(most, 8*stored) || statements > 1000 {
			t.Errorf("GET %s: %d, %d bytes, %d statements after %d bytes of texts: %.200s", path, a.status, len(a.body), statements, stored, a.body)
		}
	}
	t.Logf("%d texts written, %d taken, %d bytes; the longest answer has %d bytes", tried, taken, stored, biggest)
}

// BenchmarkWorstTexts shows an entry whose content is nearly a megabyte of each of
// the worst texts: as an item with all that extensions add, and as a page.
func BenchmarkWorstTexts(b *testing.B) {
	for kind, text := range worstTexts(900 << 10) {
		b.Run(kind, func(b *testing.B) {
			s := start(b, app.Config{Data: b.TempDir(), NoCache: true})
			item := "/api/core/v2/posts/" + s.make("/core/v2/posts", map[string]any{"title": "T", "slug": "worst", "status": "publish", "content": text})
			link, _ := s.do("", "GET", item+"?_fields=link", nil).object(b)["link"].(string)
			for name, path := range map[string]string{"item": item, "page": strings.TrimPrefix(link, "http://example.org")} {
				b.Run(name, func(b *testing.B) {
					b.ReportAllocs()
					bytes := 0
					for b.Loop() {
						a, _ := s.counted("", "GET", path, nil)
						bytes = len(a.body)
					}
					b.ReportMetric(float64(bytes), "bytes")
				})
			}
		})
	}
}

// textWrite is a request that writes.
type textWrite struct {
	method, path string
	endpoint     *rest.Endpoint
	body         map[string]any
}

// textWrites are a request for every endpoint that writes.
func (w *hiddenWorld) textWrites() []textWrite {
	var out []textWrite
	for _, route := range w.app.API.Routes() {
		parts := steps(route.Namespace, route.Pattern)
		name := ""
		for _, p := range parts {
			if name += p.text; p.variable != "" {
				name += "{" + p.variable + "}"
			}
		}
		if remote(name) || strings.HasPrefix(name, "/batch") || strings.Contains(name, "plugins") {
			continue
		}
		for i := range route.Endpoints {
			e := &route.Endpoints[i]
			if !slices.Contains(e.Methods, http.MethodPost) {
				continue
			}
			body := w.bodies[name]
			if own := w.bodies["POST "+name]; own != nil {
				body = own
			}
			out = append(out, textWrite{http.MethodPost, w.fill(parts)[0], e, body})
		}
	}
	return out
}

// wholeReads are an address of every endpoint that reads, as whoever edits asks.
func (w *hiddenWorld) wholeReads() []string {
	var out []string
	for _, route := range w.app.API.Routes() {
		parts := steps(route.Namespace, route.Pattern)
		for i := range route.Endpoints {
			e := &route.Endpoints[i]
			if !slices.Contains(e.Methods, http.MethodGet) || strings.HasSuffix(route.Pattern, "/stream") || remote(w.fill(parts)[0]) {
				continue
			}
			out = append(out, "/api"+w.fill(parts)[0]+w.query(e, "context=edit"), "/api"+w.fill(parts)[0]+w.query(e, "context=view&_embed=1"))
		}
	}
	return out
}

// counted is an answer with how many statements it took.
func (s *server) counted(role, method, path string, body map[string]any) (answer, int) {
	s.t.Helper()
	ctx, count := storetest.CountStatements(s.t.Context())
	r := httptest.NewRequestWithContext(ctx, method, path, jsonBody(s.t, body))
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if role != "" {
		r.SetBasicAuth("test_"+role, s.secrets[role])
	}
	rec := httptest.NewRecorder()
	s.handler.ServeHTTP(rec, r)
	return answer{rec.Code, rec.Header(), rec.Body.Bytes()}, count()
}
