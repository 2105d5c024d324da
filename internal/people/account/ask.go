package account

import (
	"net/http"
	"net/url"

	"quoin/internal/platform/access"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/auth"
)

// Question is what a person is asked before a link does something.
type Question struct {
	Title, Text string
	// Action is the path that a yes is posted to, below the site's address, with
	// Fields and a nonce for the API.
	Action string
	Fields url.Values
}

type questionForm struct {
	Text, Action, Nonce string
	Fields              url.Values
}

// visiting is a visit of somebody to a page that others lead to.
func (p *Pages) visiting(w http.ResponseWriter, r *http.Request) *visit {
	ctx := scope.New(r.Context())
	v := &visit{Pages: p, w: w, r: r.WithContext(ctx), ctx: ctx, base: p.Site.Base(ctx)}
	v.headers()
	v.session, v.user = p.Auth.SessionOf(v.r)
	v.ctx = access.NewContext(v.ctx, p.Auth.Visitor(v.r))
	v.r = v.r.WithContext(v.ctx)
	return v
}

// Ask answers a person who is logged in with a question and a button.
func (p *Pages) Ask(w http.ResponseWriter, r *http.Request, q Question) error {
	v := p.visiting(w, r)
	return v.show(http.StatusOK, "ask", page{Title: q.Title, Body: questionForm{
		Text: q.Text, Action: v.base + q.Action, Nonce: v.Auth.Nonce(v.ctx, v.session, auth.NonceREST), Fields: q.Fields,
	}})
}

// Tell answers with a page that says something good.
func (p *Pages) Tell(w http.ResponseWriter, r *http.Request, title, text string) error {
	return p.visiting(w, r).show(http.StatusOK, "message", page{Title: title, Notice: text})
}

// Deny answers with a page that says no.
func (p *Pages) Deny(w http.ResponseWriter, r *http.Request, status int, why string) {
	p.visiting(w, r).failure(status, why)
}
