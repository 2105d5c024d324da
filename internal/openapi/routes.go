package openapi

import (
	"embed"
	"net/http"
	"strings"

	"quoin/internal/rest"
)

//go:embed page
var page embed.FS

// Routes are where an API tells what it is: the document at /openapi.json, and
// at /docs a page that shows it and tries requests, without anything from
// elsewhere. They aren't in the index, which lists what the reference has.
func Routes(info func(r *rest.Request) Info) []rest.Route {
	route := func(path string, handle func(r *rest.Request) (*rest.Response, error)) rest.Route {
		return rest.Route{Pattern: "/" + path, Hidden: true, Endpoints: []rest.Endpoint{{Methods: rest.Readable, Allow: rest.Public, Handle: handle}}}
	}
	file := func(path, name, kind string) rest.Route {
		return route(path, func(r *rest.Request) (*rest.Response, error) {
			data, err := page.ReadFile("page/" + name)
			if err != nil {
				return nil, err
			}
			res := &rest.Response{Write: func(w http.ResponseWriter) { _, _ = w.Write(data) }} // a caller that went away is not our failure
			// The API is no place of scripts: it answers with any (_jsonp).
			res.SetHeader("Content-Security-Policy", "default-src 'none'; script-src "+r.Mount.Root(r.Context())+"docs.js; style-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'")
			return res.SetHeader("Content-Type", kind+"; charset=utf-8"), nil
		})
	}
	return []rest.Route{
		route("openapi.json", func(r *rest.Request) (*rest.Response, error) {
			about := info(r)
			about.Server = strings.TrimSuffix(r.Mount.Root(r.Context()), "/")
			var shown []*rest.Route
			for _, route := range r.API.Routes() {
				if !route.Hidden || strings.HasPrefix(route.Pattern, "/quoin/") {
					shown = append(shown, route)
				}
			}
			return rest.OK(Document(about, shown, r.Mount.Dialect)), nil
		}),
		file("docs", "docs.html", "text/html"), file("docs.js", "docs.js", "text/javascript"), file("docs.css", "docs.css", "text/css"),
	}
}
