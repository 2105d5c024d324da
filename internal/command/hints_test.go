package command

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/personal"
	"quoin/internal/people/account"
)

// TestHintsWithoutAdmin: a sample site is served also when its first account is gone,
// with the lines that need none.
func TestHintsWithoutAdmin(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	c := app.Config{Data: t.TempDir(), URL: "http://example.org"}
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	err := with(cmd, c, func(ctx context.Context, a *app.App) error {
		var before, after bytes.Buffer
		if err := hints(ctx, a, &before); err != nil {
			return err
		}
		if _, err := a.People.Create(ctx, account.NewUser{Login: "boss", Email: "boss@example.org", Role: "administrator", Password: "x"}); err != nil {
			return err
		}
		if _, err := a.Personal.Erase(ctx, "admin", personal.Erasure{Reassign: "boss"}); err != nil {
			return err
		}
		err := hints(ctx, a, &after)
		if strings.Count(before.String(), "curl ") != 3 || strings.Count(after.String(), "curl ") != 2 {
			t.Errorf("with the account:\n%s\nwithout:\n%s", &before, &after)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
