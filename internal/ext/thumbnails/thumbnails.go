// Package thumbnails makes the sub-sizes of images again, after their sizes
// were changed: of one image by the API, of the whole library by a command.
package thumbnails

import (
	"context"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media/filetype"
	"quoin/internal/ext"
	"quoin/internal/platform/schema"
)

const namespace = "regenerate-thumbnails/v1"

// Extension declares it.
func Extension() ext.Extension {
	return ext.Extension{
		ID: "thumbnails",
		Info: ext.Info{
			ID: "regenerate-thumbnails/regenerate-thumbnails", SameID: true, Title: "Regenerate Thumbnails", Version: "3.1.5",
			TextDomain: "regenerate-thumbnails", Author: "Quoin",
			Description: "Makes the sub-sizes of images again, after their sizes were changed.",
		},
		Options:  []ext.Option{optionUsages.Option, optionProgress.Option},
		Commands: []ext.Command{command()},
		New:      build,
	}
}

// optionUsages tells whether posts that show an image get its new files.
var optionUsages = ext.BoolOption("update_usages", "", false)

// service is the extension on one site.
type service struct {
	ext.Own
	ext.Reads
	ext.Writes
}

func build(h *ext.Host) (*ext.Parts, error) {
	s := &service{Own: h.Own, Reads: h.Reads, Writes: h.Writes}
	return &ext.Parts{
		Routes: s.routes(),
		Entries: []ext.EntryAdded{{
			For:   func(t *content.Type) bool { return t.Name == content.TypeAttachment },
			Added: ext.Added[*content.Entry, content.Query]{Filter: filter, Unlisted: []string{argIsRegeneratable.Name, argExcludeSiteIcons.Name}},
		}},
		Commands: map[string]func(context.Context, *ext.Call) error{verb: s.regenerateAll},
	}, nil
}

// metaContext tells what an attachment is for; site icons are cut by hand.
const (
	metaContext = "_wp_attachment_context"
	siteIcon    = "site-icon"
)

// filter restricts the list of media to what can be regenerated. Neither of its
// arguments is published: the reference's aren't either.
func filter(r *rest.Request, q *content.Query) error {
	if given(argIsRegeneratable.Of(r)) {
		q.MimeTypes = []string{"application/pdf"}
		for _, mime := range filetype.Major("image") {
			if mime != "image/svg+xml" {
				q.MimeTypes = append(q.MimeTypes, mime)
			}
		}
	}
	if given(argExcludeSiteIcons.Of(r)) {
		q.WithoutMeta = append(q.WithoutMeta, metaContext)
	}
	return nil
}

// given tells whether a parameter has a value that isn't empty, as the
// reference has it.
func given(value any) bool {
	switch v := value.(type) {
	case nil:
		return false
	case string:
		return v != "" && v != "0"
	case []any:
		return len(v) > 0
	default:
		return schema.ToBool(v)
	}
}
