package auth

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"quoin/internal/platform/fault"
)

// errPlain answers credentials that everybody on the way could read.
var errPlain = fault.Forbidden("application_passwords_insecure", "Application passwords are taken over https only. "+
	"Behind a proxy that ends https, name it with --trusted-proxies and let it send X-Forwarded-Proto.")

func (a *Authenticator) tls(r *http.Request) bool {
	if a.TLS != nil {
		return a.TLS(r)
	}
	return r.TLS != nil
}

// Confidential tells whether secrets may be sent with a request and its answer:
// over https, or without leaving this machine.
func (a *Authenticator) Confidential(r *http.Request) bool {
	if !a.RequireTLS || a.tls(r) || isLoopback(a.ip(r)) {
		return true
	}
	// A site whose own address is this machine is one that is worked on, maybe
	// in a container that sees callers from outside.
	base, err := url.Parse(a.Site.Base(r.Context()))
	return err == nil && isLoopback(base.Hostname())
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && addr.Unmap().IsLoopback()
}
