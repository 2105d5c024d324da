package account

import (
	"net/url"
	"strings"
)

// maxAddress bounds an address that a form names, in bytes.
const maxAddress = 2048

// safe is an address on this site that a request asks to be led to, or the
// fallback for anything else: other hosts, other schemes, and what browsers
// read otherwise than it looks.
func (v *visit) safe(to, fallback string) string {
	to = strings.TrimSpace(to)
	if to == "" || len(to) > maxAddress || strings.ContainsFunc(to, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f }) {
		return fallback
	}
	base, err := url.Parse(v.base)
	if err != nil {
		return fallback
	}
	u, err := url.Parse(to)
	if err != nil || u.Opaque != "" || u.User != nil || strings.HasPrefix(to, "//") {
		return fallback
	}
	if u.Scheme == "" && u.Host == "" {
		if !strings.HasPrefix(to, "/") {
			to = "/" + to
		}
		if strings.HasPrefix(to, "//") {
			return fallback
		}
		return base.Scheme + "://" + base.Host + to
	}
	if u.Scheme != "http" && u.Scheme != "https" || !strings.EqualFold(u.Host, base.Host) {
		return fallback
	}
	return to
}
