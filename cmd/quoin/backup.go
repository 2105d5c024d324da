package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/backup"
)

// shownMissing bounds the files that are named.
const shownMissing = 5

func backupCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	var o app.BackupOptions
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Write the whole site into a file",
		Long: `Writes database, uploaded files and installed themes into one ZIP file, while the
site is served: the database as it is at one moment, and a digest of every table
and file. A file that is there is left as it is, unless --overwrite is given.

With --media the uploaded files go to a place of their own, where each is stored
once however many backups have it; then a backup takes only what is new.

The file holds the keys of the site and digests of passwords: keep it as secret
as the site itself.`,
		Example: `  quoin backup site.zip --data site
  quoin backup monday.zip --data site --media 's3://backups?endpoint=https://s3.example.org'`,
		Args: takes("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Program = version()
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				tell, end := backupProgress(cmd)
				made, err := a.Backup(ctx, args[0], o, tell)
				end()
				if errors.Is(err, fs.ErrExist) {
					return fmt.Errorf("%s is there already: name another file, or say --overwrite", args[0])
				}
				if err != nil {
					return err
				}
				for i, key := range made.Missing {
					if i == shownMissing {
						fmt.Fprintf(cmd.ErrOrStderr(), "and %d more\n", len(made.Missing)-i)
						break
					}
					fmt.Fprintf(cmd.ErrOrStderr(), "%s was deleted meanwhile and is left out\n", key)
				}
				return say(cmd, asJSON, jsonObject{"file": args[0], "rows": made.Rows(), "tables": len(made.Tables), "files": len(made.Media), "bytes": made.Bytes()},
					"%s: %d rows of %d tables, %d files (%s)", args[0], made.Rows(), len(made.Tables), len(made.Media), megabytes(made.Bytes()))
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	placeFlag(cmd, &o.Place, "media", "place for the uploaded files: s3://... or file:///folder (default: in the file)")
	cmd.Flags().BoolVar(&o.Overwrite, "overwrite", false, "take the place of a file that is there")
	return cmd
}

func restoreCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	var place string
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Bring a backup to an empty site",
		Long: `Brings the database, the uploaded files and the themes of a backup to a site that is empty,
on either database and either storage of files: a backup made on SQLite can be
restored on PostgreSQL, and the other way round. Every table and file is read
again and held against its digest; when anything differs the database stays
empty. A run that was interrupted goes on when it is started again: files that are
there are compared and not written twice, the database is filled in one step. Until
then no server starts on it.`,
		Example: `  quoin restore site.zip --data site
  QUOIN_DATABASE_URL=postgres://... quoin restore site.zip --data site`,
		Args: takes("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			tell, end := backupProgress(cmd)
			m, err := app.Restore(cmd.Context(), c, args[0], place, tell)
			end()
			if err != nil {
				return err
			}
			return say(cmd, asJSON, jsonObject{"made": m.Made, "rows": m.Rows(), "tables": len(m.Tables), "files": len(m.Media), "bytes": m.Bytes()},
				"restored the backup of %s: %d rows of %d tables, %d files (%s), all equal to their digests",
				m.Made, m.Rows(), len(m.Tables), len(m.Media), megabytes(m.Bytes()))
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	placeFlag(cmd, &place, "media", "place that has the uploaded files: s3://... or file:///folder")
	return cmd
}

// progressEvery is how often progress is shown.
const progressEvery = 200 * time.Millisecond

// backupProgress shows what was done on one line; end ends the line.
func backupProgress(cmd *cobra.Command) (tell func(backup.Progress), end func()) {
	out := onTerminal(cmd.ErrOrStderr())
	line, last, shown := progressLine(out), time.Now(), false
	tell = func(p backup.Progress) {
		now, text := time.Now(), ""
		if p.Indexing {
			text = "; making the index of the texts"
		}
		if now.Sub(last) >= progressEvery || p.Indexing {
			last, shown = now, true
			line(fmt.Sprintf("%d rows, %d files (%s)%s", p.Rows, p.Files, megabytes(p.Bytes), text))
		}
	}
	return tell, func() {
		if shown {
			fmt.Fprintln(out)
		}
	}
}
