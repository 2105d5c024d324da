package users

import (
	"quoin/internal/api/core/meta"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
	"quoin/internal/platform/schema"
)

// metaOf are the custom fields that a write of an account asks for. The fault
// is to be returned after the write, which it commits.
func (res *resource) metaOf(r *rest.Request, u *user.User) (content.Meta, error) {
	if !argMeta.Has(r) {
		return nil, nil
	}
	given, ok := schema.AsObject(argMeta.Value(r))
	if !ok {
		return nil, nil
	}
	return res.meta.Changes(r.Context(), given, meta.Target{
		Actor: r.Actor, Stored: u.Meta, May: canEdit(r.Actor, u) || r.Actor.Can("create_users"),
	})
}
