package code

import (
	"cmp"
	"fmt"
	"slices"

	"quoin/internal/domain/definition"
	"quoin/internal/domain/theme/php"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// field is a field that code registers.
type field struct {
	object, of string // "" of for all of the kind
	key        string
	args       *wire.Object
}

// arguments are an argument that is a list of names, without what isn't known of it.
func arguments(v any) *wire.Object {
	known, _ := php.DropUnknown(v)
	o, _ := documentOf(known).(*wire.Object)
	if o == nil {
		o = &wire.Object{}
	}
	return o
}

// documentOf is a value of the code as a document; what it has no place for is nil.
func documentOf(v any) any {
	switch v := v.(type) {
	case *php.Array:
		list := []any{}
		o := &wire.Object{}
		for k, one := range v.All {
			value := documentOf(one)
			if n, ok := k.(int64); ok && list != nil && n == int64(len(list)) {
				list = append(list, value)
			} else {
				list = nil
			}
			o.Set(fmt.Sprint(k), value)
		}
		if list != nil {
			return list
		}
		return o
	case string, bool, int64, float64:
		return v
	}
	return nil
}

// names are a name or a list of them.
func names(v any) (list []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case *php.Array:
		for _, one := range v.All {
			if name, ok := one.(string); ok {
				list = append(list, name)
			}
		}
	}
	return list
}

func (r *reader) postType(c *php.Call) any {
	name, ok := c.Text(0)
	if !ok || name == "" || find(r.types, name) != nil {
		return nil
	}
	args := arguments(c.Arg(1))
	d := definitionOf(definition.OfType, name, args)
	if list, ok := args.Get("supports").([]any); ok {
		known := definition.Schema(definition.OfType).Property("supports").Items.Enum
		list = slices.DeleteFunc(slices.Clone(list), func(v any) bool { return !slices.Contains(known, v) })
		if d.Set("supports", list); len(list) == 0 {
			d.Set("supports", false)
		}
	}
	r.types = append(r.types, d)
	return nil
}

func (r *reader) taxonomy(c *php.Call) any {
	name, ok := c.Text(0)
	if !ok || name == "" || find(r.taxonomies, name) != nil {
		return nil
	}
	d := definitionOf(definition.OfTaxonomy, name, arguments(c.Arg(2)))
	d.Set("object_type", wire.Strings(names(c.Arg(1))))
	r.taxonomies = append(r.taxonomies, d)
	return nil
}

func (r *reader) imageSize(c *php.Call) any {
	if name, ok := c.Text(0); ok && name != "" {
		r.addSize(name, c.Arg(1), c.Arg(2), c.Arg(3))
	}
	return nil
}

// thumbnailSize is the size of featured images.
func (r *reader) thumbnailSize(c *php.Call) any {
	r.addSize("post-thumbnail", c.Arg(0), c.Arg(1), c.Arg(2))
	return nil
}

// sidebar is a place for widgets. What isn't said of it is as the reference has it.
func (r *reader) sidebar(c *php.Call) any {
	args, number := arguments(c.Arg(0)), fmt.Sprint(r.sidebars.Len()+1)
	one := wire.NewObject("name", "Sidebar "+number, "description", "", "class", "", "before_widget", `<li id="%1$s" class="widget %2$s">`, "after_widget", "</li>\n",
		"before_title", `<h2 class="widgettitle">`, "after_title", "</h2>\n")
	for _, m := range one.Members() {
		if text, ok := args.Get(m.Key).(string); ok {
			one.Set(m.Key, text)
		}
	}
	id := cmp.Or(args.Text("id"), "sidebar-"+number)
	r.sidebars.Set(id, one)
	return id
}

func (r *reader) addSize(name string, w, h, crop any) {
	width, _ := w.(int64)
	height, _ := h.(int64)
	// One that names the corner to keep is cropped, too.
	_, corner := crop.(*php.Array)
	r.sizes.Set(name, wire.NewObject("width", width, "height", height, "crop", corner || crop == true))
}

func (r *reader) join(c *php.Call) any {
	tax, _ := c.Text(0)
	typ, _ := c.Text(1)
	r.joined = append(r.joined, [2]string{tax, typ})
	return true
}

func find(list []*wire.Object, name string) *wire.Object {
	for _, d := range list {
		if d.Text("name") == name {
			return d
		}
	}
	return nil
}

// definitionOf takes what a definition can say of arguments.
func definitionOf(kind definition.Kind, name string, args *wire.Object) *wire.Object {
	d := wire.NewObject("kind", string(kind), "name", name)
	if kind == definition.OfTaxonomy {
		d.Set("public", true)
	}
	allowed := definition.Schema(kind)
	for _, m := range args.Members() {
		property := allowed.Property(m.Key)
		if property == nil || m.Value == nil || m.Key == "kind" || m.Key == "name" || m.Key == "supports" && m.Value != false || m.Key == "object_type" {
			continue
		}
		switch v := m.Value.(type) {
		case *wire.Object:
			if own := membersOf(property, v); own.Len() > 0 {
				d.Set(m.Key, own)
			}
			continue
		case string:
			if v == "" {
				continue
			}
		}
		value := m.Value
		if property.Is(schema.Boolean) && !property.Is(schema.String) && !property.Is(schema.Object) && !property.Is(schema.Array) {
			value = schema.ToBool(value)
		}
		if len(property.Enum) > 0 && !slices.Contains(property.Enum, value) || value == true && m.Key == "rewrite" {
			continue
		}
		d.Set(m.Key, value)
	}
	return d
}

// membersOf are those members of an argument that a definition may have.
func membersOf(property *schema.Schema, o *wire.Object) *wire.Object {
	out := &wire.Object{}
	for _, m := range o.Members() {
		own := property.Property(m.Key)
		text, isText := m.Value.(string)
		switch {
		case own == nil && property.AdditionalProperties == nil, m.Value == nil, isText && text == "":
		case own != nil && own.Is(schema.Boolean):
			out.Set(m.Key, schema.ToBool(m.Value))
		case isText:
			out.Set(m.Key, text)
		}
	}
	return out
}

func (r *reader) postMeta(c *php.Call) any { return r.metaOf(c, definition.OfEntries) }
func (r *reader) termMeta(c *php.Call) any { return r.metaOf(c, definition.OfTerms) }

func (r *reader) metaOf(c *php.Call, object string) any {
	of, _ := c.Text(0)
	key, ok := c.Text(1)
	if ok {
		r.addField(field{object, of, key, arguments(c.Arg(2))})
	}
	return true
}

func (r *reader) meta(c *php.Call) any {
	object, _ := c.Text(0)
	key, ok := c.Text(1)
	args := arguments(c.Arg(2))
	if ok && slices.Contains([]string{definition.OfEntries, definition.OfTerms, definition.OfUsers, definition.OfComments}, object) {
		r.addField(field{object, args.Text("object_subtype"), key, args})
	}
	return true
}

func (r *reader) addField(f field) {
	if says := f.args.Get("show_in_rest"); says == nil || says == false || says == int64(0) {
		return
	}
	if !slices.ContainsFunc(r.fields, func(other field) bool {
		return other.object == f.object && other.of == f.of && other.key == f.key
	}) {
		r.fields = append(r.fields, f)
	}
}

// definitions are what was declared.
func (r *reader) definitions() []*wire.Object {
	for _, j := range r.joined {
		if d := find(r.taxonomies, j[0]); d != nil {
			of, _ := d.Get("object_type").([]any)
			d.Set("object_type", append(slices.Clone(of), j[1]))
		} else if d := find(r.types, j[1]); d != nil {
			of, _ := d.Get("taxonomies").([]any)
			d.Set("taxonomies", append(slices.Clone(of), j[0]))
		}
	}
	out := slices.Concat(r.types, r.taxonomies)
	for _, object := range []string{definition.OfEntries, definition.OfTerms, definition.OfUsers, definition.OfComments} {
		for _, of := range r.having(object) {
			var list []any
			for _, f := range r.fields {
				if f.object == object && (f.of == of || f.of == "") && !slices.ContainsFunc(list, func(v any) bool { return v.(*wire.Object).Text("key") == f.key }) {
					list = append(list, f.definition())
				}
			}
			if len(list) == 0 {
				continue
			}
			d := wire.NewObject("kind", string(definition.OfFields), "name", definition.GroupTold(object, of), "object_type", object, "fields", list)
			if of != "" {
				d.Set("object_subtype", []any{of})
			}
			out = append(out, d)
		}
	}
	return out
}

// having are the types or taxonomies that have fields of a kind of object; those of
// accounts and comments have no name.
func (r *reader) having(object string) (list []string) {
	all := false
	add := func(name string) {
		if name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	for _, f := range r.fields {
		if f.object == object {
			add(f.of)
			all = all || f.of == ""
		}
	}
	if !all {
		return list
	}
	var declared []*wire.Object
	switch object {
	case definition.OfEntries:
		declared, list = r.types, append(list, "post", "page", "attachment", "nav_menu_item", "wp_block")
	case definition.OfTerms:
		declared, list = r.taxonomies, append(list, "category", "post_tag")
	default:
		return []string{""}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	for _, d := range declared {
		add(d.Text("name"))
	}
	return list
}

// definition is the field as a group has it.
func (f field) definition() *wire.Object {
	args := f.args
	d := wire.NewObject("key", f.key, "type", cmp.Or(args.Text("type"), schema.String), "single", schema.ToBool(args.Get("single")), "show_in_rest", true)
	for _, name := range []string{"description", "label"} {
		if text := args.Text(name); text != "" {
			d.Set(name, text)
		}
	}
	if v, ok := args.Lookup("default"); ok && v != nil {
		d.Set("default", v)
	}
	shown := &wire.Object{}
	if described := args.Object("show_in_rest").Object("schema"); described.Len() > 0 {
		if s := definition.Described(described); s.Len() > 0 {
			shown.Set("schema", s)
		}
	}
	if name := args.Object("show_in_rest").Text("name"); name != "" && name != f.key {
		shown.Set("name", name)
	}
	if shown.Len() > 0 {
		d.Set("show_in_rest", shown)
	}
	return d
}
