package app

import (
	"context"
	"crypto/subtle"
	"net/http"

	"quoin/internal/api/core/faults"
	"quoin/internal/display/front"
	"quoin/internal/domain/comment"
	"quoin/internal/people/reply"
)

// newReply makes the form on which visitors comment.
func (a *App) newReply(pages *front.Front) http.Handler {
	e := a.Env
	return reply.New(reply.Config{
		Store: a.DB, Site: e.Site, Auth: a.Auth, Comments: e.Comments, Policy: comment.Policy{Entries: e.Entries.Policy}, Links: e.Links, Log: a.Log,
		Show: pages.Say, Explain: faults.Of,
	})
}

// held tells whether a key is that to a comment that waits for approval.
func (a *App) held(ctx context.Context, id int64, key string) bool {
	want, err := reply.NewHold(a.Auth).Key(ctx, id)
	return err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(key)) == 1
}
