package view

import "context"

type addressKey struct{}

// At notes in ctx which address was asked for: path and query as the client
// wrote them. Some blocks lead back to it.
func At(ctx context.Context, uri string) context.Context {
	return context.WithValue(ctx, addressKey{}, uri)
}

func addressOf(ctx context.Context) string {
	uri, _ := ctx.Value(addressKey{}).(string)
	return uri
}
