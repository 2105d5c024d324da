package language

import "context"

// spoken is the key of the language of one request.
type spoken struct{}

// Speak is ctx for what is said in a language of its own and not in that of the site: to
// one person, on one page. Nothing that is made with it may be kept for others.
func Speak(ctx context.Context, locale string) context.Context {
	return context.WithValue(ctx, spoken{}, locale)
}

// Spoken is the locale that Speak set, "" for the language of the site.
func Spoken(ctx context.Context) string {
	locale, _ := ctx.Value(spoken{}).(string)
	return locale
}
