package extensions

import (
	"context"
	"fmt"

	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
)

// attachHooks lets an extension follow the writes of others while it is
// active.
func (s *Set) attachHooks(x *Extension) {
	e, hooks := s.Env, &x.Parts.Hooks
	active := func(ctx context.Context, hook func() error) error { return s.follow(ctx, x, hook) }
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
func (s *Set) follow(ctx context.Context, x *Extension, hook func() error) error {
	if !s.Active(ctx, x) {
		return nil
	}
	if err := hook(); err != nil {
		return fmt.Errorf("extension %s: %w", x.ID, err)
	}
	return nil
}
