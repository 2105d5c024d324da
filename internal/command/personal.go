package command

import (
	"context"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/personal"
)

func userExportCommand() *cobra.Command {
	var c app.Config
	cmd := &cobra.Command{
		Use:   "export LOGIN",
		Short: "Print as JSON what the site knows of a user, or of an e-mail address",
		Args:  takes("LOGIN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error { return a.Personal.Export(ctx, args[0], cmd.OutOrStdout()) })
		},
	}
	siteFlags(cmd, &c)
	return cmd
}

func userEraseCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	var how personal.Erasure
	cmd := &cobra.Command{
		Use:   "erase LOGIN",
		Short: "Forget a user, or who wrote comments with an e-mail address",
		Long:  "Forget a user, or who wrote comments with an e-mail address: the account with all that belongs to it, and of comments who wrote them. It can't be taken back.",
		Args:  takes("LOGIN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if how.Reassign != "" && how.DeleteEntries {
				return misused(cmd, "--reassign and --delete-entries exclude each other")
			}
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				done, err := a.Personal.Erase(ctx, args[0], how)
				if err != nil {
					return err
				}
				account := "no account"
				if done.Account {
					account = "the account"
				}
				return say(cmd, asJSON, jsonObject{"account": done.Account, "entries": done.Entries, "comments": done.Comments, "fields": done.Fields},
					"Erased %s; %d entries were given away or deleted, %d comments and %d fields of entries name nobody any more or are deleted.", account, done.Entries, done.Comments, done.Fields)
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	cmd.Flags().StringVar(&how.Reassign, "reassign", "", "log-in name of the user who gets the entries")
	cmd.Flags().BoolVar(&how.DeleteEntries, "delete-entries", false, "delete the entries")
	cmd.Flags().BoolVar(&how.DeleteComments, "delete-comments", false, "delete comments in place of making them anonymous")
	return cmd
}
