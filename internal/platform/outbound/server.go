package outbound

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// How long the server of a site may take.
const (
	serverDial  = 10 * time.Second
	serverIdle  = 90 * time.Second
	serverFirst = 2 * time.Minute // until an answer begins
)

// serverHeader bounds the header of an answer.
const serverHeader = 1 << 20

// Server is the way to the server of one site that the operator named, for answers that
// are handed on as they are: it reaches that server alone, wherever it is, follows nothing,
// and unpacks nothing.
type Server struct {
	site *url.URL
	kept *http.Transport
	// anew makes a connection for each request: on one that was used before, the server may
	// be about to end it, and what changes something can't be sent a second time.
	anew *http.Transport
}

// NewServer makes the way to the server of the site at an address. connect is the host and
// port at which it is reached, "" for those of the address; certificates must be of the
// address in any case.
func NewServer(site *url.URL, connect string) *Server {
	if connect == "" {
		connect = hostport(site)
	}
	d := &net.Dialer{Timeout: serverDial, KeepAlive: 30 * time.Second}
	s := &Server{site: site, kept: &http.Transport{
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return d.DialContext(ctx, network, connect)
		},
		TLSHandshakeTimeout: serverDial, ResponseHeaderTimeout: serverFirst, ExpectContinueTimeout: time.Second, IdleConnTimeout: serverIdle,
		MaxIdleConns: 256, MaxIdleConnsPerHost: 256, MaxResponseHeaderBytes: serverHeader,
		DisableCompression: true,
	}}
	s.anew = s.kept.Clone()
	s.anew.DisableKeepAlives = true
	return s
}

// RoundTrip implements http.RoundTripper.
func (s *Server) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != s.site.Scheme || !strings.EqualFold(r.URL.Host, s.site.Host) {
		return nil, fmt.Errorf("ask %s: %w", r.URL.Redacted(), ErrRefused)
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return s.kept.RoundTrip(r)
	}
	return s.anew.RoundTrip(r)
}

// CloseIdleConnections closes connections that nothing uses.
func (s *Server) CloseIdleConnections() { s.kept.CloseIdleConnections() }
