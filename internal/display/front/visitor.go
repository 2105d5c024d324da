package front

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/preview"
	"quoin/internal/platform/access"
)

// Visitor is who asks for a page, when the page may differ from that of
// everybody else. Pages for one are never cached.
type Visitor struct {
	Actor access.Actor
	// LogoutNonce goes into links to log out; "" for who isn't logged in.
	LogoutNonce string
	// NoToolbar tells that they don't want the bar of the site on its pages.
	NoToolbar bool
	// Unlocks tells which passwords of entries were given; nil for none.
	Unlocks func(password string) bool
	// From is the page that they come from, as their browser says.
	From string
	// Held is the comment of theirs that waits for approval, 0 for none, and Name, Email
	// and Website are what the form knows them by.
	Held                 int64
	Name, Email, Website string
}

// Remembered tells whether the visitor wrote a comment before, and their browser says so.
func (v *Visitor) Remembered() bool { return v.Held != 0 || v.Name+v.Email+v.Website != "" }

type visitorKey struct{}

// visitor is who a page is made for; the zero Visitor for everybody.
func visitor(ctx context.Context) Visitor {
	v, _ := ctx.Value(visitorKey{}).(*Visitor)
	if v == nil {
		return Visitor{}
	}
	return *v
}

// proposed is an entry as its newest autosave would make it, for who has a
// preview link to it and for an editor who asks for a preview; nil for
// everybody else.
func (f *resolver) proposed(ctx context.Context, in *input, e *content.Entry) (*content.Entry, error) {
	actor := visitor(ctx).Actor
	asked := in.has("preview") && in.query.Get("preview_id") == strconv.FormatInt(e.ID, 10)
	if !actor.MayOpen(e.ID) && (!asked || !f.policy.CanEdit(ctx, actor, e)) {
		return nil, nil
	}
	return content.Proposed(ctx, f.Store, e)
}

// previewQuery is what of a query asks for a preview: the other pages of the
// entry are asked for with the same.
func (in *input) previewQuery() string {
	out := url.Values{}
	for _, name := range []string{"preview", "preview_id", "preview_nonce", preview.Parameter} {
		if v := in.query.Get(name); v != "" {
			out.Set(name, v)
		}
	}
	return out.Encode()
}

// visitorOf finds out who asks; nil for one like everybody else.
func (f *Front) visitorOf(r *http.Request) *Visitor {
	if f.Visitor == nil || len(r.Header["Cookie"]) == 0 && !strings.Contains(r.URL.RawQuery, preview.Parameter) {
		return nil
	}
	return f.Visitor(r)
}
