package theme

import (
	"slices"
	"strings"

	"quoin/internal/platform/wire"
)

// Merge lays another document over this one and returns the result; both stay
// as they are. Containers are joined member by member, with exceptions:
// preset lists replace the list of the same origin, units and background
// images replace what was there as a whole, and where the settings say that
// default presets stand, presets of a theme with a default's slug are left out.
func (d *Data) Merge(over *Data) *Data {
	root := overlayObject(d.root, over.root)
	incoming := over.root.Clone()
	mergeScales(root, incoming)
	mergePresets(root, incoming)
	mergeBackgrounds(root, incoming)
	blocks := d.blocks
	if over.blocks != nil {
		blocks = over.blocks
	}
	return &Data{root: root, blocks: blocks}
}

// mergeScales spells the merged spacing scales out: each origin fills in what
// the next one doesn't say.
func mergeScales(root, incoming *wire.Object) {
	flat := &wire.Object{}
	for _, origin := range origins() {
		path := []string{"settings", "spacing", "spacingScale", string(origin)}
		for _, m := range objectAt(root, path...).Members() {
			flat.Set(m.Key, m.Value)
		}
		scale, ok := lookup(incoming, path...)
		if !ok || scale == nil {
			continue
		}
		for _, m := range object(scale).Members() {
			flat.Set(m.Key, m.Value)
		}
		at := []string{"settings", "spacing", "spacingSizes", string(origin)}
		set(incoming, joinSizes(scaleSizes(flat), get(incoming, at...)), at...)
	}
}

func mergePresets(root, incoming *wire.Object) {
	taken := map[PresetKind][]string{}
	for _, t := range presetTypes() {
		taken[t.kind] = defaultSlugs(root, append([]string{"settings"}, t.path()...))
	}
	for _, path := range settingPaths(incoming) {
		if units := get(incoming, append(path, "spacing", "units")...); units != nil {
			set(root, wire.CloneValue(units), append(path, "spacing", "units")...)
		}
		for _, t := range presetTypes() {
			at := append(slices.Clone(path), t.path()...)
			guarded := t.guard != "" && !empty(settingAt(root, path, strings.Split(t.guard, ".")))
			for _, origin := range origins() {
				content := get(incoming, append(at, string(origin))...)
				if content == nil {
					continue
				}
				if origin == OriginTheme && t.inheritName {
					content = withDefaultNames(content, get(root, append(at, string(OriginDefault))...))
				}
				if origin == OriginTheme && guarded {
					content = withoutSlugs(content, append(defaultSlugs(root, at), taken[t.kind]...))
				}
				set(root, wire.CloneValue(content), append(at, string(origin))...)
			}
		}
	}
}

// settingPaths are the places of the settings and those of single blocks.
func settingPaths(root *wire.Object) [][]string {
	settings := root.Object("settings")
	if settings == nil {
		return nil
	}
	paths := [][]string{{"settings"}}
	for _, name := range settings.Object("blocks").Keys() {
		paths = append(paths, []string{"settings", "blocks", name})
	}
	for i := range paths {
		paths[i] = slices.Clip(paths[i])
	}
	return paths
}

// settingAt is a setting of a node, or that of the whole site where the node
// doesn't have it.
func settingAt(root *wire.Object, node, setting []string) any {
	if v, ok := lookup(root, append(slices.Clone(node), setting...)...); ok {
		return v
	}
	return get(root, append([]string{"settings"}, setting...)...)
}

func withDefaultNames(content, defaults any) any {
	list, ok := content.([]any)
	if !ok {
		return content
	}
	out := make([]any, len(list))
	for i, item := range list {
		out[i] = item
		o, ok := item.(*wire.Object)
		if !ok || o.Get("name") != nil {
			continue
		}
		for _, d := range items(defaults) {
			if slugOf(d) == slugOf(o) && d.Get("name") != nil {
				o = o.Clone()
				o.Set("name", d.Get("name"))
				out[i] = o
				break
			}
		}
	}
	return out
}

func defaultSlugs(root *wire.Object, path []string) []string {
	var slugs []string
	for _, item := range items(get(root, append(slices.Clone(path), string(OriginDefault))...)) {
		if item.Get("slug") != nil {
			slugs = append(slugs, slugOf(item))
		}
	}
	return slugs
}

func withoutSlugs(content any, slugs []string) any {
	if len(slugs) == 0 {
		return content
	}
	out := []any{}
	for _, item := range items(content) {
		if item.Get("slug") != nil && !slices.Contains(slugs, slugOf(item)) {
			out = append(out, item)
		}
	}
	return out
}

// mergeBackgrounds replaces background images as a whole: half of one image
// over half of another would be neither.
func mergeBackgrounds(root, incoming *wire.Object) {
	paths := [][]string{{"styles"}}
	blocks := objectAt(root, "styles", "blocks")
	for _, m := range blocks.Members() {
		path := []string{"styles", "blocks", m.Key}
		paths = append(paths, path)
		for _, element := range objectAt(m.Value, "elements").Keys() {
			paths = append(paths, append(slices.Clone(path), "elements", element))
		}
	}
	for _, path := range paths {
		at := append(path, "background", "backgroundImage")
		if image := get(incoming, at...); image != nil {
			set(root, wire.CloneValue(image), at...)
		}
	}
}
