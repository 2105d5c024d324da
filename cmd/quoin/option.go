package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"quoin/internal/app"
)

func optionCommand() *cobra.Command {
	return group(&cobra.Command{Use: "option", Short: "Set options of the site that the API has no place for"}, optionSetCommand())
}

func optionSetCommand() *cobra.Command {
	var c app.Config
	cmd := &cobra.Command{
		Use:   "set NAME VALUE",
		Short: "Set an option",
		Long:  "Set an option: " + strings.Join(app.OptionNames(), ", ") + ".",
		Args:  takesChecked(func(args []string) error { return app.CheckOption(args[0], args[1]) }, "NAME", "VALUE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if err := a.SetOption(ctx, args[0], args[1]); err != nil {
					return err
				}
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s is %s\n", args[0], args[1])
				return err
			})
		},
	}
	siteFlags(cmd, &c)
	return cmd
}
