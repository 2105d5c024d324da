package view

import (
	"context"

	"quoin/internal/render"
)

type addressKey struct{}

// At notes in ctx which address was asked for: path and query as the client
// wrote them. Some blocks lead back to it. The texts of one such request count
// their generated ids on, so that all can stand on one page.
func At(ctx context.Context, uri string) context.Context {
	return render.Share(context.WithValue(ctx, addressKey{}, uri))
}

func addressOf(ctx context.Context) string {
	uri, _ := ctx.Value(addressKey{}).(string)
	return uri
}

// addressed is the whole address that was asked for, "" when there is none.
func (v *View) addressed(ctx context.Context) string {
	if uri := addressOf(ctx); uri != "" {
		return v.Site.Base(ctx) + uri
	}
	return ""
}
