package front

import (
	"context"
	"net/http"

	"quoin/internal/display/render/escape"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/scope"
)

// Say answers a request with a page of the site, in the look of its theme, that says
// something: title is a text, body HTML of the program's own. It is false, and nothing is
// written, where no page can be made.
func (f *Front) Say(w http.ResponseWriter, r *http.Request, status int, title, body string) bool {
	ctx, who := r.Context(), f.visitorOf(r)
	if who != nil {
		ctx = context.WithValue(ctx, visitorKey{}, who)
	}
	ctx = scope.New(ctx)
	in, err := f.resolver.read(ctx, r.URL)
	var made *page
	if err == nil {
		p := f.resolvedPage(ctx, in, "message")
		p.status, p.title, p.paged = status, escape.HTML(title), 1
		p.says = `<!-- wp:heading {"level":1} --><h1 class="wp-block-heading">` + p.title + `</h1><!-- /wp:heading --><!-- wp:html -->` + body + `<!-- /wp:html -->`
		made, err = f.document.show(ctx, in, p)
	}
	if err != nil || scope.Failure(ctx) != nil {
		return false // the caller has plainer words
	}
	for k, v := range made.header {
		if k != "Link" {
			w.Header()[k] = v
		}
	}
	w.Header().Set("Cache-Control", "private, no-store")
	httpcache.Send(w, r, made.status, made.body)
	return true
}

// around puts blocks between the head and the foot of the theme's pages.
func around(t *theme.Theme, content string) string {
	part := func(area, tag string) string {
		found := ""
		for _, p := range t.Parts {
			if p.Area == area && (found == "" || p.Slug == tag) {
				found = p.Slug
			}
		}
		if found == "" {
			return ""
		}
		return `<!-- wp:template-part {"slug":"` + found + `","tagName":"` + tag + `"} /-->`
	}
	return part(theme.AreaHeader, "header") + `<!-- wp:group {"tagName":"main","layout":{"type":"constrained"}} --><main class="wp-block-group">` + content +
		`</main><!-- /wp:group -->` + part(theme.AreaFooter, "footer")
}
