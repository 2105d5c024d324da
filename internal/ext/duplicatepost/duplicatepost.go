// Package duplicatepost copies entries. A copy is an entry of its own, or one
// that is rewritten beside its original, which stays published meanwhile, and
// then takes the original's place.
package duplicatepost

import (
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/ext"
	"quoin/internal/platform/access"
	"quoin/internal/platform/job"
	"quoin/internal/platform/schema"
)

const namespace = "duplicate-post/v1"

// capCopy is the capability to copy entries.
const capCopy = "copy_posts"

// StatusRepublish is the status of a copy that took the place of its original
// and is about to be removed.
const StatusRepublish = "dp-rewrite-republish"

// The meta keys that tell copies and originals of each other.
const (
	metaOriginal    = "_dp_original"                   // on a copy: the id of its original
	metaRewrite     = "_dp_is_rewrite_republish_copy"  // on a copy that is to take its original's place
	metaHasRewrite  = "_dp_has_rewrite_republish_copy" // on an original: the id of that copy
	metaRewriteFrom = "_dp_creation_date_gmt"          // on that copy: when it was made
	metaRepublished = "_dp_has_been_republished"       // on that copy: it has done its work
	metaScheduledBy = "_dp_scheduled_by"               // on that copy: the id of who had the last say in what it is to publish
)

// Extension declares it.
func Extension() ext.Extension {
	return ext.Extension{
		ID: "duplicatepost",
		Info: ext.Info{
			ID: "duplicate-post/duplicate-post", SameID: true, Title: "Duplicate Post", Version: "4.6", TextDomain: "duplicate-post",
			RequiresCore: "6.8", RequiresRuntime: "7.4", Author: "Quoin",
			Description: "Copies entries, and lets a copy be rewritten and then take the place of its original.",
		},
		Caps: map[string][]access.Capability{
			access.Administrator: {capCopy}, access.Editor: {capCopy},
		},
		Statuses: []ext.Status{{Name: StatusRepublish, Title: StatusRepublish, Internal: true}},
		Options:  declared.Options(),
		New:      build,
	}
}

// declared are what the site chose for copies.
var declared = &ext.Settings[parts]{Declare: func(p *parts, m *ext.Members) {
	m.Bool(&p.title, "copytitle", "", true)
	m.Bool(&p.date, "copydate", "", false)
	m.Bool(&p.status, "copystatus", "", false)
	m.Bool(&p.slug, "copyslug", "", false)
	m.Bool(&p.excerpt, "copyexcerpt", "", true)
	m.Bool(&p.content, "copycontent", "", true)
	m.Bool(&p.image, "copythumbnail", "", true)
	m.Bool(&p.template, "copytemplate", "", true)
	m.Bool(&p.format, "copyformat", "", true)
	m.Bool(&p.author, "copyauthor", "", false)
	m.Bool(&p.password, "copypassword", "", false)
	m.Bool(&p.children, "copychildren", "", false)
	m.Bool(&p.comments, "copycomments", "", false)
	m.Bool(&p.attachments, "copyattachments", "", false)
	m.Bool(&p.menuOrder, "copymenuorder", "", true)
	m.Text(&p.prefix, "title_prefix", "", "")
	m.Text(&p.suffix, "title_suffix", "", "")
	m.Int(&p.addToOrder, "increase_menu_order_by", "", 0)
	m.Texts(&p.withoutMeta, "blacklist", "", nil, schema.Str(""))
	m.Texts(&p.withoutTaxonomies, "taxonomies_blacklist", "", nil, schema.Str(""))
	m.Texts(&p.types, "types_enabled", "", []string{content.TypePost, content.TypePage}, schema.Str(""))
}}

// service is the extension on one site.
type service struct {
	ext.Own
	ext.Kept
	ext.Reads
	ext.Writes
	ext.Callers
}

func build(h *ext.Host) (*ext.Parts, error) {
	s := &service{Own: h.Own, Kept: h.Kept, Reads: h.Reads, Writes: h.Writes, Callers: h.Callers}
	return &ext.Parts{
		Routes:  []rest.Route{s.forgetRoute()},
		Actions: s.actions(),
		Hooks: ext.Hooks{Entries: content.Writes{
			Before: s.beforeSave, Saved: s.afterSave, Deleted: s.afterDelete,
		}},
		Jobs: map[string]job.Handler{jobRemove: s.removeCopy, jobAttachments: s.copyAttachments},
	}, nil
}

// isRewrite tells whether an entry is a copy that is going to take the place
// of its original.
func isRewrite(e *content.Entry) bool { return e.Meta.Int(metaRewrite) == 1 }
