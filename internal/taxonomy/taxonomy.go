package taxonomy

import "slices"

// Taxonomy describes one kind of term.
type Taxonomy struct {
	Name         string
	Hierarchical bool
	Public       bool // its terms have addresses that anybody may open
	REST         bool // shown by the API
	RESTBase     string
	Types        []string // names of the entry types that may have its terms
	Caps         Caps
}

// Caps are the capabilities that the rights on a taxonomy's terms need.
type Caps struct{ Manage, Edit, Delete, Assign string }

// Registry holds the taxonomies of a site. It is read only once the server
// runs.
type Registry struct {
	order  []string
	byName map[string]*Taxonomy
}

// NewRegistry holds the given taxonomies in order.
func NewRegistry(list ...*Taxonomy) *Registry {
	r := &Registry{byName: map[string]*Taxonomy{}}
	for _, t := range list {
		r.order = append(r.order, t.Name)
		r.byName[t.Name] = t
	}
	return r
}

// Get is a taxonomy, nil when there is none of the name.
func (r *Registry) Get(name string) *Taxonomy { return r.byName[name] }

// All are the taxonomies in the order of their registration.
func (r *Registry) All() []*Taxonomy {
	out := make([]*Taxonomy, len(r.order))
	for i, n := range r.order {
		out[i] = r.byName[n]
	}
	return out
}

// Of are the taxonomies that entries of a type may have terms of.
func (r *Registry) Of(typ string) []*Taxonomy {
	return slices.DeleteFunc(r.All(), func(t *Taxonomy) bool { return !slices.Contains(t.Types, typ) })
}

// Builtin are the taxonomies of every site.
func Builtin() []*Taxonomy {
	categories := Caps{"manage_categories", "edit_categories", "delete_categories", "assign_categories"}
	tags := Caps{"manage_post_tags", "edit_post_tags", "delete_post_tags", "assign_post_tags"}
	theme := Caps{"edit_theme_options", "edit_theme_options", "edit_theme_options", "edit_theme_options"}
	patterns := Caps{"manage_categories", "manage_categories", "manage_categories", "edit_posts"}
	return []*Taxonomy{
		{Name: Category, Hierarchical: true, Public: true, REST: true, RESTBase: "categories", Types: []string{"post"}, Caps: categories},
		{Name: Tag, Public: true, REST: true, RESTBase: "tags", Types: []string{"post"}, Caps: tags},
		{Name: Menu, REST: true, RESTBase: "menus", Types: []string{"nav_menu_item"}, Caps: theme},
		{Name: Format, Public: true, RESTBase: "post_format", Types: []string{"post"}, Caps: Caps{"manage_categories", "manage_categories", "manage_categories", "edit_posts"}},
		{Name: Theme, Types: []string{"core_template", "core_template_part", "core_global_styles"}, Caps: theme},
		{Name: PartArea, Types: []string{"core_template_part"}, Caps: theme},
		{Name: PatternCategory, REST: true, RESTBase: "core_pattern_category", Types: []string{"core_block"}, Caps: patterns},
	}
}
