package users

import (
	"context"

	"quoin/internal/core/meta"
	"quoin/internal/rest"
	"quoin/internal/schema"
	"quoin/internal/user"
)

// writeMeta stores the meta member of a write, after the account itself.
func (res *resource) writeMeta(ctx context.Context, r *rest.Request, u *user.User) error {
	if !r.Has("meta") {
		return nil
	}
	given, ok := schema.AsObject(r.Param("meta"))
	if !ok {
		return nil
	}
	return res.meta.Write(ctx, given, meta.Writer{
		Actor: r.Actor, Stored: u.Meta, May: canEdit(r.Actor, u) || r.Actor.Can("create_users"),
		Store: func(ctx context.Context, key string, values ...any) error {
			return res.Store.SetUserMeta(ctx, u.ID, key, values...)
		},
	})
}
