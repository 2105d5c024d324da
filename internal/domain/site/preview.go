package site

import "context"

// previewed is the key of the theme that one request looks at the site with.
type previewed struct{}

// Preview is ctx for somebody's look at the site with a theme that isn't in effect. Nothing
// that is made with it may be kept for others.
func Preview(ctx context.Context, theme string) context.Context {
	return context.WithValue(ctx, previewed{}, theme)
}

// Previewed is the theme that Preview set, "" for the one in effect.
func Previewed(ctx context.Context) string {
	theme, _ := ctx.Value(previewed{}).(string)
	return theme
}
