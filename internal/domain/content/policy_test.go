package content_test

import (
	"context"
	"strings"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
)

// TestPolicy is the matrix of who may do what. A cell has r for reading, e for
// editing, d for deleting.
func TestPolicy(t *testing.T) {
	t.Parallel()
	ctx, p := t.Context(), content.Policy{Types: content.NewTypes(content.Builtin()...)}
	const mine = true
	roles := []string{"", access.Subscriber, access.Contributor, access.Author, access.Editor, access.Administrator}
	for _, c := range []struct {
		typ    string
		status content.Status
		mine   bool
		want   string // a cell a role, in the order of roles; - for nothing
	}{
		{"post", content.Publish, mine, "r r r red red red"},
		{"post", content.Publish, !mine, "r r r r red red"},
		{"post", content.Future, mine, "- r r red red red"},
		{"post", content.Future, !mine, "- - - - red red"},
		{"post", content.Draft, mine, "- r red red red red"},
		{"post", content.Draft, !mine, "- - - - red red"},
		{"post", content.Pending, mine, "- r red red red red"},
		{"post", content.Pending, !mine, "- - - - red red"},
		{"post", content.Private, mine, "- r red red red red"},
		{"post", content.Private, !mine, "- - - - red red"},
		{"post", content.Trash, mine, "- r red red red red"},
		{"post", content.Trash, !mine, "- - - - red red"},
		{"page", content.Publish, mine, "r r r r red red"},
		{"page", content.Draft, mine, "- r r r red red"},
		{"page", content.Private, !mine, "- - - - red red"},
		{"core_block", content.Publish, !mine, "- - r r red red"},
		{"core_block", content.Draft, mine, "- - red red red red"},
		{"core_block", content.Draft, !mine, "- - - - red red"},
		{"core_block", content.Private, mine, "- - red red red red"},
		{"core_block", content.Private, !mine, "- - - - - -"},
		{"core_navigation", content.Publish, !mine, "r r r r r red"},
		{"core_navigation", content.Draft, !mine, "- - - - - red"},
		{"nav_menu_item", content.Publish, mine, "r r r r r red"},
		{"nothing", content.Publish, mine, "- - - - - -"},
	} {
		for i, want := range strings.Fields(c.want) {
			a := access.Actor{}
			if roles[i] != "" {
				a = as(writer, roles[i])
			}
			e := &content.Entry{Type: c.typ, Status: c.status, Author: other}
			if c.mine && roles[i] != "" {
				e.Author = writer
			}
			got := ""
			for _, right := range []struct {
				letter string
				may    bool
			}{{"r", p.CanRead(ctx, a, e)}, {"e", p.CanEdit(ctx, a, e)}, {"d", p.CanDelete(ctx, a, e)}} {
				if right.may {
					got += right.letter
				}
			}
			if got == "" {
				got = "-"
			}
			if got != want {
				t.Errorf("%s %s (own: %v) for %q: %s, want %s", c.status, c.typ, c.mine, roles[i], got, want)
			}
		}
	}
}

func TestPolicyOfTrashAndParents(t *testing.T) {
	t.Parallel()
	ctx, p := t.Context(), content.Policy{Types: content.NewTypes(content.Builtin()...)}
	contributor, stranger := as(writer, access.Contributor), access.Actor{}
	was := func(s content.Status) *content.Entry {
		return &content.Entry{Type: "post", Status: content.Trash, Author: writer, Meta: content.Meta{content.MetaTrashStatus: {string(s)}}}
	}
	// What was published needs the right to edit published entries.
	if p.CanEdit(ctx, contributor, was(content.Publish)) || p.CanDelete(ctx, contributor, was(content.Future)) || !p.CanEdit(ctx, contributor, was(content.Draft)) {
		t.Error("entries in the trash don't go by what they were")
	}
	file := &content.Entry{Type: "attachment", Status: content.Inherit, Author: other}
	public, hidden := &content.Entry{Type: "post", Status: content.Publish}, &content.Entry{Type: "post", Status: content.Draft, Author: writer}
	for _, c := range []struct {
		a      access.Actor
		parent *content.Entry
		want   bool
	}{{stranger, nil, true}, {stranger, public, true}, {stranger, hidden, false}, {contributor, hidden, true}} {
		p.Entries, file.Parent = entriesByID{5: c.parent}, 5
		if got := p.CanRead(ctx, c.a, file); got != c.want {
			t.Errorf("file below %+v for %q: %v", c.parent, c.a.Login, got)
		}
	}
	if !p.CanEdit(ctx, access.System(), hidden) || !p.CanRead(ctx, access.System(), hidden) {
		t.Error("the system may not do all")
	}
	for role, want := range map[string]bool{access.Subscriber: false, access.Contributor: true, access.Administrator: true} {
		if p.CanEditAny(as(writer, role)) != want {
			t.Errorf("%s edits anything: %v", role, !want)
		}
	}
}

// entriesByID are entries by id.
type entriesByID map[int64]*content.Entry

func (k entriesByID) EntriesByID(context.Context, []int64) (map[int64]*content.Entry, error) {
	return k, nil
}

// TestPolicyOfPagesWithARole: what the settings of the site name is for those
// who may change the settings.
func TestPolicyOfPagesWithARole(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	ctx, editor, administrator := t.Context(), as(writer, access.Editor), as(admin, access.Administrator)
	for option, want := range map[string]struct{ edit, remove bool }{
		"other": {true, true}, "page_on_front": {true, false}, "page_for_posts": {true, false}, "wp_page_for_privacy_policy": {false, false},
	} {
		f.option(option, int64(7))
		page, post := &content.Entry{ID: 7, Type: "page", Status: content.Publish}, &content.Entry{ID: 7, Type: "post", Status: content.Publish}
		if f.CanEdit(ctx, editor, page) != want.edit || f.CanDelete(ctx, editor, page) != want.remove {
			t.Errorf("%s: an editor edits %v, deletes %v", option, !want.edit, !want.remove)
		}
		if !f.CanEdit(ctx, administrator, page) || !f.CanDelete(ctx, administrator, page) || !f.CanEdit(ctx, editor, post) {
			t.Errorf("%s: an administrator may not all, or the id of a post counts", option)
		}
		f.option(option, site.Unset)
	}
}
