package command

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/domain/definition"
)

func typeImportACFCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "import-acf DIR",
		Short: "Store the groups of fields, types and taxonomies of an acf-json folder",
		Long: `Turns what a folder acf-json of a WordPress site says into definitions and stores
them, all or none. What has no place here is told, and left out: fields whose values are
in several rows, as of repeaters, and rules about anything but types, taxonomies and users.`,
		Args: takes("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				list, err := readACF(cmd, args[0])
				if err != nil {
					return err
				}
				return storeDefinitions(ctx, cmd, a, list, asJSON)
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// readACF reads all files of a folder, and tells what they have that is left out.
func readACF(cmd *cobra.Command, dir string) ([]*definition.Definition, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errors.New("there are no files .json in " + dir)
	}
	var list []*definition.Definition
	for _, name := range names {
		data, err := readBounded(name)
		if err != nil {
			return nil, err
		}
		more, notes, err := definition.FromACF(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, n := range notes {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", filepath.Base(name), n)
		}
		list = append(list, more...)
	}
	return list, nil
}
