package app

import (
	"fmt"
	"slices"
	"strings"

	"quoin/internal/content"
	"quoin/internal/core/blocks"
	"quoin/internal/core/meta"
	"quoin/internal/ext/seo"
	"quoin/internal/schema"
)

// Preset is a fixed choice of extensions. Everything else a site always has.
type Preset struct {
	Name       string
	Extensions []Use
}

// Use is one extension of a preset, and the features that are asked of it.
type Use struct {
	ID       string
	Features []string
}

// presets are all presets, the last the usual one.
func presets() []Preset {
	first := []string{seo.FeatureFirst}
	return []Preset{
		{"core", []Use{{ID: "oembed"}}},
		{"deployment-1", []Use{{ID: "oembed"}, {ID: "seo", Features: first}, {ID: "duplicatepost"}}},
		{"deployment-2", []Use{
			{ID: "oembed"}, {ID: "redirection"}, {ID: "seo"}, {ID: "analytics"}, {ID: "loginlimit"}, {ID: "thumbnails"},
		}},
		{"full", []Use{
			{ID: "oembed"}, {ID: "redirection"}, {ID: "seo", Features: first}, {ID: "duplicatepost"}, {ID: "analytics"}, {ID: "loginlimit"},
			{ID: "thumbnails"}, {ID: "changes"},
		}},
	}
}

// PresetNames are the names of all presets.
func PresetNames() []string {
	var names []string
	for _, p := range presets() {
		names = append(names, p.Name)
	}
	return names
}

// FindPreset is the preset of a name.
func FindPreset(name string) (Preset, error) {
	for _, p := range presets() {
		if p.Name == name {
			return p, nil
		}
	}
	return Preset{}, fmt.Errorf("there is no preset %q; there are %s", name, strings.Join(PresetNames(), ", "))
}

// use is what the preset asks of an extension.
func (p Preset) use(id string) (Use, bool) {
	i := slices.IndexFunc(p.Extensions, func(u Use) bool { return u.ID == id })
	if i < 0 {
		return Use{}, false
	}
	return p.Extensions[i], true
}

// coreStatuses are the entry statuses that every site has, in the order in
// which they are listed.
func coreStatuses() []string {
	return []string{
		"publish", "future", "draft", "pending", "private", "trash", "auto-draft", "inherit",
		"request-pending", "request-confirmed", "request-failed", "request-completed",
	}
}

// metaSets are the meta keys of entries by type: those of the core around
// those of extensions, in the order in which they are shown.
func metaSets(more map[string][]meta.Key) map[string]*meta.Set {
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
	for _, typ := range []string{content.TypePost, content.TypePage, content.TypeBlock} {
		add(typ, meta.Key{Name: content.MetaFootnotes, Schema: schema.Str("", schema.Default(""))})
	}
	return sets
}
