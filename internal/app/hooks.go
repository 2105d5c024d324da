package app

import (
	"context"
	"fmt"

	"quoin/internal/content"
	"quoin/internal/ext"
)

// attachHooks lets an extension follow the writes of others while it is
// active.
func (a *App) attachHooks(x *extension) {
	e, hooks := a.Env, &x.parts.Hooks
	attach(a, x, &hooks.Entries, &e.Entries.Hooks.Before, &e.Entries.Hooks.Saved, &e.Entries.Hooks.Deleted)
	attach(a, x, &hooks.Terms, &e.Terms.Hooks.Before, &e.Terms.Hooks.Saved, &e.Terms.Hooks.Deleted)
	attach(a, x, &hooks.Users, &e.Users.Hooks.Before, &e.Users.Hooks.Saved, &e.Users.Hooks.Deleted)
	attach(a, x, &hooks.Comments, &e.Comments.Hooks.Before, &e.Comments.Hooks.Saved, &e.Comments.Hooks.Deleted)
	if hook := hooks.Deleting; hook != nil {
		e.Entries.Hooks.Deleting = append(e.Entries.Hooks.Deleting, func(ctx context.Context, entry *content.Entry) error {
			return a.follow(ctx, x, func() error { return hook(ctx, entry) })
		})
	}
	for from, to := range map[*func(context.Context, string, any, any) error]*[]func(context.Context, string, any, any) error{
		&hooks.Options.Before: &e.Site.Hooks.Before, &hooks.Options.Saved: &e.Site.Hooks.Saved,
	} {
		if hook := *from; hook != nil {
			*to = append(*to, func(ctx context.Context, name string, before, after any) error {
				return a.follow(ctx, x, func() error { return hook(ctx, name, before, after) })
			})
		}
	}
}

// attach adds the hooks of an extension to those of one kind of object.
func attach[T, C any](a *App, x *extension, w *ext.Writes[T, C],
	before *[]func(context.Context, *T, *T, *C) error, saved *[]func(context.Context, *T, *T) error, deleted *[]func(context.Context, *T) error,
) {
	if w.Before != nil {
		*before = append(*before, func(ctx context.Context, old, after *T, c *C) error {
			return a.follow(ctx, x, func() error { return w.Before(ctx, old, after, c) })
		})
	}
	if w.Saved != nil {
		*saved = append(*saved, func(ctx context.Context, old, after *T) error {
			return a.follow(ctx, x, func() error { return w.Saved(ctx, old, after) })
		})
	}
	if w.Deleted != nil {
		*deleted = append(*deleted, func(ctx context.Context, was *T) error {
			return a.follow(ctx, x, func() error { return w.Deleted(ctx, was) })
		})
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
