package app

import (
	"context"
	"fmt"

	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
)

// attachHooks lets an extension follow the writes of others while it is
// active.
func (a *App) attachHooks(x *extension) {
	e, hooks := a.Env, &x.parts.Hooks
	active := func(ctx context.Context, hook func() error) error { return a.follow(ctx, x, hook) }
	e.Entries.Hooks.Add(hooks.Entries.Within(active))
	e.Terms.Hooks.Add(hooks.Terms.Within(active))
	e.Users.Hooks.Add(hooks.Users.Within(active))
	e.Comments.Hooks.Add(hooks.Comments.Within(active))
	if hook := hooks.Deleting; hook != nil {
		e.Entries.Hooks.Deleting = append(e.Entries.Hooks.Deleting, func(ctx context.Context, entry *content.Entry) error {
			return active(ctx, func() error { return hook(ctx, entry) })
		})
	}
	if hook := hooks.DeletingUser; hook != nil {
		e.Users.Hooks.Deleting = append(e.Users.Hooks.Deleting, func(ctx context.Context, u *user.User) error {
			return active(ctx, func() error { return hook(ctx, u) })
		})
	}
	option := func(hook func(context.Context, string, any, any) error) func(context.Context, string, any, any) error {
		return func(ctx context.Context, name string, before, after any) error {
			return active(ctx, func() error { return hook(ctx, name, before, after) })
		}
	}
	if hooks.Options.Before != nil {
		e.Site.Hooks.Before = append(e.Site.Hooks.Before, option(hooks.Options.Before))
	}
	if hooks.Options.Saved != nil {
		e.Site.Hooks.Saved = append(e.Site.Hooks.Saved, option(hooks.Options.Saved))
	}
}

// follow calls a hook of an extension if it is active.
func (a *App) follow(ctx context.Context, x *extension, hook func() error) error {
	if !a.active(ctx, x) {
		return nil
	}
	if err := hook(); err != nil {
		return fmt.Errorf("extension %s: %w", x.ID, err)
	}
	return nil
}
