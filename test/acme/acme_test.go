package acme

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quoin/test/program"
)

const domain = "site.test"

// TestCertificate has the program get a certificate for its domain with the first
// request, serve with it, lead http to https, and renew it while it is served.
func TestCertificate(t *testing.T) {
	t.Parallel()
	httpPort, tlsPort := freePort(t), freePort(t)
	// Renewed after two thirds of this.
	const valid = 9 * time.Second
	ca := startAuthority(t, valid, httpPort, tlsPort)
	dir := t.TempDir()
	bin, err := program.Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	site := program.Site{Bin: bin, Data: filepath.Join(dir, "data")}
	p, err := site.Serve("--listen", fmt.Sprint("127.0.0.1:", tlsPort), "--url", "https://"+domain, "--domain", domain, "--acme-email", "owner@"+domain,
		"--acme-directory", ca.directory, "--acme-ca", ca.file, "--redirect-listen", fmt.Sprint("127.0.0.1:", httpPort))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Stop(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Log(p.Log())
		}
	})
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "tcp", fmt.Sprint("127.0.0.1:", tlsPort))
	}
	get := func(path string) (*http.Response, error) {
		transport := &http.Transport{DialContext: dial, ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: ca.roots, MinVersion: tls.VersionTLS12}}
		defer transport.CloseIdleConnections()
		client := &http.Client{Transport: transport, Timeout: time.Minute}
		resp, err := client.Get("https://" + domain + path)
		if err == nil {
			resp.Body.Close()
		}
		return resp, err
	}

	resp, err := get("/wp-json/wp/v2/posts")
	if err != nil {
		t.Fatal(err)
	}
	first := resp.TLS.PeerCertificates[0]
	if resp.StatusCode != 200 || resp.Proto != "HTTP/2.0" || resp.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%s %s %v", resp.Proto, resp.Status, resp.Header)
	}
	if len(first.DNSNames) != 1 || first.DNSNames[0] != domain {
		t.Errorf("a certificate for %v", first.DNSNames)
	}
	cached, err := os.ReadDir(filepath.Join(site.Data, "certificates"))
	if err != nil || len(cached) < 2 {
		t.Errorf("%v %v", cached, err)
	}
	for _, f := range cached {
		if info, err := f.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others may read %s: %v", f.Name(), err)
		}
	}

	// Another name gets none.
	conn, err := tls.Dial("tcp", fmt.Sprint("127.0.0.1:", tlsPort), &tls.Config{ServerName: "other.test", RootCAs: ca.roots})
	if err == nil {
		conn.Close()
		t.Error("a certificate for another name")
	}

	// Plain http leads to the site, whatever host it names.
	plain := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r, err := http.NewRequest("GET", fmt.Sprintf("http://127.0.0.1:%d/a?b=c", httpPort), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "evil.test"
	if resp, err = plain.Do(r); err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if to := resp.Header.Get("Location"); resp.StatusCode != 301 || to != "https://"+domain+"/a?b=c" {
		t.Errorf("%d to %s", resp.StatusCode, to)
	}

	// The next certificate comes by itself. On a slow machine the few seconds of the
	// first may end before the authority has made it; nothing else may fail.
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		resp, err := get("/readyz")
		if invalid := (x509.CertificateInvalidError{}); errors.As(err, &invalid) && invalid.Reason == x509.Expired && time.Now().Before(deadline) {
			continue
		}
		if err != nil {
			t.Fatalf("while it is renewed: %v", err)
		}
		if next := resp.TLS.PeerCertificates[0]; next.SerialNumber.Cmp(first.SerialNumber) != 0 {
			if !next.NotAfter.After(first.NotAfter) {
				t.Errorf("the next ends %v, the first %v", next.NotAfter, first.NotAfter)
			}
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("it isn't renewed")
		}
	}
	out, _ := site.Command("doctor", "--mend").Output()
	if !strings.Contains(string(out), domain+" ends ") {
		t.Errorf("the doctor doesn't know of the certificate: %s", out)
	}
}
