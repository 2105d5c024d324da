package access_test

import (
	"slices"
	"strings"
	"testing"

	"quoin/internal/platform/access"
)

func TestRolesContainEachOther(t *testing.T) {
	t.Parallel()
	roles := access.Roles()
	for i, role := range roles {
		caps := access.Capabilities(role)
		if !access.IsRole(role) || len(caps) == 0 {
			t.Errorf("%s is no role", role)
		}
		sorted := slices.Clone(caps)
		slices.Sort(sorted)
		if len(slices.Compact(sorted)) != len(caps) {
			t.Errorf("%s has a capability twice", role)
		}
		for _, lower := range roles[i+1:] {
			for _, c := range access.Capabilities(lower) {
				if !slices.Contains(caps, c) {
					t.Errorf("%s has %s, %s hasn't", lower, c, role)
				}
			}
		}
	}
	caps := access.Capabilities(access.Editor)
	caps[0] = "changed"
	if access.IsRole("nobody") || access.Capabilities("nobody") != nil || access.Capabilities(access.Editor)[0] == "changed" {
		t.Error("the table can be changed, or has roles that don't exist")
	}
}

func TestWhoHasWhat(t *testing.T) {
	t.Parallel()
	for capability, want := range map[string]string{
		"manage_options": "administrator", "edit_theme_options": "administrator", "list_users": "administrator",
		"unfiltered_html": "administrator editor", "edit_pages": "administrator editor", "manage_categories": "administrator editor",
		"upload_files": "administrator editor author", "publish_posts": "administrator editor author",
		"edit_posts": "administrator editor author contributor", "read": "administrator editor author contributor subscriber",
		"level_10": "administrator", "level_0": "administrator editor author contributor subscriber", "fly": "",
	} {
		if got := strings.Join(access.Grants{}.RolesWith(capability), " "); got != want {
			t.Errorf("%s: %s, want %s", capability, got, want)
		}
	}
}

func TestActors(t *testing.T) {
	t.Parallel()
	both := access.NewActor(5, "x", []string{access.Subscriber, access.Author, "unknown"})
	for _, c := range []struct {
		actor              access.Actor
		in, read, publish  bool
		author, everything bool
	}{
		{access.Actor{}, false, false, false, false, false},
		{access.NewActor(5, "x", nil), true, false, false, false, false},
		{access.NewActor(5, "x", []string{access.Subscriber}), true, true, false, false, false},
		{both, true, true, true, true, false},
		{access.System(), true, true, true, false, true},
	} {
		a := c.actor
		if a.LoggedIn() != c.in || a.Can("read") != c.read || a.Can("publish_posts") != c.publish || a.HasRole(access.Author) != c.author || a.Can("anything") != c.everything {
			t.Errorf("%+v", a)
		}
	}
}
