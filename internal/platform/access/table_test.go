package access_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"quoin/internal/platform/access"
)

// added are the capabilities that each role has beyond those of the one below it.
var added = []struct{ role, level, capabilities string }{
	{access.Subscriber, "0", "read"},
	{access.Contributor, "1", "edit_posts delete_posts"},
	{access.Author, "2", "publish_posts edit_published_posts delete_published_posts upload_files"},
	{
		access.Editor, "3 4 5 6 7", `edit_others_posts delete_others_posts read_private_posts edit_private_posts delete_private_posts
		edit_pages edit_others_pages edit_published_pages publish_pages delete_pages delete_others_pages delete_published_pages
		read_private_pages edit_private_pages delete_private_pages moderate_comments manage_categories manage_links unfiltered_html`,
	},
	{
		access.Administrator, "8 9 10", `manage_options edit_theme_options switch_themes edit_themes install_themes update_themes delete_themes
		activate_plugins edit_plugins install_plugins update_plugins delete_plugins list_users create_users edit_users promote_users
		remove_users delete_users edit_files edit_dashboard import export unfiltered_upload update_core`,
	},
}

// TestRoleTable is the whole table: what isn't in it, nobody has, so a capability that
// a role gets by mistake fails.
func TestRoleTable(t *testing.T) {
	t.Parallel()
	want := map[string]bool{}
	for _, step := range added {
		for _, c := range strings.Fields(step.capabilities) {
			want[c] = true
		}
		for _, n := range strings.Fields(step.level) {
			want["level_"+n] = true
		}
		got := map[string]bool{}
		for _, c := range access.Capabilities(step.role) {
			got[c] = true
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", step.role, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
		// What the list says is what an account with the role may do.
		actor := access.NewActor(1, "x", []string{step.role})
		for _, last := range access.Capabilities(access.Administrator) {
			if actor.Can(last) != want[last] {
				t.Errorf("%s can %s: %v", step.role, last, !want[last])
			}
		}
	}
	all := access.Capabilities(access.Administrator)
	if all[0] != "switch_themes" || all[1] != "edit_themes" || all[2] != "activate_plugins" {
		t.Errorf("the list begins with %v", all[:3])
	}
}

// TestNoNetworkRights: there are no networks of sites, and nobody is above all roles.
func TestNoNetworkRights(t *testing.T) {
	t.Parallel()
	above := []string{
		"manage_network", "manage_sites", "manage_network_users", "manage_network_plugins", "manage_network_themes", "manage_network_options",
		"create_sites", "delete_sites", "delete_site", "upgrade_network", "setup_network", "upload_plugins", "upload_themes", "super_admin", "do_not_allow", "exist", "",
	}
	for _, role := range append(access.Roles(), "super_admin", "") {
		actor := access.NewActor(1, "admin", []string{role}).With(access.Grants{"": {"manage_network": true}, "other": {"manage_sites": true}})
		for _, c := range above {
			if role != "" && actor.Can(c) {
				t.Errorf("%s can %q", role, c)
			}
		}
	}
}

// TestGrants: what extensions give to a role, accounts with another role don't get,
// and the table stays as it is.
func TestGrants(t *testing.T) {
	t.Parallel()
	g := access.Grants{}
	g.Add(access.Editor, "seo_manage")
	g.Add(access.Editor, "seo_edit", "seo_manage")
	g.Add(access.Author, "seo_edit")
	if got := strings.Join(g.Capabilities(access.Editor), " "); got != "seo_edit seo_manage" {
		t.Errorf("editors get %s", got)
	}
	if got := strings.Join(g.RolesWith("seo_edit"), " ") + "," + strings.Join(g.RolesWith("edit_pages"), " "); got != "editor author,administrator editor" {
		t.Errorf("roles: %s", got)
	}
	plain := access.NewActor(1, "x", []string{access.Editor})
	given := plain.With(g)
	for _, c := range []struct {
		actor access.Actor
		can   string
		want  bool
	}{
		{given, "seo_manage", true}, {plain, "seo_manage", false}, {given, "edit_pages", true}, {given, "manage_options", false},
		{access.NewActor(2, "y", []string{access.Author}).With(g), "seo_manage", false}, {access.NewActor(3, "z", nil).With(g), "seo_edit", false},
		{access.Actor{}.With(g), "seo_edit", false},
	} {
		if c.actor.Can(c.can) != c.want {
			t.Errorf("%v can %s: %v", c.actor.Roles, c.can, !c.want)
		}
	}
	if slices.Contains(access.Capabilities(access.Editor), "seo_manage") {
		t.Error("the table has changed")
	}
}

// TestChangedRoles: a site may give rights to roles, take some away and have roles of its
// own, but administrators lose none, and nobody keeps other sites.
func TestChangedRoles(t *testing.T) {
	t.Parallel()
	g := access.Grants{}
	g.Add(access.Editor, "seo_manage")
	g.Change(access.Editor, map[access.Capability]bool{"delete_others_posts": false, "seo_manage": false, "edit_theme_options": true})
	g.Change(access.Administrator, map[access.Capability]bool{"manage_options": false, "manage_network": true})
	g.Change("clerk", map[access.Capability]bool{"clerk": true, "read": true, "edit_posts": true, "level_1": false})
	actor := func(roles ...string) access.Actor { return access.NewActor(1, "x", roles).With(g) }
	for _, c := range []struct {
		actor access.Actor
		can   string
		want  bool
	}{
		{actor(access.Editor), "delete_others_posts", false}, {actor(access.Editor), "edit_others_posts", true}, {actor(access.Editor), "edit_theme_options", true},
		{actor(access.Editor, access.Administrator), "delete_others_posts", true}, {actor(access.Administrator), "manage_options", true},
		{actor(access.Administrator), "manage_network", false}, {actor("clerk"), "edit_posts", true}, {actor("clerk"), "publish_posts", false},
		{actor("clerk", access.Author), "publish_posts", true}, {access.NewActor(1, "x", []string{"clerk"}), "edit_posts", false},
	} {
		if c.actor.Can(c.can) != c.want {
			t.Errorf("%v can %s: %v", c.actor.Roles, c.can, !c.want)
		}
	}
	if got := strings.Join(g.Roles(), " "); got != "administrator editor author contributor subscriber clerk" {
		t.Error("roles:", got)
	}
	if got := strings.Join(g.All("clerk"), " "); got != "clerk edit_posts read" {
		t.Error("clerks may:", got)
	}
	if all := g.All(access.Editor); slices.Contains(all, "delete_others_posts") || !slices.Contains(all, "edit_theme_options") {
		t.Error("editors may:", all)
	}
	if got := strings.Join(g.RolesWith("delete_others_posts"), " ") + ", " + strings.Join(g.RolesWith("edit_posts"), " "); got != "administrator, administrator editor author contributor clerk" {
		t.Error("with the right:", got)
	}
	if !g.Is("clerk") || g.Is("baker") {
		t.Error("which roles there are is wrong")
	}
}
