package app

import (
	"net/http"
	"net/url"
	"strconv"

	"quoin/internal/auth"
	"quoin/internal/httpcache"
	"quoin/internal/rest"
	"quoin/internal/scope"
	"quoin/internal/wire"
)

// editPath is where pages lead those who may edit what they show.
const editPath = auth.AdminPath + "/post.php"

// editPage answers who is logged in and opens an entry to edit it with the
// entry as it is stored: what the API says in the context edit. The session alone
// tells who asks: nothing is changed, no other site may read the answer, and an
// address that is kept in logs carries no nonce. false for everybody else.
func (a *App) editPage(w http.ResponseWriter, r *http.Request, api *rest.Mount) bool {
	query := r.URL.Query()
	id, err := strconv.ParseInt(query.Get("post"), 10, 64)
	if err != nil || id <= 0 || query.Get("action") != "edit" || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	ctx := scope.New(r.Context())
	s, u := a.Auth.SessionOf(r.WithContext(ctx))
	if u == nil {
		return false
	}
	found, err := a.DB.EntriesByID(ctx, []int64{id})
	e := found[id]
	if err != nil || e == nil {
		return false
	}
	t := a.Env.Types.Get(e.Type)
	if t == nil || !t.REST {
		return false
	}
	path := api.Dialect.Ref("", wire.Ref{Path: "/core/v2/" + t.RESTBase + "/" + strconv.FormatInt(id, 10)})
	inner := r.Clone(ctx)
	inner.URL = &url.URL{Path: api.Prefix + path, RawQuery: "context=edit"}
	inner.RequestURI = inner.URL.RequestURI()
	inner.Header.Del("Origin")
	inner.Header.Del("Authorization")
	inner.Header.Set("X-WP-Nonce", a.Auth.Nonce(ctx, s, auth.NonceREST))
	target, _, ok := httpcache.TargetOf(inner)
	if !ok {
		return false
	}
	api.Serve(w, inner, target, path)
	return true
}
