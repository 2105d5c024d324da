// Package certificate gives a server the certificates that it speaks TLS with: from files that
// somebody else renews, or from an authority that is asked by ACME.
package certificate

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// LetsEncrypt is the directory of the authority that most use.
const LetsEncrypt = acme.LetsEncryptURL

// askTime bounds one request to the authority.
const askTime = time.Minute

// Authority issues certificates by ACME.
type Authority struct {
	Directory string // URL
	// Roots is a file with further root certificates (PEM) to trust the authority by, "" for
	// none.
	Roots            string
	Email, UserAgent string
}

// Issued gets certificates for domains and renews them. They are kept in a folder that the
// server's owner alone may read: their keys are as private as the database. The error is that
// of reading Roots.
func Issued(by Authority, folder string, domains ...string) (*autocert.Manager, error) {
	client, err := by.client()
	if err != nil {
		return nil, err
	}
	return &autocert.Manager{
		Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(domains...), Email: by.Email,
		Cache: autocert.DirCache(folder), Client: client,
	}, nil
}

// client talks to the authority, which the operator chose.
func (a *Authority) client() (*acme.Client, error) {
	client := &acme.Client{DirectoryURL: a.Directory, UserAgent: a.UserAgent, HTTPClient: &http.Client{Timeout: askTime}}
	if a.Roots == "" {
		return client, nil
	}
	text, err := os.ReadFile(a.Roots)
	if err != nil {
		return nil, err
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool() // a system may have none
	}
	if !roots.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s has no certificates", a.Roots)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	client.HTTPClient.Transport = transport
	return client, nil
}
