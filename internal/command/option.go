package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/options"
	"quoin/internal/ext"
)

func optionCommand(known []ext.Extension) *cobra.Command {
	return group(&cobra.Command{Use: "option", Short: "Set options of the site that the API has no place for, and print them"},
		optionSetCommand(known), optionGetCommand(known), optionListCommand(known))
}

func optionSetCommand(known []ext.Extension) *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "set NAME VALUE",
		Short: "Set an option",
		Long:  "Set an option: " + strings.Join(options.Names(), ", ") + ".",
		Args:  takesChecked(func(args []string) error { return options.Check(known, args[0], args[1]) }, "NAME", "VALUE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if err := a.Options.Set(ctx, args[0], args[1]); err != nil {
					return wrongValue(cmd, err)
				}
				return say(cmd, asJSON, jsonObject{args[0]: args[1]}, "%s is %s", args[0], args[1])
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func optionGetCommand(known []ext.Extension) *cobra.Command {
	var c app.Config
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "get NAME",
		Short: "Print an option, as it is or as it is where it isn't set",
		Args:  takesChecked(func(args []string) error { return options.CheckName(known, args[0]) }, "NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				value, err := a.Options.Text(ctx, args[0])
				if err != nil {
					return err
				}
				if asJSON {
					return printJSON(cmd, map[string]string{args[0]: value})
				}
				_, err = fmt.Fprintln(cmd.OutOrStdout(), value)
				return err
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func optionListCommand(known []ext.Extension) *cobra.Command {
	var c app.Config
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "Print the options that can be set, and what they are",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				all := map[string]string{}
				for _, name := range options.AllNames(known) {
					value, err := a.Options.Text(ctx, name)
					if err != nil {
						return err
					}
					all[name] = value
					if asJSON {
						continue
					}
					if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%-40s %s\n", name, strings.Join(strings.Fields(value), " ")); err != nil {
						return err
					}
				}
				if asJSON {
					return printJSON(cmd, all)
				}
				return nil
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}
