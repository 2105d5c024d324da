// Package all is the list of extensions that the program is built with.
package all

import (
	"quoin/internal/ext"
	"quoin/internal/ext/agents"
	"quoin/internal/ext/analytics"
	"quoin/internal/ext/changes"
	"quoin/internal/ext/duplicatepost"
	"quoin/internal/ext/loginlimit"
	"quoin/internal/ext/oembed"
	"quoin/internal/ext/redirection"
	"quoin/internal/ext/seo"
	"quoin/internal/ext/thumbnails"
)

// List are all extensions, in the order of their routes in the index.
func List() []ext.Extension {
	return []ext.Extension{
		oembed.Extension(),
		redirection.Extension(),
		seo.Extension(),
		duplicatepost.Extension(),
		analytics.Extension(),
		loginlimit.Extension(),
		thumbnails.Extension(),
		changes.Extension(),
		agents.Extension(),
	}
}
