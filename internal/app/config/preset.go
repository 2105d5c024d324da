package config

import (
	"fmt"
	"slices"
	"strings"

	"quoin/internal/ext/all"
)

// Full is the preset that has all that there is.
const Full = "full"

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

// presets are all presets, the last the usual one, which has every extension.
func presets() []Preset {
	full := Preset{Name: Full}
	for _, x := range all.List() {
		full.Extensions = append(full.Extensions, Use{ID: x.ID, Features: x.Features})
	}
	return []Preset{
		{"core", []Use{{ID: "oembed"}}},
		{"deployment-1", []Use{{ID: "oembed"}, {ID: "seo", Features: []string{"deployment-1"}}, {ID: "duplicatepost"}}},
		{"deployment-2", []Use{
			{ID: "oembed"}, {ID: "redirection"}, {ID: "seo"}, {ID: "analytics"}, {ID: "loginlimit"}, {ID: "thumbnails"},
		}},
		full,
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

// Use is what the preset asks of an extension.
func (p Preset) Use(id string) (Use, bool) {
	i := slices.IndexFunc(p.Extensions, func(u Use) bool { return u.ID == id })
	if i < 0 {
		return Use{}, false
	}
	return p.Extensions[i], true
}
