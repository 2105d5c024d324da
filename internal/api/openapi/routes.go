package openapi

import (
	"embed"
	"net/http"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/platform/schema"
)

//go:embed page
var page embed.FS

// Routes are where an API tells what it is: the document at /openapi.json, and
// at /docs a page that shows it and tries requests, without anything from
// elsewhere. They aren't in the index, which lists what the reference has.
func Routes(info func(r *rest.Request) Info) []rest.Route {
	route := func(path string, e rest.Endpoint) rest.Route {
		e.Methods, e.Allow = rest.Readable, rest.Public
		return rest.Route{Pattern: "/" + path, Hidden: true, Endpoints: []rest.Endpoint{e}}
	}
	file := func(path, name, kind string) rest.Route {
		return route(path, rest.Endpoint{Media: []string{kind}, Handle: func(r *rest.Request) (*rest.Response, error) {
			data, err := page.ReadFile("page/" + name)
			if err != nil {
				return nil, err
			}
			res := &rest.Response{Write: func(w http.ResponseWriter) { _, _ = w.Write(data) }} // a caller that went away is not our failure
			// The API is no place of scripts: it answers with any (_jsonp).
			res.SetHeader("Content-Security-Policy", "default-src 'none'; script-src "+r.Mount.Root(r.Context())+"docs.js; style-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'")
			return res.SetHeader("Content-Type", kind+"; charset=utf-8"), nil
		}})
	}
	return []rest.Route{
		route("openapi.json", rest.Endpoint{
			Answer: schema.Obj(nil, "A document of OpenAPI.", schema.Open()),
			Handle: func(r *rest.Request) (*rest.Response, error) {
				about := info(r)
				about.Server = strings.TrimSuffix(r.Mount.Root(r.Context()), "/")
				return rest.OK(Document(about, r.API.Routes(), r.Mount.Dialect)), nil
			},
		}),
		file("docs", "docs.html", "text/html"), file("docs.js", "docs.js", "text/javascript"), file("docs.css", "docs.css", "text/css"),
	}
}
