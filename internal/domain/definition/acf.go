package definition

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// FromACF makes definitions of one file of an acf-json folder: of a group of fields, a
// type or a taxonomy, or a list of them. What it can't turn into one is told in notes.
func FromACF(data []byte) (list []*Definition, notes []string, err error) {
	v, err := wire.Decode(data)
	if err != nil {
		return nil, nil, &Problem{Message: "this is no JSON: " + err.Error()}
	}
	all, many := v.([]any)
	if !many {
		all = []any{v}
	}
	for _, one := range all {
		o, ok := one.(*wire.Object)
		if !ok {
			return nil, nil, &Problem{Message: "this is no group of fields, type or taxonomy"}
		}
		x := &acf{of: cmp.Or(o.Text("title"), o.Text("key"))}
		switch {
		case o.Has("active") && !truth(o.Get("active")):
			x.note("it isn't active")
			notes = append(notes, x.notes...)
			continue
		case o.Text("post_type") != "":
			x.declared(o, OfType, o.Text("post_type"))
		case o.Text("taxonomy") != "":
			x.declared(o, OfTaxonomy, o.Text("taxonomy"))
		case o.Has("fields"):
			x.group(o)
		default:
			return nil, nil, &Problem{Message: "this is no group of fields, type or taxonomy"}
		}
		for _, body := range x.bodies {
			d, err := Of(body)
			if err != nil {
				x.note("%v", err)
				continue
			}
			list = append(list, d)
		}
		notes = append(notes, x.notes...)
	}
	return list, notes, nil
}

// acf is one object of a file on its way.
type acf struct {
	of     string
	bodies []*wire.Object
	notes  []string
}

func (x *acf) note(format string, args ...any) {
	x.notes = append(x.notes, fmt.Sprintf("%q: ", x.of)+fmt.Sprintf(format, args...))
}

// truth is a switch as the plug-in writes it.
func truth(v any) bool { return schema.ToBool(v) }

// declared is a type or a taxonomy. Members of these names mean the same.
func (x *acf) declared(o *wire.Object, kind Kind, name string) {
	body := wire.NewObject("kind", string(kind), "name", name, "label", cmp.Or(o.Object("labels").Text("name"), x.of))
	known := Schema(kind)
	labels := &wire.Object{}
	for _, m := range o.Object("labels").Members() {
		if text, ok := m.Value.(string); ok && text != "" {
			labels.Set(m.Key, text)
		}
	}
	if labels.Len() > 0 {
		body.Set("labels", labels)
	}
	for _, m := range o.Members() {
		s := known.Property(m.Key)
		switch {
		case s == nil || m.Key == "labels" || m.Key == "has_archive" || m.Key == "rewrite" || m.Value == "" || m.Value == nil:
		case m.Key == "capabilities" || m.Key == "menu_icon" && !isText(m.Value):
		case s.Is(schema.Boolean) && !s.Is(schema.Array) && !s.Is(schema.Object):
			body.Set(m.Key, truth(m.Value))
		default:
			body.Set(m.Key, m.Value)
		}
	}
	if kind == OfType && truth(o.Get("has_archive")) {
		body.Set("has_archive", true)
		if slug := o.Text("has_archive_slug"); slug != "" {
			body.Set("has_archive", slug)
		}
	}
	rewrite := o.Object("rewrite")
	switch rewrite.Text("permalink_rewrite") {
	case "no_permalink":
		body.Set("rewrite", false)
	case "custom_permalink":
		body.Set("rewrite", wire.NewObject("slug", rewrite.Text("slug"), "with_front", truth(rewrite.Get("with_front"))))
	}
	if truth(o.Get("rename_capabilities")) {
		one, several := o.Text("singular_capability_name"), o.Text("plural_capability_name")
		if kind == OfType && one != "" && several != "" {
			body.Set("capability_type", []any{one, several})
		} else {
			x.note("its rights have names of their own, which are left out")
		}
	}
	x.bodies = append(x.bodies, body)
}

func isText(v any) bool {
	_, ok := v.(string)
	return ok
}

// group is a group of fields: a definition for each kind of object that has it.
func (x *acf) group(o *wire.Object) {
	var fields []any
	given, _ := o.Get("fields").([]any)
	shown := truth(o.Get("show_in_rest"))
	for _, v := range given {
		if f, ok := v.(*wire.Object); ok {
			if field := x.field(f, shown); field != nil {
				fields = append(fields, field)
			}
		}
	}
	if len(fields) == 0 {
		x.note("nothing is left of its fields")
		return
	}
	places := x.places(o)
	name := cmp.Or(clean.Slug(x.of), clean.Slug(o.Text("key")))
	name = name[:min(len(name), 50)]
	for _, object := range []string{OfEntries, OfTerms, OfUsers} {
		of, has := places[object]
		if !has {
			continue
		}
		body := wire.NewObject("kind", string(OfFields), "name", name, "label", x.of)
		own := fields
		if object != OfEntries {
			body.Set("name", name+"-"+object)
			body.Set("object_type", object)
			own = nil
			for _, f := range fields {
				f := f.(*wire.Object).Clone()
				f.Delete("relation")
				f.Delete("required")
				own = append(own, f)
			}
		}
		if len(of) > 0 {
			body.Set("object_subtype", wire.Strings(of))
		}
		body.Set("fields", own)
		x.bodies = append(x.bodies, body)
	}
	if len(places) == 0 {
		x.note("nothing tells which types, taxonomies or users have its fields")
	}
}

// places are what has the fields, by kind of object.
func (x *acf) places(o *wire.Object) map[string][]string {
	out := map[string][]string{}
	either, _ := o.Get("location").([]any)
	for _, v := range either {
		rules, _ := v.([]any)
		found := false
		for _, r := range rules {
			rule, _ := r.(*wire.Object)
			param, value := rule.Text("param"), rule.Text("value")
			object := map[string]string{"post_type": OfEntries, "taxonomy": OfTerms, "user_form": OfUsers, "user_role": OfUsers, "attachment": OfEntries}[param]
			switch {
			case object == "" || rule.Text("operator") != "==" || found:
				x.note("the rule %s %s %s is left out", param, rule.Text("operator"), value)
				continue
			case param == "attachment":
				value = "attachment"
			case object == OfUsers:
				value = ""
			}
			found = true
			if list := out[object]; value == "" || !slices.Contains(list, value) {
				if value != "" {
					list = append(list, value)
				}
				out[object] = list
			}
		}
	}
	return out
}

// members adds the schemas of the fields inside another one.
func (x *acf) members(out *wire.Object, of string, fields any) {
	list, _ := fields.([]any)
	for _, v := range list {
		f, ok := v.(*wire.Object)
		if !ok {
			continue
		}
		field := x.field(f, true)
		if field == nil {
			continue
		}
		key := field.Text("key")
		s := wire.NewObject("type", field.Get("type"))
		for _, m := range field.Object("show_in_rest").Object("schema").Members() {
			s.Set(m.Key, m.Value)
		}
		for _, m := range [][2]string{{"label", "title"}, {"help", "description"}} {
			if text := field.Text(m[0]); text != "" {
				s.Set(m[1], text)
			}
		}
		if def, ok := field.Lookup("default"); ok {
			s.Set("default", def)
		}
		if field.Has("relation") {
			x.note("the field %s of %s holds ids and is no relation, since it is inside another", key, of)
		}
		if had := out.Object(key); had != nil && !wire.Equal(had.Get("type"), s.Get("type")) {
			x.note("the field %s of %s is left out: another layout has one of this name and another type", key, of)
			continue
		}
		out.Set(key, s)
	}
}

// layoutKey is the member under which the plug-in keeps the layout of a row.
const layoutKey = "acf_fc_layout"

// layouts adds the fields of all layouts that a row may have, and which of them it has.
func (x *acf) layouts(out *wire.Object, f *wire.Object) {
	var names []any
	add := func(v any) {
		if l, ok := v.(*wire.Object); ok && l.Text("name") != "" {
			if names == nil {
				out.Set(layoutKey, nil) // it comes first
			}
			names = append(names, l.Text("name"))
			x.members(out, f.Text("name"), l.Get("sub_fields"))
		}
	}
	list, _ := f.Get("layouts").([]any)
	for _, v := range list {
		add(v)
	}
	for _, m := range f.Object("layouts").Members() { // newer files have them by key
		add(m.Value)
	}
	if names != nil {
		out.Set(layoutKey, wire.NewObject("type", schema.String, "enum", names))
	}
}

// field is one field, nil for one that has no value or that can't be held.
func (x *acf) field(f *wire.Object, shown bool) *wire.Object {
	name, typ := f.Text("name"), f.Text("type")
	several := truth(f.Get("multiple"))
	one, what, relation := schema.String, &wire.Object{}, (*wire.Object)(nil)
	list := false
	switch typ {
	case "tab", "accordion", "message", "separator":
		return nil // these only lay out forms
	case "text", "textarea", "wysiwyg", "email", "url", "password", "oembed", "color_picker", "date_picker", "time_picker", "date_time_picker":
	case "select", "radio", "button_group", "checkbox":
		list = typ == "checkbox" || typ == "select" && several
		var choices []any
		for _, m := range f.Object("choices").Members() {
			choices = append(choices, m.Key)
		}
		if len(choices) > 0 && !truth(f.Get("other_choice")) && !truth(f.Get("allow_custom")) {
			if !list {
				choices = append(choices, "")
			}
			what.Set("enum", choices)
		}
	case "number", "range":
		one = schema.Number
		for _, bound := range [][2]string{{"min", "minimum"}, {"max", "maximum"}} {
			if n, err := strconv.ParseFloat(strings.TrimSpace(schema.ToText(f.Get(bound[0]))), 64); err == nil {
				what.Set(bound[1], n)
			}
		}
	case "true_false":
		one = schema.Boolean
	case "image", "file", "gallery":
		one, list, relation = schema.Integer, typ == "gallery", wire.NewObject("to", ToMedia)
	case "user":
		one, list, relation = schema.Integer, several, wire.NewObject("to", ToUser)
	case "post_object", "relationship":
		one, list = schema.Integer, several || typ == "relationship"
		types, _ := f.Get("post_type").([]any)
		if len(types) == 1 {
			relation = wire.NewObject("to", ToType, "name", types[0])
		} else {
			x.note("the field %s leads to several types: its values are ids and no relation", name)
		}
	case "taxonomy":
		one, relation = schema.Integer, wire.NewObject("to", ToTaxonomy, "name", f.Text("taxonomy"))
		list = f.Text("field_type") == "checkbox" || f.Text("field_type") == "multi_select"
	case "link":
		one = schema.Object
		text := wire.NewObject("type", schema.String)
		what.Set("properties", wire.NewObject("title", text, "url", text, "target", text))
	case "group", "repeater", "flexible_content":
		one, list = schema.Object, typ != "group"
		members := &wire.Object{}
		x.members(members, name, f.Get("sub_fields"))
		if typ == "flexible_content" {
			x.layouts(members, f)
		}
		if members.Len() == 0 {
			x.note("the field %s is left out: nothing is left of its fields", name)
			return nil
		}
		what.Set("properties", members)
		x.note("values of the field %s that the plug-in stored are in rows of their own, and aren't found in it", name)
	default:
		x.note("the field %s is left out: values of type %s have no form here", name, typ)
		return nil
	}
	out := wire.NewObject("key", name, "type", one, "single", true)
	if list {
		item := wire.NewObject("type", one)
		for _, m := range what.Members() {
			item.Set(m.Key, m.Value)
		}
		out.Set("type", schema.Array)
		what = wire.NewObject("items", item)
	}
	if shown || list {
		out.Set("show_in_rest", shown)
	}
	if what.Len() > 0 && shown {
		out.Set("show_in_rest", wire.NewObject("schema", what))
	}
	if list && !shown {
		x.note("the field %s is shown by the API, since a list has to say what it holds", name)
		out.Set("show_in_rest", wire.NewObject("schema", what))
		shown = true
	}
	for _, m := range [][2]string{{"label", "label"}, {"instructions", "help"}} {
		if text := f.Text(m[0]); text != "" {
			out.Set(m[1], text)
		}
	}
	if shown && truth(f.Get("required")) {
		out.Set("required", true)
	}
	if shown && relation != nil {
		out.Set("relation", relation)
	}
	if v := f.Get("default_value"); v != nil && v != "" && !list {
		switch one {
		case schema.Boolean:
			out.Set("default", truth(v))
		case schema.Number:
			if n, err := strconv.ParseFloat(schema.ToText(v), 64); err == nil {
				out.Set("default", n)
			}
		case schema.String:
			out.Set("default", schema.ToText(v))
		}
	}
	if truth(f.Get("conditional_logic")) {
		x.note("the field %s depends on others: forms here show it always", name)
	}
	return out
}
