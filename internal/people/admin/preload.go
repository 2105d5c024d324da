package admin

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"strings"

	"quoin/internal/platform/httpcache"
	"quoin/internal/storage/auth"
)

// answer is what the API says, for a page that brings it along.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(status int)      { a.status = status }
func (a *answer) Write(p []byte) (int, error) { return a.body.Write(p) }

// call has the API answer whoever has the session: nothing else of what was sent is in the request but what
// fill, which may be nil, puts into it. It is nil for a path that can't be asked for.
func (v editing) call(method, path string, fill func(*http.Request)) *answer {
	bare, query, _ := strings.Cut(path, "?")
	target, _, ok := httpcache.TargetOf(&http.Request{URL: &url.URL{Path: v.API.Prefix + bare, RawQuery: query}})
	if !ok {
		return nil
	}
	inner := target.Request(v.ctx)
	inner.Method, inner.Body = method, http.NoBody
	inner.Host, inner.TLS, inner.RemoteAddr = v.r.Host, v.r.TLS, net.JoinHostPort(v.Auth.ClientIP(v.r), "0")
	inner.Header["Cookie"] = v.r.Header["Cookie"]
	inner.Header.Set("X-WP-Nonce", v.Auth.Nonce(v.ctx, v.session, auth.NonceREST))
	if fill != nil {
		fill(inner)
	}
	a := &answer{header: http.Header{}, status: http.StatusOK}
	v.API.Serve(a, inner, target, bare)
	return a
}

// ask asks the API what the person of a visit would be told; nil for a refusal. It only reads,
// and the same thing once for a page.
func (v editing) ask(method, path string) *answer {
	question := method + " " + path
	a, known := v.answers[question]
	if !known {
		if a = v.call(method, path, nil); a != nil && (a.status != http.StatusOK || !json.Valid(a.body.Bytes())) {
			a = nil
		}
		if v.answers == nil {
			v.answers = map[string]*answer{}
		}
		v.answers[question] = a
	}
	return a
}

// asksFor stands before a path of which is asked what the person may do there.
const asksFor = http.MethodOptions + " "

// preload is what the API says at some paths, in the form that the packages take in place
// of asking. What it refuses is left for them to ask.
func (v editing) preload(paths []string) map[string]any {
	all, allowed := map[string]any{}, map[string]any{}
	for _, path := range paths {
		method, into := http.MethodGet, all
		if bare, ok := strings.CutPrefix(path, asksFor); ok {
			method, into, path = http.MethodOptions, allowed, bare
		}
		a := v.ask(method, path)
		if a == nil {
			continue
		}
		headers := map[string]string{}
		for _, name := range []string{"Allow", "Link", "X-WP-Total", "X-WP-TotalPages"} {
			if value := a.header.Get(name); value != "" {
				headers[name] = value
			}
		}
		body := json.RawMessage(a.body.Bytes())
		if method == http.MethodOptions {
			body = json.RawMessage("{}") // only the header is read, and schemas are long
		}
		into[path] = map[string]any{"body": body, "headers": headers}
	}
	if len(allowed) > 0 {
		all[http.MethodOptions] = allowed
	}
	return all
}

// preferences are what the person has chosen in editors before.
func (v editing) preferences() json.RawMessage {
	a := v.ask(http.MethodGet, "/wp/v2/users/me?context=edit&_fields=meta")
	if a == nil {
		return nil
	}
	var me struct {
		Meta struct {
			Preferences json.RawMessage `json:"persisted_preferences"`
		} `json:"meta"`
	}
	if json.Unmarshal(a.body.Bytes(), &me) != nil || !bytes.HasPrefix(me.Meta.Preferences, []byte("{")) {
		return nil
	}
	return me.Meta.Preferences
}
