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
