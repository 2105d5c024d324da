package httpcache

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestWrite(t *testing.T) {
	body := make([]byte, 5000)
	a := NewAnswer(200, http.Header{"X-Wp-Total": {"3"}}, body)
	for _, c := range []struct {
		accept, match, encoding string
		status                  int
	}{
		{"", "", "", 200},
		{"gzip, br", "", "br", 200},
		{"gzip;q=0.5", "", "gzip", 200},
		{"gzip;q=0, br;q=0", "", "", 200},
		{"", a.ETag, "", 304},
		{"br", "W/" + a.ETag, "", 304},
		{"", `"other"`, "", 200},
	} {
		req := httptest.NewRequest("GET", "/", nil)
		req.Header.Set("Accept-Encoding", c.accept)
		if c.match != "" {
			req.Header.Set("If-None-Match", c.match)
		}
		w := httptest.NewRecorder()
		a.Write(w, req)
		if w.Code != c.status || w.Header().Get("Content-Encoding") != c.encoding {
			t.Errorf("%+v: got %d %q", c, w.Code, w.Header().Get("Content-Encoding"))
		}
		if w.Header().Get("Etag") == "" {
			t.Errorf("%+v: no ETag", c)
		}
	}
}
