package seo

import (
	"net/http"

	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/wire"
)

// importers are what can be imported of which other program.
var importers = map[string][]string{
	"aioseo": {
		"posts", "general_settings", "custom_archive_settings", "default_archive_settings", "posttype_defaults_settings", "taxonomy_settings",
		"cleanup", "validate_data",
	},
}

func (s *index) importPage(r *rest.Request) (*rest.Response, error) {
	plugin, typ := argPlugin.Of(r), argType.Of(r)
	for _, known := range importers[plugin] {
		if known != typ {
			continue
		}
		done, err := s.importBatch(r.Context(), typ)
		if err != nil {
			return nil, err
		}
		var next any = false
		if len(done) >= indexBatch {
			next = wire.Ref{Path: r.Path}
		}
		var objects any = false
		if typ == "posts" || len(done) > 0 {
			objects = wire.Ints(done)
		}
		return rest.OK(wire.NewObject("objects", objects, "next_url", next)), nil
	}
	return nil, fault.New(http.StatusNotFound, "rest_no_route", "There is nothing to import by this name.")
}
