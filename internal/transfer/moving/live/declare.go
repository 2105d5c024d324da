package live

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"quoin/internal/domain/definition"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// readTypes learns what the old site is made of, and declares what isn't known here.
func (r *reading) readTypes(ctx context.Context) (err error) {
	if r.settings, err = r.object(ctx, settingsPath); err != nil {
		return err
	}
	for path, into := range map[string]*[]*wire.Object{"/wp/v2/types?context=edit": &r.types, "/wp/v2/taxonomies?context=edit": &r.taxonomies} {
		o, err := r.object(ctx, path)
		if err != nil {
			return err
		}
		for _, m := range o.Members() {
			if one, ok := m.Value.(*wire.Object); ok && one.Text("slug") != "" {
				*into = append(*into, one)
			}
		}
	}
	if len(r.types) == 0 {
		return ErrUser
	}
	var declared []any
	for _, typ := range r.types {
		name, path := typ.Text("slug"), route(typ)
		if path == "" {
			continue
		}
		if !r.Known(definition.OfType, name) {
			slug, err := r.begins(ctx, path, "&status=publish&parent=0", name)
			if err != nil {
				return err
			}
			declared = append(declared, typeOf(typ, slug))
		}
		group, err := r.fieldsOf(ctx, path, definition.OfEntries, name)
		if err != nil {
			return err
		}
		if group != nil {
			declared = append(declared, group)
		}
	}
	for _, tax := range r.taxonomies {
		name, path := tax.Text("slug"), route(tax)
		if path == "" {
			continue
		}
		if !r.Known(definition.OfTaxonomy, name) {
			slug, err := r.begins(ctx, path, "&parent=0", name)
			if err != nil {
				return err
			}
			nested, err := r.nested(ctx, tax, slug)
			if err != nil {
				return err
			}
			declared = append(declared, taxonomyOf(tax, slug, nested))
		}
		group, err := r.fieldsOf(ctx, path, definition.OfTerms, name)
		if err != nil {
			return err
		}
		if group != nil {
			declared = append(declared, group)
		}
	}
	group, err := r.fieldsOf(ctx, "/wp/v2/users", definition.OfUsers, "")
	if err != nil {
		return err
	}
	if group != nil {
		declared = append(declared, group)
	}
	if group, err = r.fieldsOf(ctx, "/wp/v2/comments", definition.OfComments, ""); err != nil {
		return err
	}
	if group != nil {
		declared = append(declared, group)
	}
	text := string(wire.Encode(declared, nil))
	return r.Mirror.in(ctx, func(t *tx) error {
		was, err := t.state("declared")
		if err != nil || was == text {
			return err
		}
		if err := t.setState("declared", text); err != nil {
			return err
		}
		return t.changed(KindOption, 0, false, "", nil)
	})
}

// begins is what addresses of the things of a route begin with, as one of them shows;
// "" where they have plain addresses.
func (r *reading) begins(ctx context.Context, path, args, name string) (string, error) {
	list, err := r.array(ctx, path+"?context=edit&per_page=1"+args)
	if err == nil && len(list) == 0 {
		list, err = r.array(ctx, path+"?context=edit&per_page=1")
	}
	if err != nil || len(list) == 0 {
		return name, err
	}
	at, ok := r.before(list[0])
	if !ok {
		return name, nil
	}
	return at, nil
}

// before is what stands in the address of a thing before its name, "" in a plain address; ok
// is false where the address doesn't end in the name or has nothing before it.
func (r *reading) before(o *wire.Object) (at string, ok bool) {
	u, err := url.Parse(o.Text("link"))
	if err != nil || u.RawQuery != "" {
		return "", true
	}
	home, _ := url.Parse(r.home())
	at, ok = strings.CutSuffix(strings.Trim(strings.TrimPrefix(strings.ToLower(u.EscapedPath()), strings.TrimRight(home.Path, "/")), "/"), strings.ToLower(o.Text("slug")))
	return strings.Trim(at, "/"), ok && at != ""
}

// nested tells whether addresses of the terms of a taxonomy show those above them, as the
// first one does that is below another.
func (r *reading) nested(ctx context.Context, tax *wire.Object, slug string) (bool, error) {
	if !schema.ToBool(tax.Get("hierarchical")) || slug == "" {
		return false, nil
	}
	list, err := r.array(ctx, route(tax)+"?context=edit&per_page=100&orderby=id&order=desc")
	if err != nil {
		return false, err
	}
	for _, term := range list {
		if number(term, "parent") > 0 {
			at, ok := r.before(term)
			return ok && strings.HasPrefix(at, slug+"/"), nil
		}
	}
	return false, nil
}

// home is the address of the old site, as it says.
func (r *reading) home() string {
	if home := strings.TrimRight(r.index.Text("home"), "/"); home != "" {
		return home
	}
	return r.ask.URL
}

// copied are members that mean the same in a definition.
func copied(from *wire.Object, to *wire.Object, names ...string) {
	for _, name := range names {
		if v := from.Get(name); v != nil && v != "" {
			to.Set(name, v)
		}
	}
}

// labels are the words that people read.
func labels(o *wire.Object) *wire.Object {
	out := &wire.Object{}
	for _, m := range o.Object("labels").Members() {
		if text, ok := m.Value.(string); ok {
			out.Set(m.Key, text)
		}
	}
	return out
}

func rewrite(slug string) any {
	if slug == "" {
		return false
	}
	return wire.NewObject("slug", slug, "with_front", false)
}

// typeOf is the definition of a type, as the API describes it.
func typeOf(o *wire.Object, slug string) *wire.Object {
	shown := o.Object("visibility")
	viewable := schema.ToBool(o.Get("viewable"))
	d := wire.NewObject("kind", string(definition.OfType), "name", o.Text("slug"), "label", o.Text("name"), "labels", labels(o), "public", viewable, "publicly_queryable", viewable,
		"hierarchical", schema.ToBool(o.Get("hierarchical")), "show_ui", schema.ToBool(shown.Get("show_ui")), "show_in_nav_menus", schema.ToBool(shown.Get("show_in_nav_menus")),
		"show_in_rest", true, "rest_base", o.Text("rest_base"), "rewrite", rewrite(slug))
	copied(o, d, "description", "has_archive", "rest_namespace")
	if icon, ok := o.Get("icon").(string); ok && icon != "" {
		d.Set("menu_icon", icon)
	}
	var supports []any
	known := definition.Schema(definition.OfType).Property("supports").Items.Enum
	for _, m := range o.Object("supports").Members() {
		if slices.Contains(known, any(m.Key)) && m.Value != false {
			supports = append(supports, m.Key)
		}
	}
	if len(supports) == 0 {
		d.Set("supports", false)
	} else {
		d.Set("supports", supports)
	}
	if list, ok := o.Get("taxonomies").([]any); ok && len(list) > 0 {
		d.Set("taxonomies", list)
	}
	one := strings.TrimPrefix(o.Object("capabilities").Text("edit_post"), "edit_")
	several := strings.TrimPrefix(o.Object("capabilities").Text("edit_posts"), "edit_")
	if one != "" && one != "post" && several != "" {
		d.Set("capability_type", []any{one, several})
	}
	if template, ok := o.Get("template").([]any); ok && len(template) > 0 {
		d.Set("template", template)
	}
	if lock := o.Text("template_lock"); lock != "" {
		d.Set("template_lock", lock)
	}
	return d
}

// taxonomyOf is the definition of a taxonomy.
func taxonomyOf(o *wire.Object, slug string, nested bool) *wire.Object {
	shown := o.Object("visibility")
	flag := func(name string) bool { return schema.ToBool(shown.Get(name)) }
	d := wire.NewObject("kind", string(definition.OfTaxonomy), "name", o.Text("slug"), "label", o.Text("name"), "labels", labels(o), "public", flag("public"),
		"publicly_queryable", flag("publicly_queryable"), "hierarchical", schema.ToBool(o.Get("hierarchical")), "show_ui", flag("show_ui"), "show_in_nav_menus", flag("show_in_nav_menus"),
		"show_admin_column", flag("show_admin_column"), "show_in_quick_edit", flag("show_in_quick_edit"), "show_tagcloud", schema.ToBool(o.Get("show_cloud")),
		"show_in_rest", true, "rest_base", o.Text("rest_base"), "rewrite", rewrite(slug))
	copied(o, d, "description", "rest_namespace")
	if list, ok := o.Get("types").([]any); ok {
		d.Set("object_type", list)
	}
	if says := d.Object("rewrite"); says != nil && nested {
		says.Set("hierarchical", true)
	}
	needs := &wire.Object{}
	for _, name := range []string{"manage_terms", "edit_terms", "delete_terms", "assign_terms"} {
		copied(o.Object("capabilities"), needs, name)
	}
	if needs.Len() > 0 {
		d.Set("capabilities", needs)
	}
	return d
}

// fieldsOf is a group with the fields of the things of a route, nil where they have none.
func (r *reading) fieldsOf(ctx context.Context, path, of, name string) (*wire.Object, error) {
	if err := r.schemaOf(ctx, path); err != nil {
		return nil, err
	}
	var fields []any
	for _, m := range r.fields[path].Members() {
		field, ok := m.Value.(*wire.Object)
		if !ok || r.Known(definition.OfFields, m.Key) {
			continue
		}
		one := field
		if repeated(field) {
			if one = field.Object("items"); one == nil {
				continue
			}
		}
		typ := one.Text("type")
		if typ == "" {
			if list, ok := one.Get("type").([]any); ok && len(list) > 0 {
				typ = schema.ToText(list[0])
			}
		}
		d := wire.NewObject("key", m.Key, "type", typ, "single", !repeated(field), "show_in_rest", true)
		copied(one, d, "description")
		if title := one.Text("title"); title != "" {
			d.Set("label", title)
		}
		if v, ok := one.Lookup("default"); ok && v != nil && serialised(v) != "" && serialised(v) != "0" && serialised(v) != "a:0:{}" {
			d.Set("default", v)
		}
		if s := definition.Described(one); s.Len() > 0 {
			s.Delete("default")
			s.Delete("required")
			d.Set("show_in_rest", wire.NewObject("schema", s))
		}
		fields = append(fields, d)
	}
	if len(fields) == 0 {
		return nil, nil
	}
	d := wire.NewObject("kind", string(definition.OfFields), "name", definition.GroupTold(of, name), "object_type", of, "fields", fields)
	if name != "" {
		d.Set("object_subtype", []any{name})
	}
	return d, nil
}
