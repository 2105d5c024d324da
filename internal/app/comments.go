package app

import (
	"context"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
	"quoin/internal/people/notice"
	"quoin/internal/platform/access"
)

// addComments gives the site its writer of comments, which follows the entries
// that the comments belong to.
func (a *App) addComments() {
	e := a.Env
	tell := &notice.Comments{
		Mail: a.Mail, Site: e.Site, Users: a.DB, Store: a.DB, Links: e.Links, Policy: comment.Policy{Entries: e.Entries.Policy}, Actor: a.actor,
	}
	e.Comments = &comment.Service{
		Store: a.DB, Users: a.DB, Site: e.Site, Render: e.View.Comment, Notify: tell, Actor: a.actor,
	}
	e.Comments.Hooks.Add(comment.Writes{Saved: tell.Changed})
	e.Entries.Hooks.Add(content.Writes{Before: e.Comments.BeforeEntry})
}

// actor is an account with the rights that its roles have at the site.
func (a *App) actor(ctx context.Context, u *user.User) access.Actor {
	return u.Actor().With(a.assembler.Of(ctx).Grants)
}
