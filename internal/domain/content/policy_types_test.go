package content_test

import (
	"strings"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
)

// TestPolicyOfTypes goes on where TestPolicy ends: each type in each status, of one's
// own and of somebody else. What lies in the trash goes by what it was before.
func TestPolicyOfTypes(t *testing.T) {
	t.Parallel()
	const (
		theme   = "nav_menu_item core_navigation"
		editors = "core_template core_template_part core_font_family core_font_face custom_css"
		waiting = "draft pending private auto-draft trash<draft trash<pending trash<private"
		due     = "future trash<publish trash<future"
		hidden  = due + " " + waiting
		all     = "publish inherit " + hidden
		mine    = true
	)
	policy := content.Policy{Types: content.NewTypes(content.Builtin()...)}
	roles := []string{"", access.Subscriber, access.Contributor, access.Author, access.Editor, access.Administrator}
	for _, c := range []struct {
		types, statuses string
		mine            bool
		want            string // a cell a role, as in TestPolicy
	}{
		{"post attachment", "publish", mine, "r r r red red red"},
		{"post page attachment", "publish inherit", !mine, "r r r r red red"},
		{"post attachment", "inherit", mine, "r r red red red red"},
		{"post attachment", due, mine, "- r r red red red"},
		{"post attachment", waiting, mine, "- r red red red red"},
		{"post page attachment", hidden, !mine, "- - - - red red"},
		{"page", "publish inherit", mine, "r r r r red red"},
		{"page", hidden, mine, "- r r r red red"},

		{"core_block", "publish " + due, mine, "- - r red red red"},
		{"core_block", "publish", !mine, "- - r r red red"},
		{"core_block", waiting, mine, "- - red red red red"},
		{"core_block", "draft pending auto-draft trash<draft trash<private " + due, !mine, "- - - - red red"},
		{"core_block", "private", !mine, "- - - - - -"},

		{theme, "publish inherit", mine, "r r r r r red"},
		{theme, "publish inherit", !mine, "r r r r r red"},
		{theme, hidden, mine, "- r r r r red"},
		{theme, hidden, !mine, "- - - - - red"},
		{editors, "publish inherit", mine, "r r r r r red"},
		{editors, "publish inherit", !mine, "r r r r r red"},
		{editors, hidden, mine, "- - - - - red"},
		{editors, hidden, !mine, "- - - - - red"},

		{"core_global_styles", "publish", mine, "r r r r r red"},
		{"core_global_styles", "publish inherit", !mine, "r r r r r red"},
		{"core_global_styles", due, mine, "- - r r r red"},
		{"core_global_styles", waiting, mine, "- - rd rd rd red"},
		{"core_global_styles", "private", !mine, "- - - - r red"},
		{"core_global_styles", "draft pending auto-draft trash<private " + due, !mine, "- - - - - red"},

		{"unknown", all, mine, "- - - - - -"},
	} {
		for _, typ := range strings.Fields(c.types) {
			for _, status := range strings.Fields(c.statuses) {
				e := &content.Entry{ID: 1, Type: typ, Status: content.Status(status)}
				if now, was, ok := strings.Cut(status, "<"); ok {
					e.Status, e.Meta = content.Status(now), content.Meta{content.MetaTrashStatus: {was}}
				}
				for i, want := range strings.Fields(c.want) {
					a := access.Actor{}
					e.Author = other
					if roles[i] != "" {
						if a = as(writer, roles[i]); c.mine {
							e.Author = writer
						}
					}
					got := ""
					if policy.CanRead(t.Context(), a, e) {
						got += "r"
					}
					if policy.CanEdit(t.Context(), a, e) {
						got += "e"
					}
					if policy.CanDelete(t.Context(), a, e) {
						got += "d"
					}
					if got != strings.Trim(want, "-") {
						t.Errorf("%s %s (own: %v) for %q: %q, want %q", status, typ, c.mine, roles[i], got, want)
					}
				}
			}
		}
	}
}
