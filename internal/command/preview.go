package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/domain/preview"
)

func previewCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	var lasts time.Duration
	var revoke bool
	cmd := &cobra.Command{
		Use:   "preview LINK|ID",
		Short: "Make a link that shows a draft to whoever has it, for a time",
		Long: `Prints an address that shows one entry as it is stored, or as its newest autosave
has it, to whoever has the address, without logging in. It ends after --for, or
when the entry is put into the trash, or with --revoke. The parameter preview_token opens the same
entry in the API.`,
		Example: `  quoin preview 12 --data site
  quoin preview /about/ --for 1h --data site --url https://example.org`,
		Args: takes("LINK|ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if revoke {
					if err := a.Env.Previews.RevokeNamed(ctx, strings.TrimSpace(args[0])); err != nil {
						return err
					}
					return say(cmd, asJSON, jsonObject{"entry": args[0], "revoked": true}, "All preview links to it that were made until now have ended.")
				}
				link, err := a.Env.Previews.MakeNamed(ctx, strings.TrimSpace(args[0]), lasts)
				if err != nil {
					return err
				}
				noteAddress(ctx, cmd, a)
				if !asJSON {
					fmt.Fprintf(cmd.ErrOrStderr(), "Good until %s.\n", link.Expires.Format(time.RFC1123))
				}
				return say(cmd, asJSON, jsonObject{"link": link.Page, "expires": link.Expires.UTC().Format(time.RFC3339)}, "%s", link.Page)
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	urlFlag(cmd, &c, "address of the site (default: the stored one)")
	periodUpTo(cmd, &lasts, "for", preview.Shortest, preview.Longest, preview.Usual, "for how long the link is good, from 1m to 720h")
	cmd.Flags().BoolVar(&revoke, "revoke", false, "make no link, but end all to the entry that were made until now")
	return cmd
}
