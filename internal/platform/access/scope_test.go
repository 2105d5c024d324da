package access_test

import (
	"strings"
	"testing"

	"quoin/internal/platform/access"
)

// TestScopes says all that each scope leaves of the rights of an administrator, and of
// those of types that an owner has declared.
func TestScopes(t *testing.T) {
	t.Parallel()
	own := access.Grants{}
	for _, right := range []string{"edit", "edit_others", "edit_published", "edit_private", "publish", "read_private", "delete", "delete_others", "delete_published", "delete_private"} {
		own.Add(access.Administrator, right+"_books", right+"_users")
	}
	own.Add(access.Administrator, "manage_books", "quoin_edit_books")
	all := access.NewActor(1, "x", []string{access.Administrator}).With(own)
	capabilities := append(access.Capabilities(access.Administrator), own.Capabilities(access.Administrator)...)
	for scope, want := range map[access.Scope]string{
		access.ScopeRead:   " read level_0 read_private_posts read_private_pages read_private_books read_private_users ",
		access.ScopeDrafts: " read level_1 level_0 edit_posts edit_pages edit_others_posts edit_others_pages read_private_posts read_private_pages edit_books edit_others_books edit_others_users read_private_books read_private_users ",
		"nonsense":         " ",
	} {
		for _, c := range capabilities {
			if got := all.Within(scope).Can(c); got != strings.Contains(want, " "+c+" ") {
				t.Errorf("%s within %s: %v", c, scope, got)
			}
		}
		// More rights that come later are bounded too, and nobody gets rights by it.
		if all.Within(scope).With(own).Can("publish_books") || access.NewActor(1, "x", []string{access.Subscriber}).Within(scope).Can("edit_posts") || access.System().Within(scope).Can("manage_options") {
			t.Errorf("%s doesn't bound", scope)
		}
	}
	for _, c := range capabilities {
		if !all.Within(access.ScopePublish).Can(c) || !all.Can(c) {
			t.Errorf("%s isn't left of all", c)
		}
	}
	for _, c := range []struct {
		have, need access.Scope
		want       bool
	}{
		{"", access.ScopePublish, true}, {access.ScopeRead, access.ScopeRead, true}, {access.ScopeRead, access.ScopeDrafts, false}, {access.ScopeDrafts, access.ScopePublish, false},
		{access.ScopePublish, access.ScopeDrafts, true}, {"nonsense", access.ScopeRead, false}, {access.ScopeRead, "nonsense", false},
	} {
		if got := c.have.Covers(c.need); got != c.want {
			t.Errorf("%q covers %q: %v", c.have, c.need, got)
		}
	}
}
