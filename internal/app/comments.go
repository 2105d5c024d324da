package app

import "quoin/internal/comment"

// addComments gives the site its writer of comments, which follows the entries
// that the comments belong to.
func (a *App) addComments() {
	e := a.Env
	e.Comments = &comment.Service{
		Store: a.DB, Entries: a.DB, Users: a.DB, Site: e.Site, Render: e.View.Comment, Notify: comment.LogNotifier{Log: a.Log},
	}
	e.Entries.Hooks.Saved = append(e.Entries.Hooks.Saved, e.Comments.EntrySaved)
}
