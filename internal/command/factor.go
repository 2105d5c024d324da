package command

import (
	"context"

	"github.com/spf13/cobra"

	"quoin/internal/app"
)

func removeFactorsCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "remove-factors LOGIN",
		Short: "Remove the second factors and passkeys of a user who lost them",
		Args:  takes("LOGIN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				u, err := accountOf(ctx, a, args[0])
				if err != nil {
					return err
				}
				if err := a.Accounts.RemoveFactors(ctx, u); err != nil {
					return err
				}
				return say(cmd, asJSON, jsonObject{"login": u.Login, "removed": true}, "%s logs in with the password alone", u.Login)
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}
