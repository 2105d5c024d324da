package media_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"quoin/internal/platform/blob/blobtest"
	"quoin/internal/platform/blob/s3"
)

// failingProxy passes requests on to an S3 server, but refuses to write keys
// that contain a text.
type failingProxy struct {
	pass    *httputil.ReverseProxy
	refused atomic.Pointer[string]
	hits    atomic.Int64
}

func (p *failingProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s := p.refused.Load(); s != nil && r.Method == http.MethodPut && strings.Contains(r.URL.Path, *s) {
		p.hits.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, "<Error><Code>SlowDown</Code><Message>injected</Message></Error>")
		return
	}
	p.pass.ServeHTTP(w, r)
}

// TestUploadToFailingS3 uploads to a real S3 server, whose writes are made to
// fail at the first file and at a sub-size.
func TestUploadToFailingS3(t *testing.T) {
	t.Parallel()
	server := blobtest.StartS3(t)
	server.MakeBucket(t, "media", nil)
	proxy := &failingProxy{pass: &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: server.Endpoint})
		r.Out.Host = r.In.Host // it is part of the signature
	}}}
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)
	config, err := s3.ParseURL(server.Address("media", url.Values{"endpoint": {front.URL}}), os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	store, err := s3.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	m := newSiteOn(t, store)
	for _, where := range []string{"photo.jpg", "photo-150x150"} {
		proxy.hits.Store(0)
		proxy.refused.Store(&where)
		a := m.upload("author", "photo.jpg", jpegOf(400, 300), "")
		want(t, a, 503, "storage_unavailable")
		if proxy.hits.Load() < 2 {
			t.Errorf("%s: gave up after %d tries", where, proxy.hits.Load())
		}
		if m.rows() != 0 || len(m.keys()) != 0 {
			t.Errorf("%s: %d rows, files %v", where, m.rows(), m.keys())
		}
	}
	proxy.refused.Store(nil)
	a := m.upload("author", "photo.jpg", jpegOf(400, 300), "")
	want(t, a, 201, "")
	if keys := m.keys(); len(keys) != 3 || text(a, "filename") != "photo.jpg" {
		t.Errorf("files %v", keys)
	}
	want(t, m.Do("author", "POST", path(a, "/edit"), `{"src":"`+text(a, "source_url")+`","rotation":90}`), 201, "")
	want(t, m.Do("author", "DELETE", path(a, "?force=true"), ""), 200, "")
	if keys := m.keys(); len(keys) != 3 {
		t.Errorf("files after the deletion: %v", keys)
	}
}
