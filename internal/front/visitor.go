package front

import (
	"context"
	"net/http"
	"net/url"

	"quoin/internal/access"
	"quoin/internal/render/escape"
)

// Visitor is who asks for a page, when the page may differ from that of
// everybody else. Pages for one are never cached.
type Visitor struct {
	Actor access.Actor
	// LogoutNonce goes into links to log out; "" for who isn't logged in.
	LogoutNonce string
	// EditNonce goes into links to the API that work in the visitor's name.
	EditNonce string
	// Unlocks tells which passwords of entries were given; nil for none.
	Unlocks func(password string) bool
}

type visitorKey struct{}

// visitor is who a page is made for; the zero Visitor for everybody.
func visitor(ctx context.Context) Visitor {
	v, _ := ctx.Value(visitorKey{}).(*Visitor)
	if v == nil {
		return Visitor{}
	}
	return *v
}

// editLink leads those who may edit the entry that a page shows to where the API
// has it as it is stored, in their name; "" for everybody else.
func (f *Front) editLink(ctx context.Context, p *resolvedPage) string {
	who := visitor(ctx)
	if p.entry == nil || p.record.Path == "" || !who.Actor.LoggedIn() || who.EditNonce == "" || !f.policy.CanEdit(ctx, who.Actor, p.entry) {
		return ""
	}
	to := p.record
	to.Query = "?context=edit&_wpnonce=" + url.QueryEscape(who.EditNonce)
	return `<p class="quoin-edit-link"><a href="` + escape.Attr(f.Ref(ctx, to)) + `" rel="edit nofollow">Edit</a></p>` + "\n"
}

// visitorOf finds out who asks; nil for one like everybody else.
func (f *Front) visitorOf(r *http.Request) *Visitor {
	if f.Visitor == nil || len(r.Header["Cookie"]) == 0 {
		return nil
	}
	return f.Visitor(r)
}
