package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"quoin/internal/app"
)

func optionCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "option", Short: "Set options of the site that the API has no place for"}
	cmd.AddCommand(optionSetCommand())
	return cmd
}

func optionSetCommand() *cobra.Command {
	var c app.Config
	cmd := &cobra.Command{
		Use:   "set NAME VALUE",
		Short: "Set an option",
		Long:  "Set an option: " + strings.Join(app.OptionNames(), ", ") + ".",
		Args:  cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := app.New(cmd.Context(), c)
			if err != nil {
				return err
			}
			defer a.Close()
			tellPassword(a)
			if err := a.SetOption(cmd.Context(), args[0], args[1]); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s is %s\n", args[0], args[1])
			return nil
		},
	}
	siteFlags(cmd, &c)
	return cmd
}
