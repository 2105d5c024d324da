package gateway

import (
	"net"
	"net/http"
	"net/url"
	"strconv"

	"quoin/internal/api/rest"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/auth"
)

// editPath is where pages lead those who may edit what they show.
const editPath = auth.AdminPath + "/post.php"

// editPage answers who is logged in and opens an entry to edit it with the
// entry as it is stored: what the API says in the context edit. The session alone
// tells who asks: nothing is changed, no other site may read the answer, and an
// address that is kept in logs carries no nonce. false for everybody else.
func (g *gateway) editPage(w http.ResponseWriter, r *http.Request, api *rest.Mount) bool {
	query := r.URL.Query()
	id, err := strconv.ParseInt(query.Get("post"), 10, 64)
	if err != nil || id <= 0 || query.Get("action") != "edit" || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	ctx := scope.New(r.Context())
	s, u := g.Auth.SessionOf(r.WithContext(ctx))
	if u == nil {
		return false
	}
	found, err := g.Store.EntriesByID(ctx, []int64{id})
	e := found[id]
	if err != nil || e == nil {
		return false
	}
	t := g.Types.Get(e.Type)
	if t == nil || !t.REST {
		return false
	}
	path := api.Dialect.Ref("", wire.Ref{Path: t.RESTRoot() + "/" + strconv.FormatInt(id, 10)})
	target, _, ok := httpcache.TargetOf(&http.Request{URL: &url.URL{Path: api.Prefix + path, RawQuery: "context=edit"}})
	if !ok {
		return false
	}
	// It reads, as whoever has the session: nothing else of what was sent is in it.
	inner := target.Request(ctx)
	inner.Method, inner.Host, inner.TLS, inner.RemoteAddr = r.Method, r.Host, r.TLS, net.JoinHostPort(g.Auth.ClientIP(r), "0")
	inner.Header["Cookie"] = r.Header["Cookie"]
	inner.Header.Set("X-WP-Nonce", g.Auth.Nonce(ctx, s, auth.NonceREST))
	api.Serve(w, inner, target, path)
	return true
}
