package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/ext"
)

// addExtensionCommands gives the program the commands that extensions declare:
// in the group that they name, or in one of their own.
func addExtensionCommands(root *cobra.Command, known []ext.Extension) {
	for _, x := range known {
		for _, c := range x.Commands {
			name := c.Group
			if name == "" {
				name = x.ID
			}
			parent := subcommand(root, name)
			if parent == nil {
				parent = group(&cobra.Command{Use: name, Short: cmp.Or(x.About, "Commands of the extension "+cmp.Or(x.Info.Title, x.ID))})
				root.AddCommand(parent)
			}
			parent.AddCommand(declaredCommand(x.ID, c))
		}
	}
}

func subcommand(parent *cobra.Command, name string) *cobra.Command {
	list := parent.Commands()
	if i := slices.IndexFunc(list, func(c *cobra.Command) bool { return c.Name() == name }); i >= 0 {
		return list[i]
	}
	return nil
}

func declaredCommand(id string, declared ext.Command) *cobra.Command {
	var c app.Config
	var asJSON bool
	values := map[string]func() any{}
	cmd := &cobra.Command{
		Use:   strings.Join(append([]string{declared.Verb}, declared.Args...), " "),
		Short: declared.Short,
		Long:  declared.Long,
		Args:  takesChecked(declared.Check, declared.Args...),
		RunE: func(cmd *cobra.Command, args []string) error {
			call := &ext.Call{Args: args, Flags: map[string]any{}, In: cmd.InOrStdin(), Out: cmd.OutOrStdout(), Err: cmd.ErrOrStderr(), JSON: asJSON}
			call.Progress = onTerminal(cmd.ErrOrStderr())
			for name, value := range values {
				call.Flags[name] = value()
			}
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				err := a.Ext.Run(ctx, id, declared.Verb, call)
				if call.JSON && (err == nil || call.Said()) {
					err = errors.Join(err, printJSON(cmd, call.Result()))
				}
				return wrongValue(cmd, err)
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	for _, f := range declared.Flags {
		switch fallback := f.Default.(type) {
		case bool:
			v := cmd.Flags().Bool(f.Name, fallback, f.Usage)
			values[f.Name] = func() any { return *v }
		case int64:
			v := new(int64)
			numberFlag(cmd, v, f.Name, f.Least, fallback, "", f.Usage)
			values[f.Name] = func() any { return *v }
		default:
			v, check := new(string), func(string) error { return nil }
			if f.Check != nil {
				check = orNone(f.Check)
			}
			checkedFlag(cmd, v, f.Name, fmt.Sprint(f.Default), f.Usage, check)
			values[f.Name] = func() any { return *v }
		}
	}
	return cmd
}

func extensionCommand(known []ext.Extension) *cobra.Command {
	return group(&cobra.Command{Use: "extension", Short: "List extensions, and bring their data in and out"},
		extensionListCommand(), extensionSwitchCommand(known, "on", true), extensionSwitchCommand(known, "off", false), extensionExportCommand(known), extensionImportCommand(known))
}

// listedExtension is an extension as the list prints it for programs.
type listedExtension struct {
	ID    string `json:"id"`
	State string `json:"state"` // on, off, or why it failed
}

func extensionListCommand() *cobra.Command {
	var c app.Config
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "Print the extensions and whether they work",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				list := []listedExtension{}
				for _, x := range a.Ext.Statuses(ctx) {
					state := "off"
					switch {
					case x.Failed != nil:
						state = "failed to start: " + oneLine(x.Failed)
					case x.Active:
						state = "on"
					}
					list = append(list, listedExtension{x.ID, state})
					if asJSON {
						continue
					}
					if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%-16s %s\n", x.ID, state); err != nil {
						return err
					}
				}
				if asJSON {
					return printJSON(cmd, list)
				}
				return nil
			})
		},
	}
	siteFlags(cmd, &c)
	presetFlag(cmd, &c, "whose extensions")
	jsonFlag(cmd, &asJSON)
	return cmd
}

func extensionSwitchCommand(known []ext.Extension, verb string, on bool) *cobra.Command {
	var c app.Config
	var asJSON bool
	cmd := &cobra.Command{
		Use:   verb + " ID",
		Short: "Switch an extension " + verb + "; what it keeps stays",
		Args:  takesChecked(func(args []string) error { return ext.CheckID(args[0], known) }, "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if err := a.Ext.Switch(ctx, args[0], on); err != nil {
					return err
				}
				return say(cmd, asJSON, listedExtension{args[0], verb}, "%s is %s", args[0], verb)
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

const formatUsage = "format of the data (default: the usual one of the extension)"

func extensionExportCommand(known []ext.Extension) *cobra.Command {
	var c app.Config
	var format string
	cmd := &cobra.Command{
		Use:   "export ID",
		Short: "Write the data of an extension to standard output",
		Long: `Writes the data of an extension to standard output. Redirects have the formats json, csv,
apache and nginx. What is chosen for an extension has the format settings; secrets aren't
in it.`,
		Example: `  quoin extension export redirection --format csv --data site >redirects.csv
  quoin extension export seo --data site >seo.json`,
		Args: takesChecked(func(args []string) error { return ext.CheckID(args[0], known) }, "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				return wrongValue(cmd, a.Ext.Export(ctx, args[0], format, cmd.OutOrStdout()))
			})
		},
	}
	siteFlags(cmd, &c)
	cmd.Flags().StringVar(&format, "format", "", formatUsage)
	return cmd
}

func extensionImportCommand(known []ext.Extension) *cobra.Command {
	var c app.Config
	var format string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "import ID FILE",
		Short: "Bring data of an extension in; - reads standard input",
		Long: `Brings in what quoin extension export wrote, on this site or another. Redirects are read as
json, csv or apache too. What can't be taken is named, and the rest is taken.`,
		Example: `  quoin extension import redirection redirects.csv --format csv --data site
  quoin extension import seo seo.json --data site`,
		Args: takesChecked(func(args []string) error { return ext.CheckID(args[0], known) }, "ID", "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			in := io.Reader(cmd.InOrStdin())
			if args[1] != "-" {
				f, err := os.Open(args[1])
				if err != nil {
					return err
				}
				defer f.Close()
				in = f
			}
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				taken, problems, err := a.Ext.Import(ctx, args[0], format, in)
				for _, p := range problems {
					fmt.Fprintln(cmd.ErrOrStderr(), p)
				}
				if err != nil {
					return wrongValue(cmd, err)
				}
				return say(cmd, asJSON, jsonObject{"taken": taken, "problems": append([]string{}, problems...)}, "%d taken, %d problems", taken, len(problems))
			})
		},
	}
	siteFlags(cmd, &c)
	cmd.Flags().StringVar(&format, "format", "", formatUsage)
	jsonFlag(cmd, &asJSON)
	return cmd
}
