// Package docs has the pages that the program itself shows: quoin help TOPIC.
package docs

import _ "embed"

// Operating tells how a site is run.
//
//go:embed operating.md
var Operating string
