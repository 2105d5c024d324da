package app

import (
	"fmt"
	"slices"
	"strings"

	"quoin/internal/content"
	"quoin/internal/core/blocks"
	"quoin/internal/core/meta"
	"quoin/internal/schema"
)

// Preset is a fixed choice of what a site serves.
type Preset struct {
	Name string
	// EntryMeta are the registered meta keys by type.
	EntryMeta map[string]*meta.Set
	// MoreStatuses are entry statuses that extensions add.
	MoreStatuses []string
}

// PresetNames are the names of all presets.
func PresetNames() []string { return []string{"core", "deployment-1", "deployment-2", "full"} }

// FindPreset is the preset of a name.
func FindPreset(name string) (Preset, error) {
	if !slices.Contains(PresetNames(), name) {
		return Preset{}, fmt.Errorf("there is no preset %q; there are %s", name, strings.Join(PresetNames(), ", "))
	}
	p := Preset{Name: name, EntryMeta: map[string]*meta.Set{}}
	p.add([]meta.Key{patternSync()}, content.TypeBlock)
	first := name == "deployment-1" || name == "full"
	second := name == "deployment-2" || name == "full"
	if first || second {
		p.add(seoKeys(), "post")
	}
	if second {
		p.add(analyticsKeys(), "post", "page", "attachment", "nav_menu_item", "core_block")
	}
	p.add([]meta.Key{footnotes()}, "post", "page", "core_block")
	if first {
		p.MoreStatuses = append(p.MoreStatuses, "dp-rewrite-republish")
	}
	return p, nil
}

func (p *Preset) add(keys []meta.Key, types ...string) {
	for _, t := range types {
		if p.EntryMeta[t] == nil {
			p.EntryMeta[t] = &meta.Set{}
		}
		p.EntryMeta[t].Keys = append(p.EntryMeta[t].Keys, keys...)
	}
}

func text(name string) meta.Key {
	return meta.Key{Name: name, Schema: schema.Str("", schema.Default(""))}
}

func footnotes() meta.Key { return text("footnotes") }

func patternSync() meta.Key {
	return meta.Key{Name: blocks.SyncKey, Schema: schema.Str("", schema.Default(""), schema.Enum("partial", "unsynced"))}
}

func seoKeys() []meta.Key {
	return []meta.Key{text("_seo_focuskw"), text("_seo_title"), text("_seo_metadesc")}
}

func analyticsKeys() []meta.Key {
	return []meta.Key{
		{Name: "_analytics_skip_tracking", Schema: schema.Bool("", schema.Default(false))},
		{Name: "_analytics_sitenote_active", Schema: schema.Bool("", schema.Default(false))},
		text("_analytics_sitenote_note"),
		{Name: "_analytics_sitenote_category", Schema: schema.Int("", schema.Default(0))},
	}
}

// statuses are all entry statuses in the order in which they are listed.
func (p *Preset) statuses() []string {
	return append([]string{
		"publish", "future", "draft", "pending", "private", "trash", "auto-draft", "inherit",
		"request-pending", "request-confirmed", "request-failed", "request-completed",
	}, p.MoreStatuses...)
}

// metaKeys are the names of a type's registered meta keys.
func (p *Preset) metaKeys(typ string) []string {
	set := p.EntryMeta[typ]
	if set == nil {
		return nil
	}
	names := make([]string, len(set.Keys))
	for i, k := range set.Keys {
		names[i] = k.Name
	}
	return names
}
