package api

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/platform/access"
)

// hostile makes random requests out of what the server itself declares: every
// route, with values of wrong types, sizes and encodings.
type hostile struct {
	*rand.Rand
	paths []string
	args  []string
}

func newHostile(s *server, seed uint64) *hostile {
	h := &hostile{Rand: rand.New(rand.NewPCG(seed, 7))}
	seen := map[string]bool{}
	for _, route := range s.app.API.Routes() {
		h.paths = append(h.paths, route.Pattern)
		for i := range route.Endpoints {
			for _, a := range route.Endpoints[i].Args {
				if !seen[a.Name] {
					seen[a.Name] = true
					h.args = append(h.args, a.Name)
				}
			}
		}
	}
	h.args = append(h.args, "_fields", "_embed", "_envelope", "_method", "_jsonp", "rest_route", "_wpnonce", "nothing")
	return h
}

func (h *hostile) pick(list ...string) string { return list[h.IntN(len(list))] }

// values are what parameters get: the usual and the absurd.
var values = []string{
	"1", "0", "-1", "true", "false", "", "a", "edit", "view", "embed", "2147483648", "99999999999999999999", "1e309", "-1e309",
	"0x10", "NaN", "1.5", "2024-02-30T25:61:61", "2024-01-01T00:00:00", "2024-01-01T00:00:00+99:99", "9999-12-31T23:59:59-23:59",
	"%00", "\x00", "\xff\xfe", "\xed\xa0\x80", "<script>alert(1)</script>", "' OR 1=1 --", `"`, `\`, "%", "_", "%25%5f", "*",
	"../../etc/passwd", "a,b,c,,", "1,2,3,-4,x", "[]", "{}", "[[[[", "{\"a\":1}", "include", "relevance", "title", "any", "trash",
	"publish", "draft", "private", "future", "\U0001F600", "\u0301\u0301\u0301", "\u202e", "asc", "desc", "http://[::1", "javascript:alert(1)",
}

func (h *hostile) value() string {
	switch h.IntN(12) {
	case 0:
		return strings.Repeat(h.pick(values...), h.IntN(2000))
	case 1:
		b := make([]byte, h.IntN(40))
		for i := range b {
			b[i] = byte(h.Uint32())
		}
		return string(b)
	}
	return h.pick(values...)
}

func (h *hostile) escaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x21 || c > 0x7e || strings.IndexByte("%&#+\"<>", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func (h *hostile) query() string {
	var parts []string
	for range h.IntN(6) {
		name := h.pick(h.args...)
		switch h.IntN(6) {
		case 0:
			name += "[]"
		case 1:
			name += "[terms][" + h.pick("", "0", "x", "operator") + "]"
		case 2:
			name += strings.Repeat("[a]", h.IntN(60))
		}
		parts = append(parts, h.escaped(name)+"="+h.escaped(h.value()))
	}
	return strings.Join(parts, "&")
}

// path fills the variables of a published pattern.
func (h *hostile) path() string {
	p := h.pick(h.paths...)
	var b strings.Builder
	depth := 0
	for i := 0; i < len(p); i++ {
		switch {
		case p[i] == '(':
			if depth == 0 {
				b.WriteString(h.pick("1", "2", "0", "999999", "01", "post", "category", "publish", "core", "me", "a-b", "quoin//index", "99999999999999999999"))
			}
			depth++
		case p[i] == ')':
			depth--
		case depth == 0 && p[i] != '?':
			b.WriteByte(p[i])
		}
	}
	out := b.String()
	switch h.IntN(20) {
	case 0:
		return out + "/" + h.escaped(h.value())
	case 1:
		return strings.Repeat(out, h.IntN(30))
	case 2:
		return out + "//"
	}
	return out
}

func (h *hostile) json(depth int) string {
	switch h.IntN(8) {
	case 0:
		return "null"
	case 1:
		return h.pick("1", "-1", "1e400", "0.1", "12345678901234567890", "true", "false")
	case 2, 3:
		return fmt.Sprintf("%q", h.value())
	case 4:
		if depth > 4 {
			return "[]"
		}
		var items []string
		for range h.IntN(4) {
			items = append(items, h.json(depth+1))
		}
		return "[" + strings.Join(items, ",") + "]"
	case 5:
		return strings.Repeat("[", h.IntN(3000))
	}
	if depth > 4 {
		return "{}"
	}
	var members []string
	for range h.IntN(6) {
		name := h.pick(append([]string{"raw", "rendered", "terms", "requests", "path", "body", "method"}, h.args...)...)
		members = append(members, fmt.Sprintf("%q:%s", name, h.json(depth+1)))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// send makes one random request and returns what it was and the status.
func (s *server) send(h *hostile) (what string, status int) {
	method := h.pick("GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "BREW")
	prefix := h.pick("/api", "/wp-json", "/?rest_route=")
	path := h.path()
	if prefix == "/wp-json" {
		path = strings.Replace(path, "/core/v2", "/wp/v2", 1)
	}
	target := prefix + path
	if q := h.query(); q != "" {
		if strings.Contains(target, "?") {
			target += "&" + q
		} else {
			target += "?" + q
		}
	}
	target = strings.NewReplacer(" ", "%20", "\n", "%0A", "\t", "%09", "\\", "%5C", "\"", "%22").Replace(target)
	body, kind := "", ""
	if method != "GET" && method != "HEAD" || h.IntN(10) == 0 {
		switch h.IntN(4) {
		case 0, 1:
			body, kind = h.json(0), "application/json"
		case 2:
			body, kind = h.query(), "application/x-www-form-urlencoded"
		case 3:
			body, kind = h.value(), h.pick("text/plain", "image/png", "multipart/form-data; boundary=x", "application/json; charset=latin1", "")
		}
	}
	req := httptest.NewRequest("GET", "/", strings.NewReader(body))
	u, err := req.URL.Parse(target)
	if err != nil {
		return "", 0
	}
	req.Method, req.URL, req.RequestURI = method, u, target
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	switch h.IntN(8) {
	case 0:
		req.Header.Set("Authorization", "Basic "+h.value())
	case 1, 2, 3:
	default:
		role := access.Roles()[h.IntN(5)]
		req.SetBasicAuth("test_"+role, s.secrets[role])
	}
	if h.IntN(10) == 0 {
		req.Header.Set(h.pick("X-HTTP-Method-Override", "X-WP-Nonce", "Content-Disposition", "Origin", "Cookie", "Range", "If-None-Match"), h.pick("DELETE", "x", "attachment; filename=\"a.php\"", "null", "bytes=0-"))
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, req)
	status = w.Code
	if strings.Contains(w.Body.String(), `"rest_cannot_delete"`) {
		status = http.StatusConflict // a refusal, though its status is that of clients of the reference
	}
	return fmt.Sprintf("%s %s %s %.300q", method, target, kind, body), status
}

// fill gives the site something to act on.
func (s *server) fill() {
	s.t.Helper()
	for i := range 3 {
		for _, path := range []string{"posts", "pages"} {
			a := s.do("administrator", "POST", "/api/core/v2/"+path, map[string]any{
				"title": fmt.Sprintf("Entry %d", i), "content": "<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->", "status": "publish",
			})
			if a.status != 201 {
				s.t.Fatalf("fill %s: %d %s", path, a.status, a.body)
			}
		}
	}
}

func TestHostileRequestsNeverFail(t *testing.T) {
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		s.fill()
		h := newHostile(s, 20261121)
		for range e.steps(t, 10_000) {
			what, status := s.send(h)
			if status >= 500 && status != 501 {
				logs := s.logs.String()
				t.Fatalf("%s\nanswered %d\n%s", what, status, logs[max(0, len(logs)-3000):])
			}
		}
	})
}

func FuzzRequests(f *testing.F) {
	s := start(f, app.Config{})
	s.fill()
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		h := newHostile(s, seed)
		for range 20 {
			if what, status := s.send(h); status >= 500 && status != 501 {
				t.Fatalf("%s\nanswered %d", what, status)
			}
		}
	})
}
