package theme

import (
	"bytes"
	"encoding/json"
	"slices"

	"quoin/internal/platform/wire"
)

// Export is a theme.json that holds the theme's own document with the users'
// changes worked in, with its keys in alphabetical order. user may be nil.
func (t *Theme) Export(user *wire.Object) *wire.Object {
	d := t.own
	if user != nil {
		d = d.Merge(t.User(user))
	}
	root := d.root.Clone()
	for _, node := range settingNodes(root) {
		for _, p := range presetTypes() {
			if lists := objectAt(node, p.path()...); lists != nil {
				set(node, flatten(lists), p.path()...)
			}
		}
		foldTools(node)
	}
	return sortKeys(root).(*wire.Object)
}

// flatten joins the presets of a theme and of its users into one list.
func flatten(lists *wire.Object) []any {
	bySlug := &wire.Object{}
	for _, origin := range []Origin{OriginTheme, OriginUser} {
		for _, item := range items(lists.Get(string(origin))) {
			bySlug.Set(slugOf(item), item)
		}
	}
	out := make([]any, 0, bySlug.Len())
	for _, m := range bySlug.Members() {
		out = append(out, m.Value)
	}
	return out
}

// foldTools writes "appearanceTools" again where all it stands for is set.
func foldTools(settings *wire.Object) {
	for _, path := range tools() {
		if _, ok := lookup(settings, path...); !ok {
			return
		}
	}
	settings.Set("appearanceTools", true)
	for _, path := range tools() {
		if get(settings, path...) != true {
			continue
		}
		group := settings.Object(path[0])
		group.Delete(path[1])
		if group.Len() == 0 {
			settings.Delete(path[0])
		}
	}
}

func sortKeys(v any) any {
	switch v := v.(type) {
	case *wire.Object:
		out := &wire.Object{}
		keys := v.Keys()
		slices.Sort(keys)
		for _, key := range keys {
			out.Set(key, sortKeys(v.Get(key)))
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = sortKeys(v[i])
		}
		return out
	}
	return v
}

// ExportJSON is Export as the text of a file.
func (t *Theme) ExportJSON(user *wire.Object) []byte {
	compact := wire.Readable(t.Export(user))
	var out bytes.Buffer
	if err := json.Indent(&out, []byte(compact), "", "\t"); err != nil {
		return []byte(compact)
	}
	out.WriteByte('\n')
	return out.Bytes()
}
