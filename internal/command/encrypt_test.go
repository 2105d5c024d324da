package command

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// writeCertificate makes a certificate with a serial number, and the files of it.
func writeCertificate(t *testing.T, cert, key string, serial int64) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &k.PublicKey, k)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		later := time.Now().Add(time.Duration(serial) * time.Second)
		if err := os.Chtimes(path, later, later); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCertificateFiles renews a certificate under a running server, and spoils
// it.
func TestCertificateFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := &certificateFiles{cert: filepath.Join(dir, "cert"), key: filepath.Join(dir, "key")}
	if _, err := f.get(); err == nil {
		t.Fatal("there are no files")
	}
	serial := func() string {
		t.Helper()
		f.looked = time.Time{}
		c, err := f.get()
		if err != nil {
			t.Fatal(err)
		}
		leaf, err := x509.ParseCertificate(c.Certificate[0])
		if err != nil {
			t.Fatal(err)
		}
		return leaf.SerialNumber.String()
	}
	writeCertificate(t, f.cert, f.key, 1)
	if got := serial(); got != "1" {
		t.Error(got)
	}
	writeCertificate(t, f.cert, f.key, 2)
	if got := serial(); got != "2" {
		t.Errorf("after the renewal: %s", got)
	}
	if err := os.WriteFile(f.key, []byte("spoiled"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := serial(); got != "2" {
		t.Errorf("with a key that can't be read: %s", got)
	}
}

// TestRedirectsToTLS asks the listener for plain http; hosts that a client
// makes up don't count.
func TestRedirectsToTLS(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	e := &encryption{cert: "c", key: "k", redirectFrom: "127.0.0.1:0"}
	stop, err := e.serveRedirects(&out, func(context.Context) string { return "https://site.example" }, make(chan error, 1))
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	address := strings.TrimSuffix(strings.TrimPrefix(out.String(), "Redirecting "), " to https\n")
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for path, want := range map[string]string{"/a/b?c=d": "https://site.example/a/b?c=d", "//evil.example/x": "https://site.example/evil.example/x"} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "evil.example"
		a, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		if got := a.Header.Get("Location"); a.StatusCode != 301 || got != want {
			t.Errorf("%s: %d %s, want %s", path, a.StatusCode, got, want)
		}
	}
	a, err := client.Post(address+"/login", "text/plain", strings.NewReader("secret"))
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	if a.StatusCode != 400 {
		t.Errorf("a form over plain http: %d", a.StatusCode)
	}
}
