package theme

import (
	"quoin/internal/domain/theme/php"
	"quoin/internal/platform/wire"
)

// settled are the settings and styles of the theme as its code finds them: what its
// documents say.
func (c *code) settled() *Data {
	if c.data == nil {
		blocks := CoreBlocks()
		own := NewData(c.theme.document.Clone(), OriginTheme, blocks)
		if p := c.theme.Parent; p != nil {
			own = NewData(p.document.Clone(), OriginTheme, blocks).Merge(own)
		}
		c.data = (&Data{root: wire.NewObject("version", int64(LatestVersion)), blocks: blocks}).
			Merge(c.theme.defaults()).Merge(blockData(blocks)).Merge(supportData(blocks).Merge(own))
	}
	return c.data
}

// addSettings adds what reads theme.json, the headers of files and names as they
// stand in classes.
func (c *code) addSettings(all map[string]php.Function) {
	at := func(of func() *wire.Object) php.Function {
		return func(call *php.Call) any {
			if u := call.Unknown(); u != nil {
				return *u
			}
			v := any(of())
			switch path := call.Arg(0).(type) {
			case *php.Array:
				for _, name := range texts(path) {
					o, ok := v.(*wire.Object)
					if !ok || !o.Has(name) {
						return nil
					}
					v = o.Get(name)
				}
			case string:
				o, _ := v.(*wire.Object)
				v = o.Get(path)
			}
			return php.DecodeJSON(string(wire.Append(nil, v, nil)), true)
		}
	}
	all["wp_get_global_settings"] = at(func() *wire.Object { return c.settled().Settings() })
	all["wp_get_global_styles"] = at(func() *wire.Object { return c.settled().Styles() })
	all["_wp_to_kebab_case"] = func(call *php.Call) any {
		s, ok := call.Text(0)
		if !ok {
			return php.Unknown{Why: call.Name + "()"}
		}
		return KebabCase(s)
	}
	all["get_file_data"] = func(call *php.Call) any {
		name, ok := call.Text(0)
		wanted, _ := call.Arg(1).(*php.Array)
		own, inside := c.own(name)
		if !ok || !inside || wanted == nil || !c.files.has(own) {
			return php.Unknown{Why: call.Name + "()"}
		}
		source, err := c.files.text(own)
		if err != nil {
			return php.Unknown{Why: call.Name + "()"}
		}
		labels := texts(wanted)
		said := headerFields(source, labels...)
		var pairs []any
		for key, label := range wanted.All {
			l, _ := label.(string)
			pairs = append(pairs, key, said[l])
		}
		return php.NewArray(pairs...)
	}
}
