package auth

import (
	"context"
	"net/http"

	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
)

// ThemePreview is the argument by which the editors ask the API for the site as it would be
// with another theme, as in the reference.
const ThemePreview = "wp_theme_preview"

// Preview is ctx for a request of the API by somebody who may choose the theme and looks at
// the site with another one.
func (a *Authenticator) Preview(ctx context.Context, r *http.Request, actor access.Actor) context.Context {
	id := r.URL.Query().Get(ThemePreview)
	if id == "" || actor.Session == "" || !actor.Can("switch_themes") {
		return ctx
	}
	return site.Preview(ctx, id)
}
