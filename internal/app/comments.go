package app

import (
	"quoin/internal/comment"
	"quoin/internal/notice"
)

// addComments gives the site its writer of comments, which follows the entries
// that the comments belong to.
func (a *App) addComments() {
	e := a.Env
	tell := &notice.Comments{
		Mail: a.Mail, Site: e.Site, Users: a.DB, Store: a.DB, Links: e.Links, Policy: comment.Policy{Entries: e.Entries.Policy},
	}
	e.Comments = &comment.Service{
		Store: a.DB, Users: a.DB, Site: e.Site, Render: e.View.Comment, Notify: tell,
	}
	e.Comments.Hooks.Saved = append(e.Comments.Hooks.Saved, tell.Changed)
	e.Entries.Hooks.Before = append(e.Entries.Hooks.Before, e.Comments.BeforeEntry)
}
