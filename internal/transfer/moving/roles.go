package moving

import (
	"context"

	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// oldRoles are the roles of the old site as it stores them.
func (r *run) oldRoles() *wire.Object { return r.old.Object(r.prefixes.roles + rolesOption) }

// moveRoles brings the roles of the old site's own, and how it changed the others.
func (r *run) moveRoles(ctx context.Context) error {
	changed := &wire.Object{}
	for _, m := range r.oldRoles().Members() {
		role, ok := m.Value.(*wire.Object)
		if !ok || m.Key == "" || len(m.Key) > access.LongestName {
			continue
		}
		differ := r.differs(m.Key, role.Object("capabilities"))
		if differ.Len() == 0 {
			continue
		}
		changed.Set(m.Key, wire.NewObject("name", role.Text("name"), "capabilities", differ))
		r.report.Took("role", 1)
	}
	return site.Roles.Set(ctx, r.Site, changed)
}

// differs are the rights that a role of the old site has or lacks beside those that every
// site gives it.
func (r *run) differs(role string, has *wire.Object) *wire.Object {
	out := &wire.Object{}
	usual := map[string]bool{}
	for _, c := range access.Capabilities(role) {
		usual[c] = true
		if role != access.Administrator && !schema.ToBool(has.Get(c)) {
			out.Set(c, false)
		}
	}
	for _, m := range has.Members() {
		right := r.Name(m.Key)
		if schema.ToBool(m.Value) && !usual[right] && access.IsName(right) {
			out.Set(right, true)
		}
	}
	if !access.IsRole(role) {
		out.Set(role, true) // whoever has a role has its name
	}
	return out
}
