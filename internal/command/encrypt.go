package command

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// encryption is how the server speaks TLS: with certificates from files, with
// ones that it gets by ACME for a domain, or not at all.
type encryption struct {
	cert, key               string
	domain, email           string
	directory, redirectFrom string
	authority               string // file with further certificates to trust the authority by

	manager *autocert.Manager
}

func (e *encryption) flags(cmd *cobra.Command) {
	checkedFlag(cmd, &e.cert, "tls-cert", "", "file with the TLS certificate chain (PEM); read again when it changes", orNone(readable))
	checkedFlag(cmd, &e.key, "tls-key", "", "file with the private key of the certificate", orNone(readable))
	checkedFlag(cmd, &e.domain, "domain", "", "domain of the site; gets and renews a certificate by ACME, and listens on :443 unless --listen is given. Several domains with commas; the site is at the first", orNone(domains))
	checkedFlag(cmd, &e.email, "acme-email", "", "e-mail address for the certificate authority", orNone(emailAddress))
	checkedFlag(cmd, &e.directory, "acme-directory", acme.LetsEncryptURL, "URL of the certificate authority", webAddress)
	checkedFlag(cmd, &e.authority, "acme-ca", "", "file with further root certificates (PEM) to trust the certificate authority by", orNone(readable))
	checkedFlag(cmd, &e.redirectFrom, "redirect-listen", ":80", "address that redirects HTTP to HTTPS and, with --domain, answers ACME challenges; empty for none", orNone(listenable))
}

func (e *encryption) check(cmd *cobra.Command) error {
	switch {
	case (e.cert == "") != (e.key == ""):
		return misused(cmd, "--tls-cert and --tls-key belong together")
	case e.cert != "" && e.domain != "":
		return misused(cmd, "--domain gets a certificate by itself, and can't have --tls-cert too")
	}
	for _, name := range []string{"acme-email", "acme-directory", "acme-ca"} {
		if e.domain == "" && cmd.Flags().Changed(name) {
			return misused(cmd, "--%s belongs to --domain", name)
		}
	}
	if !e.on() && e.redirectFrom != "" && cmd.Flags().Changed("redirect-listen") {
		return misused(cmd, "--redirect-listen belongs to --domain or --tls-cert")
	}
	return nil
}

func (e *encryption) on() bool { return e.cert != "" || e.domain != "" }

func (e *encryption) domains() []string {
	if e.domain == "" {
		return nil
	}
	return strings.Split(e.domain, ",")
}

func (e *encryption) scheme() string {
	if e.on() {
		return "https"
	}
	return "http"
}

// url is the address of the site: that of --url, or of the first domain.
func (e *encryption) url(given string) string {
	if given != "" || e.domain == "" {
		return given
	}
	return "https://" + e.domains()[0]
}

// config is the configuration of the server, nil without TLS.
func (e *encryption) config(data string) (*tls.Config, error) {
	switch {
	case e.domain != "":
		client, err := e.acmeClient()
		if err != nil {
			return nil, err
		}
		// The keys of certificates are as private as the database beside them.
		e.manager = &autocert.Manager{
			Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(e.domains()...), Email: e.email,
			Cache: autocert.DirCache(filepath.Join(data, "certificates")), Client: client,
		}
		return e.manager.TLSConfig(), nil
	case e.cert != "":
		files := &certificateFiles{cert: e.cert, key: e.key}
		if _, err := files.get(); err != nil {
			return nil, err
		}
		return &tls.Config{
			MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"},
			GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return files.get() },
		}, nil
	}
	return nil, nil
}

// acmeTime bounds one request to the certificate authority.
const acmeTime = time.Minute

// acmeClient talks to the certificate authority, which the operator chose.
func (e *encryption) acmeClient() (*acme.Client, error) {
	client := &acme.Client{DirectoryURL: e.directory, UserAgent: "quoin/" + version(), HTTPClient: &http.Client{Timeout: acmeTime}}
	if e.authority == "" {
		return client, nil
	}
	text, err := os.ReadFile(e.authority)
	if err != nil {
		return nil, fmt.Errorf("--acme-ca: %w", err)
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool() // a system may have none
	}
	if !roots.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("--acme-ca: %s has no certificates", e.authority)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	client.HTTPClient.Transport = transport
	return client, nil
}

// serveRedirects leads http to https, until the function that it returns.
func (e *encryption) serveRedirects(errs io.Writer, base func(context.Context) string, failed chan<- error) (stop func(), err error) {
	stop = func() {}
	if !e.on() || e.redirectFrom == "" {
		return stop, nil
	}
	l, err := net.Listen("tcp", e.redirectFrom)
	if err != nil {
		return stop, fmt.Errorf("can't listen on %s for redirects to https (--redirect-listen): %w", e.redirectFrom, listenReason(err))
	}
	var handler http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "Use https.", http.StatusBadRequest)
			return
		}
		// The host is the site's, never what the request says.
		http.Redirect(w, r, base(r.Context())+"/"+strings.TrimLeft(r.URL.RequestURI(), "/"), http.StatusMovedPermanently) // #nosec G710 -- base is the site's own address
	})
	if e.manager != nil {
		handler = e.manager.HTTPHandler(handler)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10}
	go func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
	fmt.Fprintf(errs, "Redirecting http://%s to https\n", l.Addr())
	return func() { _ = server.Close() }, nil
}

// certificateFiles is a certificate that is renewed by whoever writes its files.
type certificateFiles struct {
	cert, key string

	mu      sync.Mutex
	looked  time.Time
	written time.Time // of the files that are loaded
	loaded  *tls.Certificate
}

// lookEvery is how often the files are looked at.
const lookEvery = 10 * time.Second

// get is the certificate. One that can't be read leaves the one before in use.
func (f *certificateFiles) get() (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.loaded != nil && time.Since(f.looked) < lookEvery {
		return f.loaded, nil
	}
	f.looked = time.Now()
	written, err := f.newest()
	if err == nil && f.loaded != nil && written.Equal(f.written) {
		return f.loaded, nil
	}
	var c tls.Certificate
	if err == nil {
		c, err = tls.LoadX509KeyPair(f.cert, f.key)
	}
	switch {
	case err == nil:
		f.loaded, f.written = &c, written
	case f.loaded == nil:
		return nil, fmt.Errorf("the certificate %s with the key %s can't be used: %w", f.cert, f.key, err)
	}
	return f.loaded, nil
}

// newest is when the younger of the files was written.
func (f *certificateFiles) newest() (time.Time, error) {
	var newest time.Time
	for _, path := range []string{f.cert, f.key} {
		info, err := os.Stat(path)
		if err != nil {
			return newest, err
		}
		if info.ModTime().After(newest) {
			newest = info.ModTime()
		}
	}
	return newest, nil
}
