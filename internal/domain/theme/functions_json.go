package theme

import (
	"quoin/internal/domain/theme/php"
	"quoin/internal/platform/wire"
)

// documentUpdates are what the code of a theme changes of settings and styles.
type documentUpdates struct{ defaults, own, users []*wire.Object }

// update lays what the code of a theme says over a layer.
func update(layer *Data, updates []*wire.Object, from Origin, blocks *Blocks) *Data {
	for _, doc := range updates {
		layer = layer.Merge(NewData(doc.Clone(), from, blocks))
	}
	return layer
}

// newDocument makes what the filters of theme.json are given.
func newDocument(data *Data, taken *[]*wire.Object, from Origin) *php.Object {
	object := &php.Object{Class: "WP_Theme_JSON_Data"}
	object.Methods = map[string]php.Function{
		"get_data": func(*php.Call) any { return php.DecodeJSON(string(wire.Append(nil, data.root, nil)), true) },
		"update_with": func(call *php.Call) any {
			v, why := php.DropUnknown(call.Arg(0))
			if doc, ok := jsonOf(v).(*wire.Object); ok && len(why) == 0 && len(*taken) < maxDepth {
				*taken = append(*taken, doc)
				data = data.Merge(NewData(doc.Clone(), from, data.blocks))
			} else {
				call.Problem("not taken: update_with() of what isn't known")
			}
			return object
		},
	}
	return object
}

// runDocuments lets the code of a theme change settings and styles.
func (r *registrar) runDocuments(p *php.Program) {
	blocks := CoreBlocks()
	to := &r.theme.updates
	for _, layer := range []struct {
		hook  string
		data  func() *Data
		taken *[]*wire.Object
		from  Origin
	}{
		{"wp_theme_json_data_default", r.theme.defaults, &to.defaults, OriginDefault},
		{"wp_theme_json_data_theme", func() *Data { return NewData(r.theme.document.Clone(), OriginTheme, blocks) }, &to.own, OriginTheme},
		{"wp_theme_json_data_user", func() *Data { return NewData(nil, OriginUser, blocks) }, &to.users, OriginUser},
	} {
		for _, h := range r.of(layer.hook) {
			given := newDocument(update(layer.data(), *layer.taken, layer.from, blocks), layer.taken, layer.from)
			v, _, ok := p.Call(h.callback, given)
			made, _ := v.(*php.Object)
			if made == nil || made.Class != given.Class || !ok {
				h.skip("not taken: add_filter() for " + layer.hook)
				continue
			}
			if doc, is := made.Members["made"].(*php.Array); is {
				if o, ok := jsonOf(doc).(*wire.Object); ok {
					*layer.taken = append(*layer.taken, o)
				}
			}
		}
	}
}

// madeDocument is one that the code of a theme makes itself.
func madeDocument(call *php.Call) any {
	v, why := php.DropUnknown(call.Arg(0))
	doc, ok := v.(*php.Array)
	if !ok || len(why) > 0 {
		return php.Unknown{Why: "new WP_Theme_JSON_Data"}
	}
	return &php.Object{Class: "WP_Theme_JSON_Data", Members: map[string]any{"made": doc}}
}
