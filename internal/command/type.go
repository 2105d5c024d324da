package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/domain/definition"
)

func typeCommand() *cobra.Command {
	return group(&cobra.Command{Use: "type", Short: "Define types, taxonomies and fields of the site's own"},
		typeApplyCommand(), typeListCommand(), typeShowCommand(), typeExportCommand(), typeRemoveCommand(), typeSchemaCommand(), typeImportACFCommand())
}

// definitionBytes bounds one file.
const definitionBytes = 4 << 20

func typeApplyCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "apply FILE...",
		Short: "Store definitions from files, all or none; a running server serves by them at once",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				var list []*definition.Definition
				for _, name := range args {
					d, err := readDefinition(name)
					if err != nil {
						return fmt.Errorf("%s: %w", name, err)
					}
					list = append(list, d)
				}
				return storeDefinitions(ctx, cmd, a, list, asJSON)
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// storeDefinitions stores definitions, finishes their indexes and tells of both.
func storeDefinitions(ctx context.Context, cmd *cobra.Command, a *app.App, list []*definition.Definition, asJSON bool) error {
	if err := a.Env.Definitions.Apply(ctx, list...); err != nil {
		return err
	}
	indexed, err := buildIndexes(ctx, cmd, a)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(cmd, shownDefinitions(list))
	}
	out := cmd.OutOrStdout()
	for _, d := range list {
		fmt.Fprintf(out, "%s %s is defined\n", d.Kind, d.Name)
	}
	for _, typ := range slices.Sorted(maps.Keys(indexed)) {
		fmt.Fprintf(out, "the fields of %d entries of type %s are indexed\n", indexed[typ], typ)
	}
	return nil
}

// readBounded reads a file of a definition.
func readBounded(name string) ([]byte, error) {
	f, err := os.Open(name) // #nosec G304 -- the owner names the file
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, definitionBytes+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if len(data) > definitionBytes {
		return nil, fmt.Errorf("%s: a definition may have %d bytes", name, definitionBytes)
	}
	return data, nil
}

func readDefinition(name string) (*definition.Definition, error) {
	data, err := readBounded(name)
	if err != nil {
		return nil, err
	}
	return definition.Parse(data)
}

// shownDefinitions are definitions as lists print them for programs.
func shownDefinitions(list []*definition.Definition) []jsonObject {
	out := []jsonObject{}
	for _, d := range list {
		out = append(out, jsonObject{"kind": d.Kind, "name": d.Name, "title": d.Title()})
	}
	return out
}

func typeListCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List what the site defines",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if asJSON {
					return printJSON(cmd, shownDefinitions(a.Env.Definitions.Stored(ctx).All()))
				}
				w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
				for _, d := range a.Env.Definitions.Stored(ctx).All() {
					fmt.Fprintf(w, "%s\t%s\t%s\n", d.Kind, d.Name, d.Title())
				}
				return w.Flush()
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func typeShowCommand() *cobra.Command {
	var c app.Config
	cmd := &cobra.Command{
		Use:   "show KIND NAME",
		Short: "Print a definition",
		Args:  takesChecked(checkKind, "KIND", "NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				d := a.Env.Definitions.Stored(ctx).Get(definition.Kind(args[0]), args[1])
				if d == nil {
					return definition.ErrNotFound
				}
				_, err := cmd.OutOrStdout().Write(d.Encode())
				return err
			})
		},
	}
	siteFlags(cmd, &c)
	return cmd
}

func typeExportCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "export DIR",
		Short: "Write all definitions into a folder, one file each",
		Args:  takes("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if err := os.MkdirAll(args[0], 0o750); err != nil {
					return err
				}
				names := []string{}
				for _, d := range a.Env.Definitions.Stored(ctx).All() {
					name := filepath.Join(args[0], string(d.Kind)+"-"+d.Name+".json")
					if err := os.WriteFile(name, d.Encode(), 0o600); err != nil {
						return err
					}
					if names = append(names, name); !asJSON {
						fmt.Fprintln(cmd.OutOrStdout(), name)
					}
				}
				if asJSON {
					return printJSON(cmd, names)
				}
				return nil
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func typeRemoveCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	var force bool
	cmd := &cobra.Command{
		Use:   "remove KIND NAME",
		Short: "Remove a definition; its entries and terms stay, and come back with it",
		Args:  takesChecked(checkKind, "KIND", "NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				err := a.Env.Definitions.Remove(ctx, definition.Kind(args[0]), args[1], force)
				if errors.Is(err, definition.ErrInUse) {
					return fmt.Errorf("%w; --force hides them until it is defined again", err)
				}
				if err != nil {
					return err
				}
				return say(cmd, asJSON, jsonObject{"kind": args[0], "name": args[1], "removed": true}, "%s %s isn't defined any more", args[0], args[1])
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	cmd.Flags().BoolVar(&force, "force", false, "remove it though there are entries or terms of it")
	return cmd
}

func typeSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema KIND",
		Short: "Print the JSON schema of definitions of a kind, without a site",
		Args:  takesChecked(checkKind, "KIND"),
		RunE: func(cmd *cobra.Command, args []string) error {
			_, err := cmd.OutOrStdout().Write(definition.Published(definition.Kind(args[0])))
			return err
		},
	}
}

// checkKind refuses what is no kind of definition.
func checkKind(args []string) error {
	if slices.Contains(definition.Kinds(), definition.Kind(args[0])) {
		return nil
	}
	var names []string
	for _, k := range definition.Kinds() {
		names = append(names, string(k))
	}
	return fmt.Errorf("%q is no kind of definition; there are %s", args[0], strings.Join(names, ", "))
}
