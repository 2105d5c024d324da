package main

import (
	"context"
	"fmt"
	"io"

	"quoin/internal/app"
	"quoin/internal/auth"
)

// hintName names the application password of the printed lines.
const hintName = "sample lines"

// hints prints how to talk to a sample site: lines that work as they stand.
// Their application password is made anew at every start, and the one of the
// start before is taken back.
func hints(ctx context.Context, a *app.App, w io.Writer) error {
	u, err := a.DB.UserByLogin(ctx, "admin")
	if err != nil {
		return fmt.Errorf("administrator of the sample site: %w", err)
	}
	old, err := a.DB.AppPasswords(ctx, u.ID)
	if err != nil {
		return err
	}
	for _, p := range old {
		if p.Name == hintName {
			if _, err := auth.Revoke(ctx, a.DB, a.Clock(), u.ID, p.UUID); err != nil {
				return err
			}
		}
	}
	_, secret, err := auth.Issue(ctx, a.DB, a.Clock(), u.ID, hintName, "")
	if err != nil {
		return err
	}
	base := a.Env.Site.Base(ctx)
	_, err = fmt.Fprintf(w, `
Try:
  curl '%[1]s/api/core/v2/posts?per_page=3&_fields=id,title.rendered,link'
  curl '%[1]s/api/core/v2/posts?search=stone&_fields=id,title.rendered'
  curl -u 'admin:%[2]s' -H 'Content-Type: application/json' -d '{"title":"Hello","status":"publish"}' '%[1]s/api/core/v2/posts'

`, base, secret)
	return err
}
