package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"quoin/internal/app"
	"quoin/internal/domain/user"
	"quoin/internal/storage/auth"
)

// hintName names the application password of the printed lines.
const hintName = "sample lines"

// hints prints how to talk to a sample site: lines that work as they stand. Where the
// first account is gone, those that need none.
func hints(ctx context.Context, a *app.App, w io.Writer) error {
	base := a.Env.Site.Base(ctx)
	lines := []string{
		fmt.Sprintf("curl '%s/api/core/v2/posts?per_page=3&_fields=id,title.rendered,link'", base),
		fmt.Sprintf("curl '%s/api/core/v2/posts?search=stone&_fields=id,title.rendered'", base),
	}
	u, err := a.DB.UserByLogin(ctx, "admin")
	switch {
	case err == nil:
		secret, err := freshSecret(ctx, a, u.ID)
		if err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("curl -u 'admin:%s' -H 'Content-Type: application/json' -d '{\"title\":\"Hello\",\"status\":\"publish\"}' '%s/api/core/v2/posts'", secret, base))
	case !errors.Is(err, user.ErrNotFound):
		return fmt.Errorf("administrator of the sample site: %w", err)
	}
	_, err = fmt.Fprintf(w, "\nTry:\n  %s\n\n", strings.Join(lines, "\n  "))
	return err
}

// freshSecret makes the application password of the printed lines again, and takes
// back the one of the start before.
func freshSecret(ctx context.Context, a *app.App, id int64) (string, error) {
	old, err := a.DB.AppPasswords(ctx, id)
	if err != nil {
		return "", err
	}
	for _, p := range old {
		if p.Name == hintName {
			if _, err := auth.Revoke(ctx, a.DB, a.Clock(), id, p.UUID); err != nil {
				return "", err
			}
		}
	}
	_, secret, err := auth.Issue(ctx, a.DB, a.Clock(), id, auth.NewPassword{Name: hintName})
	return secret, err
}
