package command

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"quoin/internal/platform/certificate"

	"github.com/spf13/cobra"
)

// encryption is how the server speaks TLS: with certificates from files, with
// ones that it gets by ACME for a domain, or not at all.
type encryption struct {
	cert, key               string
	domain, email           string
	directory, redirectFrom string
	authority               string // file with further certificates to trust the authority by

	answers func(http.Handler) http.Handler // the challenges of the authority; nil without one
}

func (e *encryption) flags(cmd *cobra.Command) {
	checkedFlag(cmd, &e.cert, "tls-cert", "", "file with the TLS certificate chain (PEM); read again when it changes", orNone(readable))
	checkedFlag(cmd, &e.key, "tls-key", "", "file with the private key of the certificate", orNone(readable))
	checkedFlag(cmd, &e.domain, "domain", "", "domain of the site; gets and renews a certificate by ACME, and listens on :443 unless --listen is given. Several domains with commas; the site is at the first", orNone(domains))
	checkedFlag(cmd, &e.email, "acme-email", "", "e-mail address for the certificate authority", orNone(emailAddress))
	checkedFlag(cmd, &e.directory, "acme-directory", certificate.LetsEncrypt, "URL of the certificate authority", webAddress)
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
		issued, err := certificate.Issued(certificate.Authority{
			Directory: e.directory, Roots: e.authority, Email: e.email, UserAgent: "quoin/" + version(),
		}, filepath.Join(data, "certificates"), e.domains()...)
		if err != nil {
			return nil, fmt.Errorf("--acme-ca: %w", err)
		}
		e.answers = issued.HTTPHandler
		return issued.TLSConfig(), nil
	case e.cert != "":
		return certificate.OfFiles(e.cert, e.key)
	}
	return nil, nil
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
	if e.answers != nil {
		handler = e.answers(handler)
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
