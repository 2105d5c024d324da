package admin

import (
	"net/url"
)

// placesOfTypes are where the site editor has entries of a type: all of them, and one.
var placesOfTypes = map[string]struct {
	list, one string
	// alone tells that one is opened without a canvas too.
	alone bool
	// keeps tells that the list is told the type, as it is that of several.
	keeps bool
}{
	"wp_navigation":    {list: "/navigation", one: "/wp_navigation/", alone: true},
	"page":             {list: "/page", one: "/page/"},
	"wp_template":      {list: "/template", one: "/wp_template/"},
	"wp_block":         {list: "/pattern", one: "/wp_block/"},
	"wp_template_part": {list: "/pattern", one: "/wp_template_part/", keeps: true},
}

// placesOfPaths are where the site editor has what older addresses name by a path.
var placesOfPaths = map[string]string{
	"/wp_global_styles": "/styles", "/wp_template_part/all": "/pattern", "/page": "/page", "/wp_template": "/template",
	"/patterns": "/pattern", "/navigation": "/navigation",
}

// sitePlace is the query with which the site editor shows what another one asks for;
// false for one that it reads itself.
func sitePlace(query url.Values) (url.Values, bool) {
	if len(query) == 0 || query.Has("p") {
		return nil, false
	}
	kind, id := query.Get("postType"), query.Get("postId")
	if t, ok := placesOfTypes[kind]; ok {
		if id != "" && (t.alone || query.Get("canvas") != "") {
			query.Set("p", t.one+id)
			query.Del("postId")
			query.Del("postType")
			return query, true
		}
		query.Set("p", t.list)
		if !t.keeps {
			query.Del("postType")
		}
		return query, true
	}
	path := query.Get("path")
	place, ok := placesOfPaths[path]
	if !ok {
		query.Set("p", "/")
		return query, true
	}
	query.Set("p", place)
	query.Del("path")
	if path == "/wp_template_part/all" {
		query.Set("postType", "wp_template_part")
	}
	return query, true
}
