// Package blocks is the resource core/v2/blocks: pieces of content that are
// used in more than one place. The API calls them patterns to people.
package blocks

import (
	"slices"

	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/schema"
)

// SyncKey is the registered meta key that says whether the places where a
// pattern is used change with it. It is written as a member of meta and shown
// beside it.
const SyncKey = "core_pattern_sync_status"

// Routes are the routes of blocks, their revisions and autosaves.
func Routes(e *env.Env) []rest.Route { return Resource(e).Routes() }

// Resource describes blocks.
func Resource(e *env.Env) *entry.Resource {
	t := e.Types.Get(content.TypeBlock)
	f := entry.Fields{Env: e, Type: t}
	return &entry.Resource{
		Env: e, Type: t, Batch: rest.BatchYes, Concurrent: true,
		Fields: slices.Concat(
			[]entry.Field{f.ID()}, f.Dates(), []entry.Field{f.GUID()}, f.Modified(),
			[]entry.Field{
				f.Password(rest.OnlyEdit), f.Slug(), f.Status(rest.NotEmbed), f.TypeName(), f.Link(), f.TitleIn(rest.NotEmbed),
				f.Content(f.Raw(rest.NotEmbed), f.Protected(), f.BlockVersion(rest.OnlyEdit)),
				f.Excerpt(), f.Template(), metaField(f),
			},
			f.Terms(), []entry.Field{syncField(f)},
		),
	}
}

// metaField is the meta member without the key that stands beside it.
func metaField(f entry.Fields) entry.Field {
	field, set := f.Meta(), f.MetaOf(f.Type.Name)
	field.Read = func(r *rest.Request, e *content.Entry) any {
		shown := set.Read(e.Meta, r.ViewContext(), nil)
		shown.Delete(SyncKey)
		return shown
	}
	return field
}

// syncField is the status, "" for blocks whose uses follow them.
//
// Compat (TestBlocks): it is taken from the meta member, so it is empty in answers that
// leave that out, as those in context embed do.
func syncField(f entry.Fields) entry.Field {
	set := f.MetaOf(f.Type.Name)
	return entry.Field{
		Name: SyncKey, Schema: schema.Str(""), Hidden: true,
		Read: func(r *rest.Request, e *content.Entry) any {
			if r.ViewContext() == rest.Embed || !r.Wants("meta") {
				return ""
			}
			status, _ := set.Read(e.Meta, r.ViewContext(), nil).Get(SyncKey).(string)
			return status
		},
	}
}
