package access

import (
	"fmt"
	"maps"
	"slices"
)

// The roles of a site, the mightiest first.
const (
	Administrator = "administrator"
	Editor        = "editor"
	Author        = "author"
	Contributor   = "contributor"
	Subscriber    = "subscriber"
)

// Roles are all roles in the order in which the reference lists them.
func Roles() []string {
	return []string{Administrator, Editor, Author, Contributor, Subscriber}
}

// IsRole tells whether a role exists.
func IsRole(name string) bool { _, ok := capabilities[name]; return ok }

// Capabilities are a role's capabilities in the order in which the reference
// prints them. The slice is a copy.
func Capabilities(role string) []Capability { return slices.Clone(capabilities[role]) }

// Grants are how the roles of a site differ from the table: true gives a role a
// capability, as extensions do, and false takes one away, as a site may that moved in. A
// role that the table doesn't have is one of the site's own. They are read only.
type Grants map[string]map[Capability]bool

// Is tells whether a role exists, in the table or as one of the site's own.
func (g Grants) Is(role string) bool { return IsRole(role) || len(g[role]) > 0 }

// Roles are all roles: those of the table, then the site's own by name.
func (g Grants) Roles() []string {
	out := Roles()
	for _, role := range slices.Sorted(maps.Keys(g)) {
		if !IsRole(role) && g.Is(role) {
			out = append(out, role)
		}
	}
	return out
}

// Change says how a role of the site differs from the table, over what was said before.
// Administrators keep all that the table has, and nobody gets rights over other sites.
func (g Grants) Change(role string, capabilities map[Capability]bool) {
	if g[role] == nil {
		g[role] = map[Capability]bool{}
	}
	for c, has := range capabilities {
		if network[c] || !has && role == Administrator && sets[role][c] {
			continue
		}
		if has || sets[role][c] {
			g[role][c] = has
		}
	}
}

// Add gives a role capabilities.
func (g Grants) Add(role string, capabilities ...Capability) {
	if g[role] == nil {
		g[role] = map[Capability]bool{}
	}
	for _, c := range capabilities {
		g[role][c] = true
	}
}

// Capabilities are those that a role has beside the table's, sorted.
func (g Grants) Capabilities(role string) []Capability {
	var out []Capability
	for _, c := range slices.Sorted(maps.Keys(g[role])) {
		if g[role][c] {
			out = append(out, c)
		}
	}
	return out
}

// All are the capabilities of a role: what is left of the table's in its order, then the
// others, sorted.
func (g Grants) All(role string) []Capability {
	out := slices.DeleteFunc(Capabilities(role), func(c Capability) bool {
		has, said := g[role][c]
		return said && !has
	})
	for _, c := range g.Capabilities(role) {
		if !sets[role][c] {
			out = append(out, c)
		}
	}
	return out
}

// RolesWith are the roles that have a capability, from the table or from g.
func (g Grants) RolesWith(c Capability) []string {
	var out []string
	for _, r := range g.Roles() {
		if has, said := g[r][c]; has || !said && sets[r][c] {
			out = append(out, r)
		}
	}
	return out
}

// network are the rights of those who keep several sites, which there aren't here. It is
// read only.
var network = map[Capability]bool{
	"create_sites": true, "delete_sites": true, "manage_network": true, "manage_sites": true, "manage_network_users": true, "manage_network_plugins": true,
	"manage_network_themes": true, "manage_network_options": true, "upgrade_network": true, "setup_network": true, "delete_site": true,
}

// capabilities is the table of who has what. It is read only.
var capabilities = map[string][]Capability{
	Administrator: concat(
		[]Capability{
			"switch_themes", "edit_themes", "activate_plugins", "edit_plugins", "edit_users", "edit_files",
			"manage_options", "moderate_comments", "manage_categories", "manage_links", "upload_files", "import",
			"unfiltered_html", "edit_posts", "edit_others_posts", "edit_published_posts", "publish_posts",
			"edit_pages", "read",
		}, levels(10), []Capability{
			"edit_others_pages", "edit_published_pages", "publish_pages", "delete_pages", "delete_others_pages",
			"delete_published_pages", "delete_posts", "delete_others_posts", "delete_published_posts",
			"delete_private_posts", "edit_private_posts", "read_private_posts", "delete_private_pages",
			"edit_private_pages", "read_private_pages", "delete_users", "create_users", "unfiltered_upload",
			"edit_dashboard", "update_plugins", "delete_plugins", "install_plugins", "update_themes",
			"install_themes", "update_core", "list_users", "remove_users", "promote_users",
			"edit_theme_options", "delete_themes", "export",
		}),
	Editor: concat(
		[]Capability{
			"moderate_comments", "manage_categories", "manage_links", "upload_files", "unfiltered_html",
			"edit_posts", "edit_others_posts", "edit_published_posts", "publish_posts", "edit_pages", "read",
		}, levels(7), []Capability{
			"edit_others_pages", "edit_published_pages", "publish_pages", "delete_pages", "delete_others_pages",
			"delete_published_pages", "delete_posts", "delete_others_posts", "delete_published_posts",
			"delete_private_posts", "edit_private_posts", "read_private_posts", "delete_private_pages",
			"edit_private_pages", "read_private_pages",
		}),
	Author: concat(
		[]Capability{"upload_files", "edit_posts", "edit_published_posts", "publish_posts", "read"},
		levels(2),
		[]Capability{"delete_posts", "delete_published_posts"}),
	Contributor: concat([]Capability{"edit_posts", "read"}, levels(1), []Capability{"delete_posts"}),
	Subscriber:  concat([]Capability{"read"}, levels(0)),
}

// sets are the capabilities of each role. They are read only.
var sets = func() map[string]map[Capability]bool {
	all := make(map[string]map[Capability]bool, len(capabilities))
	for role, list := range capabilities {
		set := make(map[Capability]bool, len(list))
		for _, c := range list {
			set[c] = true
		}
		all[role] = set
	}
	return all
}()

// levels are the capabilities level_N down to level_0, which old clients ask.
func levels(top int) []Capability {
	var out []Capability
	for n := top; n >= 0; n-- {
		out = append(out, fmt.Sprintf("level_%d", n))
	}
	return out
}

func concat(lists ...[]Capability) []Capability { return slices.Concat(lists...) }
