package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/transfer/exporter"
)

func exportCommand() *cobra.Command {
	return group(&cobra.Command{Use: "export", Short: "Take content out"}, exportWXRCommand(), exportStaticCommand())
}

func exportWXRCommand() *cobra.Command {
	var c app.Config
	var overwrite, asJSON bool
	cmd := &cobra.Command{
		Use:   "wxr FILE",
		Short: "Write an export file (WXR) that other sites take",
		Long: `Writes authors, terms with their meta values, entries of every type, also declared
ones, with comments, menus, the addresses of files, and title, tagline and language
into a file in the WXR format. The reference's importer takes it, and quoin import wxr.

FILE may be -, for standard output. Revisions, passwords, roles, settings, widgets and
what extensions keep have no place in the format; quoin backup has all of it. Whoever
takes the file over fetches media by their addresses, or from a copy of the uploads.`,
		Args: takes("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON && args[0] == "-" {
				return misused(cmd, "--json can't be printed where the file goes: name a file")
			}
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				made, err := writeExport(cmd, a, ctx, args[0], overwrite)
				if err != nil {
					return err
				}
				if asJSON {
					return printJSON(cmd, jsonObject{"file": args[0], "authors": made.Authors, "terms": made.Terms, "entries": made.Entries, "comments": made.Comments, "dropped": made.Dropped})
				}
				fmt.Fprintf(cmd.ErrOrStderr(), "%d authors, %d terms, %d entries, %d comments\n", made.Authors, made.Terms, made.Entries, made.Comments)
				if made.Dropped > 0 {
					fmt.Fprintf(cmd.ErrOrStderr(), "%d control characters were left out: the format has no form for them\n", made.Dropped)
				}
				return nil
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	cmd.Flags().BoolVar(&overwrite, "overwrite", false, "take the place of a file that is there")
	return cmd
}

// writeExport writes a file beside its name and gives it that when it is whole.
func writeExport(cmd *cobra.Command, a *app.App, ctx context.Context, name string, overwrite bool) (exporter.Made, error) { //nolint:revive // the command comes first here as everywhere
	if name == "-" {
		return a.Exchange.Export(ctx, cmd.OutOrStdout())
	}
	if _, err := os.Lstat(name); !overwrite && !errors.Is(err, fs.ErrNotExist) {
		return exporter.Made{}, fmt.Errorf("%s is there already: name another file, or say --overwrite", name)
	}
	part := name + ".part"
	file, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) // #nosec G304 -- the operator names the file
	if err != nil {
		return exporter.Made{}, fmt.Errorf("the export file %s can't be written: %w", name, reason(err))
	}
	made, err := a.Exchange.Export(ctx, io.Writer(file))
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		return made, errors.Join(err, os.Remove(part))
	}
	return made, nil
}
