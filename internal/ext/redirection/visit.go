package redirection

import (
	"encoding/json"
	"net/http"
	"net/netip"
	"strings"

	"quoin/internal/ext"
	"quoin/internal/platform/access"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/scope"
)

// holds tells whether a request meets the condition of a rule.
func (v *visit) holds(c *compiled) bool {
	switch c.MatchType {
	case MatchURL, MatchPage:
		return true
	case MatchServer:
		_, host := authority(c.Condition.Value)
		return host != "" && strings.EqualFold(host, hostname(v.r.Host))
	case MatchLogin:
		return v.who().LoggedIn()
	case MatchRole:
		return c.Condition.Value != "" && (v.who().HasRole(c.Condition.Value) || v.who().Can(c.Condition.Value))
	case MatchReferrer:
		return c.same(v.r.Referer())
	case MatchAgent:
		return c.same(v.r.UserAgent())
	case MatchCookie:
		cookie, err := v.r.Cookie(c.Condition.Name)
		return err == nil && c.same(decodePercent(cookie.Value))
	case MatchHeader:
		values := v.r.Header.Values(c.Condition.Name)
		return len(values) > 0 && c.same(values[0])
	case MatchIP:
		return oneOf(v.ip(), c.Condition.IPs...)
	case MatchCustom:
		holds, _ := v.Holds(c.Condition.Value, v.r)
		return holds
	case MatchLanguage:
		accepted, _, _ := strings.Cut(strings.ReplaceAll(v.r.Header.Get("Accept-Language"), " ", ""), ";")
		for wanted := range strings.SplitSeq(c.Condition.Value, ",") {
			if wanted != "" && oneOf(wanted, strings.Split(accepted, ",")...) {
				return true
			}
		}
	}
	return false
}

// same compares what a request sent with the value of a condition.
func (c *compiled) same(got string) bool {
	if c.condition != nil {
		return c.condition.MatchString(matched(got))
	}
	return got == c.Condition.Value
}

// who is the visitor.
func (v *visit) who() access.Actor {
	if v.actor == nil {
		actor := v.Visitor(v.r)
		v.actor = &actor
	}
	return *v.actor
}

// ip is the visitor's address, as the settings say where to look for it.
func (v *visit) ip() string {
	remote := cleanIP(v.Client(v.r))
	proxies := v.set.IPProxies
	if len(proxies) > 0 && !oneOf(remote, proxies...) {
		return remote
	}
	for _, name := range v.set.IPHeaders {
		header, ok := strings.CutPrefix(name, "HTTP_")
		if !ok {
			return remote
		}
		if values := v.r.Header.Values(strings.ReplaceAll(header, "_", "-")); len(values) > 0 {
			// Compat (api.TestAddressesInHeaders): a header that names no address names nobody.
			first, _, _ := strings.Cut(values[0], ",")
			return cleanIP(first)
		}
	}
	return remote
}

// loggedIP is the address as far as the settings let it be kept.
func (v *visit) loggedIP() string {
	switch v.set.IPLogging {
	case 1:
		return v.ip()
	case 2:
		return shortened(v.ip())
	}
	return ""
}

// shortened is an address without what tells one machine from others: the last byte of
// four, the last half of an IPv6 address.
func shortened(ip string) string {
	addr, err := netip.ParseAddr(ip)
	if err != nil {
		return ""
	}
	bits := 64
	if addr = addr.Unmap(); addr.Is4() {
		bits = 24
	}
	network, err := addr.WithZone("").Prefix(bits)
	if err != nil {
		return ""
	}
	return network.Addr().String()
}

// Bounds of what a log entry keeps, in bytes.
const (
	maxLogged     = 2000
	maxLoggedText = 255
	maxLoggedData = 16 << 10
)

// entry is the log entry of a request.
func (v *visit) entry(place ext.Place, code int, missing bool) entry {
	e := entry{
		place: place, missing: missing, created: v.Clock().Unix(), code: int64(code), ip: v.loggedIP(),
		url: short(v.at.logged(missing), maxLogged), agent: short(escaped(v.r.UserAgent()), maxLoggedText), referrer: short(escaped(v.r.Referer()), maxLoggedText),
	}
	if knownMethod(v.r.Method) {
		e.method = v.r.Method
	}
	scheme := "http://"
	if v.r.TLS != nil || strings.HasPrefix(v.Site.Base(v.r.Context()), "https:") {
		scheme = "https://"
	}
	e.domain = short(scheme+hostname(v.r.Host), maxLoggedText)
	if v.set.LogHeader {
		e.requestData = loggedHeaders(v.r.Header)
	}
	return e
}

// logged is the address as logs have it: decoded, with blanks for plus signs.
func (a *Address) logged(missing bool) string {
	if missing {
		return decodePlus(a.uri)
	}
	return decodePlus(a.original())
}

// escaped has a backslash before quotes and backslashes.
//
// Compat (api.TestLoggedTexts): logs of the reference have them in what visitors
// sent, and clients filter by these texts.
func escaped(s string) string {
	return strings.NewReplacer(`\`, `\\`, `'`, `\'`, `"`, `\"`).Replace(s)
}

// short is a text that fits into a column.
func short(s string, most int) string {
	return cut(clean.TextField(strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "")), most)
}

// cut is the beginning of a text that is fit to be stored as it is.
func cut(s string, most int) string {
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return s
}

// loggedHeaders are the headers of a request, without those that are secret.
//
// Compat (api.TestLoggedTexts): the one for credentials is named always, and never
// told.
func loggedHeaders(h http.Header) string {
	headers := map[string]string{"Authorization": ""}
	for name, values := range h {
		if !oneOf(name, "Cookie", "Authorization", "Proxy-Authorization", "X-Wp-Nonce") {
			headers[name] = short(strings.Join(values, ", "), maxLogged)
		}
	}
	text, err := json.Marshal(map[string]any{"headers": headers})
	if err != nil || len(text) > maxLoggedData {
		return ""
	}
	return string(text)
}

// place is one in a log for an entry of this visitor, of whom very many are only
// sampled.
func (v *visit) place(missing bool) (ext.Place, bool) { return v.logs[missing].Takes(v.Client(v.r)) }

// record counts a hit of a rule and logs it, as the settings say.
func (v *visit) record(c *compiled, target string, code int) {
	if scope.IsUnwatched(v.r.Context()) {
		return
	}
	if v.set.TrackHits {
		v.hits.count(c.ID, v.Clock())
	}
	if c.LogExclude || v.set.ExpireRedirect < 0 {
		return
	}
	place, ok := v.place(false)
	if !ok {
		return
	}
	e := v.entry(place, code, false)
	// What was captured is percent-encoded in a target, and stays so.
	e.rule, e.sentTo, e.by = c.ID, cut(target, maxLogged), plainName
	v.hits.note(e)
}
