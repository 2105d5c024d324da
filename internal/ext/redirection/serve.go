package redirection

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"quoin/internal/display/front"
	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/auth"
)

// gate lets rules act on requests for public pages.
type gate struct {
	*visits
	next http.Handler
}

// visit is one request that rules look at. What costs something is looked up
// when a rule asks for it.
type visit struct {
	*visits
	r      *http.Request
	at     *Address
	set    *settings
	actor  *access.Actor
	looked lookedAt
}

// lookedAt is what conditions looked at before a visit was answered, also those that didn't
// hold: the answer depends on it.
type lookedAt struct {
	headers  []string
	personal bool // something that no header of the request tells
}

// look notes what the condition of a rule looks at.
func (v *visit) look(c *compiled) {
	l := &v.looked
	switch c.MatchType {
	case MatchURL, MatchServer, MatchPage: // the address, which caches know
	case MatchLogin, MatchRole:
		l.headers = append(l.headers, "Cookie", "Authorization")
	case MatchReferrer:
		l.headers = append(l.headers, "Referer")
	case MatchAgent:
		l.headers = append(l.headers, "User-Agent")
	case MatchCookie:
		l.headers = append(l.headers, "Cookie")
	case MatchHeader:
		l.headers = append(l.headers, c.Condition.Name)
	case MatchLanguage:
		l.headers = append(l.headers, "Accept-Language")
	case MatchCustom: // which holds for nobody unless an extension declares it
		_, declared := v.Holds(c.Condition.Value, v.r)
		l.personal = l.personal || declared
	default:
		l.personal = true
	}
}

// tell names the headers to caches.
func (l *lookedAt) tell(h http.Header) {
	slices.Sort(l.headers)
	for _, name := range slices.Compact(l.headers) {
		if httpguts.ValidHeaderFieldName(name) {
			h.Add("Vary", name)
		}
	}
}

// quietKey marks requests whose missing page isn't logged.
type quietKey struct{}

// ServeHTTP implements http.Handler.
func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	st, err := g.rules.get(r.Context())
	if err != nil {
		g.Log.ErrorContext(r.Context(), "redirects can't be read", "error", err)
	}
	if st != nil {
		if to := g.canonicalHost(r, st.settings); to != "" {
			g.redirect(w, st.settings, to, http.StatusMovedPermanently, false)
			return
		}
	}
	// Whoever was led away from these couldn't take the rule back.
	if st == nil || g.Protected(r.URL.Path) {
		g.next.ServeHTTP(w, r)
		return
	}
	for _, h := range st.settings.site {
		w.Header().Set(h[0], h[1])
	}
	at := addressOf(r.URL.RequestURI())
	var room [4]*compiled
	found := st.matcher.find(&at, room[:0])
	if len(found) == 0 && !st.settings.LogExternal && len(st.settings.redirect) == 0 {
		g.next.ServeHTTP(w, r)
		return
	}
	v := &visit{visits: g.visits, r: r, at: &at, set: st.settings}
	for _, c := range found {
		if c.MatchType == MatchPage {
			continue // when the address is known to mean nothing
		}
		if v.act(w, c, st, g.next) {
			return
		}
	}
	v.pass(w, g.next)
}

// notFound logs an address that means nothing, unless a rule for such acts.
func (s *visits) notFound(w http.ResponseWriter, r *http.Request) bool {
	if r.Context().Value(quietKey{}) != nil {
		return false
	}
	st, err := s.rules.get(r.Context())
	if st == nil {
		s.Log.ErrorContext(r.Context(), "redirects can't be read", "error", err)
		return false
	}
	at := addressOf(r.URL.RequestURI())
	v := &visit{visits: s, r: r, at: &at, set: st.settings}
	for _, c := range st.matcher.find(&at, nil) {
		v.look(c) // those that were looked at before
	}
	c := st.matcher.findLost(&at)
	if c != nil && (c.ActionType == ActionURL || c.ActionType == ActionRandom) && v.act(w, c, st, nil) {
		return true
	}
	if st.settings.ExpireMissing >= 0 && !scope.IsUnwatched(r.Context()) {
		if place, ok := v.place(true); ok {
			s.hits.note(v.entry(place, http.StatusNotFound, true))
		}
	}
	return false
}

// act does what a rule says if its condition holds, and tells whether that
// answered the request.
func (v *visit) act(w http.ResponseWriter, c *compiled, st *state, next http.Handler) bool {
	v.look(c)
	holds := v.holds(c)
	target, ok := "", holds
	if c.hasTarget() {
		if target, ok = v.target(c, holds); ok && c.ActionType == ActionURL && v.loops(st, target) {
			ok = false
			v.Log.WarnContext(v.r.Context(), "a redirect that leads back to its own source was passed over", "id", c.ID)
		}
	}
	if !ok {
		return false
	}
	switch c.ActionType {
	case ActionURL:
		v.record(c, target, int(c.ActionCode))
		v.lead(w, c, target)
	case ActionRandom:
		if target = v.random(); target == "" {
			return false
		}
		v.record(c, target, int(c.ActionCode))
		v.lead(w, c, target)
	case ActionError:
		v.record(c, "", int(c.ActionCode))
		w.Header().Set("X-Redirect-By", plainName)
		next.ServeHTTP(w, front.AnswerNotFound(quiet(v.r), int(c.ActionCode)))
	case ActionNothing:
		v.record(c, "", 0)
		next.ServeHTTP(w, front.InPlace(quiet(v.r)))
	case ActionPass:
		return v.serveOther(w, c, target, next)
	}
	return true
}

func quiet(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), quietKey{}, true))
}

// target is where a rule leads, as it is logged; location makes it fit for a
// header.
func (v *visit) target(c *compiled, holds bool) (string, bool) {
	target := c.Condition.NotFrom
	switch {
	case c.MatchType == MatchURL || c.MatchType == MatchPage:
		target = c.Condition.URL
	case holds:
		target = c.Condition.From
	}
	if target == "" {
		return "", false
	}
	if c.source != nil {
		var ok bool
		if target, ok = guard(target, expand(c.source, target, v.at.original())); !ok {
			v.Log.WarnContext(v.r.Context(), "a redirect was passed over: what was captured leads to another site", "id", c.ID)
			return "", false
		}
	}
	if c.Flags.Query == QueryPass && v.at.raw != "" {
		target = addQuery(target, v.at.raw)
	}
	return target, location(target) != ""
}

// maxHops bounds how far a chain of redirects is followed ahead.
const maxHops = 10

// loops tells whether a target leads back to the request, at once or by other
// rules.
func (v *visit) loops(st *state, target string) bool {
	for range maxHops {
		uri := v.here(target)
		if uri == "" {
			return false
		}
		next := addressOf(uri)
		if next.text == v.at.text {
			return true
		}
		ahead := &visit{visits: v.visits, r: v.r, at: &next, set: v.set, actor: v.actor}
		target = ""
		for _, c := range st.matcher.find(&next, nil) {
			if c.MatchType == MatchPage || c.ActionType != ActionURL {
				continue
			}
			if to, ok := ahead.target(c, ahead.holds(c)); ok {
				target = to
				break
			}
		}
		if target == "" {
			return false
		}
	}
	return true
}

// here is the path and query of a target on this site, "" for those of others.
func (v *visit) here(target string) string {
	if strings.HasPrefix(target, "/") && !strings.HasPrefix(target, "//") {
		target, _, _ = strings.Cut(target, "#")
		return target
	}
	u, ok := parseAddress(target)
	if !ok {
		return ""
	}
	own, ok := parseAddress(v.Site.Base(v.r.Context()))
	if !ok || !strings.EqualFold(u.Host, own.Host) || u.Scheme != own.Scheme {
		return ""
	}
	return u.RequestURI()
}

// lead answers with a redirect by a rule, and tells what it depends on.
//
// Compat (api.TestRedirectsThatAreCached): what an address leads to that means nothing is kept
// only where that is asked for.
func (v *visit) lead(w http.ResponseWriter, c *compiled, target string) {
	code := int(c.ActionCode)
	lost := c.MatchType == MatchPage && (code != http.StatusMovedPermanently || v.set.RedirectCache == 0)
	v.looked.tell(w.Header())
	v.redirect(w, v.set, location(target), code, v.looked.personal || lost)
}

// redirect answers with a redirect. Those whose target isn't that of everybody, where
// caches can't tell whose it is, aren't kept by them.
func (s *visits) redirect(w http.ResponseWriter, set *settings, to string, code int, personal bool) {
	s.setHeader(w.Header(), set, code, personal)
	w.Header().Set("Content-Type", "text/html; charset=UTF-8")
	w.Header().Set("Location", to)
	w.WriteHeader(code)
}

// setHeader tells who leads elsewhere, and how long that may be kept.
func (s *visits) setHeader(h http.Header, set *settings, code int, personal bool) {
	if code != http.StatusTemporaryRedirect {
		for _, one := range set.redirect {
			h.Set(one[0], one[1])
		}
	}
	hours := set.RedirectCache
	permanent := code == http.StatusMovedPermanently
	switch {
	case personal || permanent && hours < 0 || code == http.StatusTemporaryRedirect:
		h.Set("Cache-Control", "no-cache, must-revalidate, max-age=0, no-store, private")
		h.Set("Expires", "Wed, 11 Jan 1984 05:00:00 GMT")
	case permanent && hours > 0:
		h.Set("Cache-Control", fmt.Sprintf("max-age=%d", hours*3600))
		h.Set("Expires", s.Clock().Add(time.Duration(hours)*time.Hour).UTC().Format(http.TimeFormat))
	}
	h.Set("X-Redirect-By", plainName)
}

// canonicalHost is where a request for another name of the site goes, "" for
// the right one. Only a relocated site leads to an address that isn't its own.
func (s *visits) canonicalHost(r *http.Request, set *settings) string {
	if !set.canonical {
		return ""
	}
	host := strings.ToLower(hostname(r.Host))
	if to := set.Relocate; to != "" {
		if u, ok := parseAddress(to); !ok || strings.EqualFold(u.Hostname(), host) || s.Protected(r.URL.Path) {
			return ""
		}
		return location(strings.TrimRight(to, "/") + r.URL.RequestURI())
	}
	own := s.Site.Base(r.Context())
	base, ok := parseAddress(own)
	if !ok {
		return ""
	}
	www, preferred := strings.HasPrefix(host, "www."), set.PreferredDomain
	secure := r.TLS != nil || base.Scheme == "https"
	other := preferred == "www" && !www || preferred == "nowww" && www || set.HTTPS && !secure ||
		slices.ContainsFunc(set.Aliases, func(name string) bool { return strings.EqualFold(name, host) })
	if !other {
		return ""
	}
	target := strings.ToLower(base.Hostname())
	switch preferred {
	case "www":
		target = "www." + strings.TrimPrefix(target, "www.")
	case "nowww":
		target = strings.TrimPrefix(target, "www.")
	}
	if target = "://" + target; secure || set.HTTPS {
		target = "https" + target
	} else {
		target = "http" + target
	}
	if target != own || strings.EqualFold(host, base.Hostname()) {
		return "" // the site says that it is elsewhere, or the request is there
	}
	return location(target + r.URL.RequestURI())
}

func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return host
}

// random is the address of a published post.
func (v *visit) random() string {
	ctx, without := v.r.Context(), false
	q := content.Query{
		Types: []string{content.TypePost}, Statuses: []content.Status{content.Publish}, WithPassword: &without, OnlyTotal: true,
	}
	page, err := v.Store.ListEntries(ctx, q)
	if err == nil && page.Total > 0 {
		q.OnlyTotal, q.SkipTotal, q.Limit, q.Offset = false, true, 1, rand.IntN(page.Total) // #nosec G404 -- a page at random, no secret
		page, err = v.Store.ListEntries(ctx, q)
	}
	if err != nil {
		v.Log.ErrorContext(ctx, "no random post was found", "error", err)
		return ""
	}
	if len(page.Entries) == 0 {
		return ""
	}
	return v.Links.Link(ctx, page.Entries[0])
}

// leadToLogin leads to the pages of accounts where they are: they aren't served at
// other addresses.
func (v *visit) leadToLogin(w http.ResponseWriter, c *compiled, target, uri string) bool {
	if !strings.HasPrefix(uri, auth.LoginPath) && !strings.HasPrefix(uri, auth.AdminPath) {
		return false
	}
	v.record(c, target, 0)
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Location", v.Site.Base(v.r.Context())+uri)
	w.WriteHeader(http.StatusFound)
	return true
}

// asStranger is a request for a path of the API by somebody who only reads, and whom nobody
// knows: who writes rules doesn't choose what visitors do or see there. It is nil for others.
func asStranger(r *http.Request, to *url.URL) *http.Request {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || to.Query().Has("_method") {
		return nil
	}
	clone := r.Clone(r.Context())
	for _, name := range []string{"Authorization", "Cookie", "X-WP-Nonce", "X-HTTP-Method-Override"} {
		clone.Header.Del(name)
	}
	clone.Body, clone.ContentLength = http.NoBody, 0
	return clone
}

// maxPassed bounds what is fetched from another site, in bytes.
const maxPassed = 8 << 20

// serveOther serves another address in place of the one that was asked for.
func (v *visit) serveOther(w http.ResponseWriter, c *compiled, target string, next http.Handler) bool {
	if uri := v.here(target); uri != "" || !strings.Contains(target, "://") {
		if uri == "" {
			uri = "/" + strings.TrimLeft(target, "/")
		}
		uri = location(uri)
		u, err := url.ParseRequestURI(uri)
		if err != nil {
			return false
		}
		inside := front.InPlace(quiet(v.r))
		if v.Protected(u.Path) {
			if v.leadToLogin(w, c, target, uri) {
				return true
			}
			if inside = asStranger(inside, u); inside == nil {
				return false
			}
		}
		v.record(c, target, 0)
		clone := *inside
		clone.URL, clone.RequestURI = u, uri
		next.ServeHTTP(w, &clone)
		return true
	}
	if v.r.Method != http.MethodGet && v.r.Method != http.MethodHead {
		return false
	}
	v.record(c, target, 0)
	got, err := v.Outbound.Do(v.r.Context(), outbound.Request{URL: location(target), MaxBytes: maxPassed})
	if err != nil {
		v.Log.WarnContext(v.r.Context(), "a redirect's address can't be fetched", "id", c.ID, "error", err)
		http.Error(w, "The page can't be fetched at the moment.", http.StatusBadGateway)
		return true
	}
	if kind := got.Header.Get("Content-Type"); kind != "" {
		w.Header().Set("Content-Type", kind)
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(got.Body) // a caller that went away is not our failure
	return true
}
