package services

import (
	"quoin/internal/api/core/blocks"
	"quoin/internal/api/core/meta"
	"quoin/internal/domain/content"
	"quoin/internal/platform/schema"
)

// Statuses are the entry statuses that every site has, in the order in
// which they are listed.
func Statuses() []string {
	return []string{
		"publish", "future", "draft", "pending", "private", "trash", "auto-draft", "inherit",
		"request-pending", "request-confirmed", "request-failed", "request-completed",
	}
}

// MetaSets are the meta keys of entries by type: those of the core around
// those of extensions, in the order in which they are shown.
func MetaSets(types *content.Types, more map[string][]meta.Key) map[string]*meta.Set {
	sets := map[string]*meta.Set{}
	add := func(typ string, keys ...meta.Key) {
		if sets[typ] == nil {
			sets[typ] = &meta.Set{}
		}
		sets[typ].Keys = append(sets[typ].Keys, keys...)
	}
	add(content.TypeBlock, meta.Key{
		Name: blocks.SyncKey, Schema: schema.Str("", schema.Default(""), schema.Enum("partial", "unsynced")),
	})
	for typ, keys := range more {
		add(typ, keys...)
	}
	for _, t := range types.REST() {
		if t.Has("editor") && t.Has("revisions") && t.Has("custom-fields") {
			add(t.Name, meta.Key{Name: content.MetaFootnotes, Schema: schema.Str("", schema.Default(""))})
		}
	}
	return sets
}
