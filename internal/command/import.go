package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/importer/wxr"
)

func importCommand() *cobra.Command {
	return group(&cobra.Command{Use: "import", Short: "Bring content in"}, importWXRCommand(), importDatabaseCommand(), importDumpCommand(), importSampleCommand())
}

func importWXRCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	var uploads, author string
	var trusted, keepIDs bool
	cmd := &cobra.Command{
		Use:   "wxr FILE",
		Short: "Bring in an export file (WXR) with its media",
		Long: `Brings in every author, term, entry, comment and file of an export file in the
WXR format. What is there already is skipped, so an import that was interrupted
is finished by running it again. The file is checked as a whole before anything
is written.

Texts are filtered as if their authors had written them on this site: only those
of editors and administrators may have any HTML they like, scripts included.`,
		Args: takes("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder, err := openUploads(uploads)
			if err != nil {
				return misused(cmd, "--uploads: %v", err)
			}
			file, err := openExport(args[0])
			if err != nil {
				return err
			}
			defer file.Close()
			// What is no export file at all shouldn't make a new site first.
			if _, err := wxr.NewReader(file).Next(); err != nil && !errors.Is(err, io.EOF) {
				return explain(args[0], err)
			}
			return runImport(cmd, c, asJSON, func(ctx context.Context, a *app.App, progress func(importer.Step)) (*importer.Report, error) {
				o := importer.Options{Uploads: folder, Trusted: trusted, KeepIDs: keepIDs, Progress: progress}
				if author != "" {
					u, err := accountOf(ctx, a, author)
					if err != nil {
						return nil, fmt.Errorf("--author: %w", err)
					}
					o.Author = u.ID
				}
				report, err := a.Exchange.Import(ctx, file, o)
				return report, explain(args[0], err)
			})
		},
	}
	newSiteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	uploadsFlag(cmd, &uploads)
	cmd.Flags().BoolVar(&trusted, "trusted", false, "take all HTML as it is, scripts too (default: only that of authors who are editors or administrators here)")
	cmd.Flags().BoolVar(&keepIDs, "keep-ids", false, "keep the ids of accounts, terms, comments and menu items too, and bring title, tagline and language; for a site that is empty yet")
	cmd.Flags().StringVar(&author, "author", "", "log-in name of the account that gets what has no author here (default: the first administrator)")
	return cmd
}

func importSampleCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "sample",
		Short: "Bring in the sample site",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runImport(cmd, c, asJSON, func(ctx context.Context, a *app.App, progress func(importer.Step)) (*importer.Report, error) {
				return a.Exchange.ImportSample(ctx, progress)
			})
		},
	}
	newSiteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// uploadsFlag declares where the media files of a site are that comes in.
func uploadsFlag(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "uploads", "", "folder with the media files as YYYY/MM/NAME (default: media is left out)")
}

func openUploads(dir string) (fs.FS, error) {
	if dir == "" {
		return nil, nil
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("the folder %s can't be read: %w", dir, reason(err))
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder", dir)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("the folder %s can't be read: %w", dir, reason(err))
	}
	return root.FS(), nil
}

// openExport opens a file that can be read twice.
func openExport(path string) (*os.File, error) {
	file, err := os.Open(path) // #nosec G304 -- the operator names the file
	if err != nil {
		return nil, fmt.Errorf("the export file %s can't be read: %w", path, reason(err))
	}
	info, err := file.Stat()
	switch {
	case err != nil:
		err = fmt.Errorf("the export file %s can't be read: %w", path, reason(err))
	case info.IsDir():
		err = fmt.Errorf("the export file %s is a folder", path)
	case !info.Mode().IsRegular():
		err = fmt.Errorf("the export file %s must be a file on a disk: it is read twice", path)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// reason is what the operating system says about a failure, without the name
// of its call.
func reason(err error) error {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number
	}
	return err
}

// runImport runs an import and prints what there is to tell.
func runImport(cmd *cobra.Command, c app.Config, asJSON bool, do func(context.Context, *app.App, func(importer.Step)) (*importer.Report, error)) error {
	c.NoCache, c.SmallMemory = true, true
	if cmd.Context().Value(wholeProcess{}) != nil {
		staySmall()
	}
	return with(cmd, c, reporting(cmd, asJSON, do))
}

// reporting prints how an import goes and what became of it.
func reporting(cmd *cobra.Command, asJSON bool, do func(context.Context, *app.App, func(importer.Step)) (*importer.Report, error)) func(context.Context, *app.App) error {
	return func(ctx context.Context, a *app.App) error {
		start := time.Now()
		shown := newProgress(os.Stderr)
		report, err := do(ctx, a, shown.step)
		shown.end()
		if report != nil && (err == nil || report.Counted()) {
			if asJSON {
				return errors.Join(err, printJSON(cmd, shownReport(report)))
			}
			printReport(cmd.OutOrStdout(), report, time.Since(start))
		}
		return err
	}
}

// shownReport is a report for programs.
func shownReport(r *importer.Report) jsonObject {
	rows := []jsonObject{}
	for _, row := range r.Rows {
		rows = append(rows, jsonObject{"kind": row.Kind, "in_file": row.InFile, "imported": row.Imported, "skipped": row.Skipped, "why": row.Why})
	}
	return jsonObject{"rows": rows, "warnings": append([]string{}, r.Warnings...), "more_warnings": r.MoreWarnings, "repairs": r.Repairs}
}

func printReport(w io.Writer, report *importer.Report, took time.Duration) {
	for _, warning := range report.Warnings {
		fmt.Fprintln(w, warning)
	}
	if report.MoreWarnings > 0 {
		fmt.Fprintf(w, "... and %d more\n", report.MoreWarnings)
	}
	if report.Repairs > 0 {
		fmt.Fprintf(w, "%d damaged characters were mended\n", report.Repairs)
	}
	if report.Counted() {
		fmt.Fprint(w, report.Table())
	} else {
		fmt.Fprintln(w, "There is nothing that isn't here already.")
	}
	fmt.Fprintf(w, "took %s\n", took.Round(time.Millisecond))
}

// explain says what an error about the file means.
func explain(path string, err error) error {
	var bad *wxr.Error
	if !errors.As(err, &bad) {
		return err
	}
	return fmt.Errorf("%s can't be imported: %w", path, err)
}
