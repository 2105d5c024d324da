package definition

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
)

// taken are the names, routes and beginnings of addresses that something has.
type taken struct {
	names  map[string]bool   // kind and name
	bases  map[string]bool   // of routes
	slugs  map[string]bool   // of addresses
	fields map[string]string // object, type and key: the group
}

// newTaken are those that every site has.
func newTaken() *taken {
	t := &taken{names: map[string]bool{}, bases: map[string]bool{}, slugs: map[string]bool{}, fields: map[string]string{}}
	for _, typ := range content.Builtin() {
		t.names["type "+typ.Name], t.names["type "+typ.Reference] = true, true
		t.bases[cmp.Or(typ.RESTBase, typ.Name)] = true
	}
	for _, tax := range taxonomy.Builtin() {
		t.names["taxonomy "+tax.Name], t.names["taxonomy "+tax.Reference] = true, true
		t.bases[cmp.Or(tax.RESTBase, tax.Name)] = true
	}
	// What the reference keeps for itself, and names that its addresses give a meaning.
	for _, name := range strings.Fields("customize_changeset oembed_cache user_request action author order theme any revision") {
		t.names["type "+name] = true
	}
	for _, name := range strings.Fields("link_category type attachment author cat day feed name order page paged s tag tax term year") {
		t.names["taxonomy "+name] = true
	}
	for _, base := range strings.Fields("types statuses taxonomies users comments search settings themes plugins sidebars widgets " +
		"widget-types block-types block-directory pattern-directory block-patterns block-renderer menu-locations font-collections icons " +
		"abilities view-config previews url-details") {
		t.bases[base] = true
	}
	for _, slug := range strings.Fields("api wp-json wp-admin wp-content wp-includes author category tag type search page feed comments embed " +
		"attachment rss rss2 rdf atom trackback") {
		t.slugs[slug] = true
	}
	return t
}

// takenNamespaces are what the namespaces of others begin with: of the core and its extensions,
// here and in the reference.
var takenNamespaces = strings.Fields("core core-site-health core-block-editor core-abilities wp wp-site-health wp-block-editor wp-abilities " +
	"oembed batch quoin seo yoast duplicate-post redirection analytics monsterinsights loginlimit llar regenerate-thumbnails")

func takenNamespace(space string) bool {
	vendor, _, _ := strings.Cut(space, "/")
	return slices.Contains(takenNamespaces, vendor)
}

// take claims what a type or taxonomy has by itself.
func (t *taken) take(d *Definition, addresses content.Addresses) *Problem {
	name := string(d.Kind) + " " + d.Name
	if t.names[name] {
		return &Problem{Path: "name", Message: "the name is taken"}
	}
	t.names[name] = true
	if base := cmp.Or(d.Body.Text("rest_base"), d.Name); flag(d.Body, "show_in_rest", false) {
		if space := ownNamespace(d.Body); space != "" {
			if takenNamespace(space) {
				return &Problem{Path: "rest_namespace", Message: fmt.Sprintf("the routes of %q are taken", space)}
			}
			base = space + "/" + base
		}
		if t.bases[base] {
			return &Problem{Path: "rest_base", Message: fmt.Sprintf("the route %q is taken", base)}
		}
		t.bases[base] = true
	}
	if slug := addresses.Slug; slug != "" {
		if t.slugs[slug] {
			return &Problem{Path: "rewrite.slug", Message: fmt.Sprintf("addresses that begin with %q are taken", slug)}
		}
		t.slugs[slug] = true
	}
	return nil
}

// takeFields claims the keys of a group.
func (t *taken) takeFields(d *Definition) *Problem {
	fields, _ := d.fields()
	object := cmp.Or(d.Body.Text("object_type"), OfEntries)
	of := texts(d.Body, "object_subtype")
	if len(of) == 0 {
		if object != OfUsers && object != OfComments {
			return &Problem{Path: "object_subtype", Message: "say which types or taxonomies have the fields"}
		}
		of = []string{""}
	}
	for i, f := range fields {
		for _, one := range of {
			key := object + " " + one + " " + f.Key
			if group := t.fields[key]; group != "" {
				return &Problem{Path: fmt.Sprintf("fields[%d].key", i), Message: fmt.Sprintf("the group %q has this field of %q", group, one)}
			}
			t.fields[key] = d.Name
			if shown := object + " " + one + " " + f.Shown(); shown != key {
				if group := t.fields[shown]; group != "" {
					return &Problem{Path: fmt.Sprintf("fields[%d].show_in_rest.name", i), Message: fmt.Sprintf("the group %q has a field of %q that the API calls so", group, one)}
				}
				t.fields[shown] = d.Name
			}
		}
	}
	return nil
}
