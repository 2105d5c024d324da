package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/backups"
	"quoin/internal/app/examination"
	"quoin/internal/transfer/backup"
)

// shownMissing bounds the files that are named.
const shownMissing = 5

func backupCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	var o backups.Options
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
				made, err := a.Backups.Make(ctx, args[0], o, tell)
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
	cmd.AddCommand(backupVerifyCommand())
	return cmd
}

func backupVerifyCommand() *cobra.Command {
	var asJSON bool
	var pages int64
	var t examination.Trial
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "Restore a backup for a trial and look at the copy",
		Long: `Restores a backup to a place that is gone afterwards, holds every table and file against
its digest, looks at the copy as the doctor does, serves it on a loopback port and asks for
its pages, feeds and what they name. The site itself isn't touched, nothing is sent and
nobody else is asked.

It ends with 1 when anything is wrong, and says what: a page that fails, a published entry
that isn't there, a table or file that differs. Links that lead nowhere are counted; the
site may have them itself.

The uploaded files are compared where they are; for the database and the themes there
must be room in --work.`,
		Example: `  quoin backup verify site.zip
  quoin backup verify /backups/quoin-20260501-033000.zip --json`,
		Args: takes("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			t.Pages = int(min(pages, maxTrialPages))
			tell, end := trialProgress(cmd)
			t.Progress = tell
			tried, err := app.TryBackup(cmd.Context(), args[0], t)
			end()
			if tried == nil {
				return err
			}
			if asJSON {
				return errors.Join(printJSON(cmd, jsonObject{"file": args[0], "made": tried.Made, "rows": tried.Rows(), "tables": len(tried.Tables), "files": len(tried.Media), "pages": tried.Pages,
					"left": tried.Left, "wrong": tried.Wrong, "dead": tried.Dead}), err)
			}
			out := cmd.OutOrStdout()
			for _, w := range tried.Wrong {
				fmt.Fprintf(out, "wrong: %s: %s\n", w.Where, w.What)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s, made %s: %d rows of %d tables and %d files are equal to their digests, %d pages are answered\n",
				args[0], tried.Made, tried.Rows(), len(tried.Tables), len(tried.Media), tried.Pages)
			if tried.Left > 0 {
				fmt.Fprintf(out, "%d more addresses were left out (--pages)\n", tried.Left)
			}
			if n := len(tried.Dead); n > 0 {
				fmt.Fprintf(out, "%d links lead nowhere, as %s, %s\n", n, tried.Dead[0].Where, tried.Dead[0].What)
			}
			return nil
		},
	}
	jsonFlag(cmd, &asJSON)
	placeFlag(cmd, &t.Place, "media", "place that has the uploaded files of a backup that has them apart (default: the folder media beside it)")
	cmd.Flags().StringVar(&t.Work, "work", "", "folder for the copy (default: that of the system for temporary files)")
	numberFlag(cmd, &pages, "pages", 1, examination.DefaultTrialPages, "addresses", "addresses that are asked for")
	return cmd
}

// maxTrialPages is above what any site has.
const maxTrialPages = 1 << 30

// trialProgress shows what was done on one line; end ends the line.
func trialProgress(cmd *cobra.Command) (tell func(examination.TrialProgress), end func()) {
	out := onTerminal(cmd.ErrOrStderr())
	line, last, shown := progressLine(out), time.Now(), false
	return func(p examination.TrialProgress) {
			if now := time.Now(); now.Sub(last) >= progressEvery {
				last, shown = now, true
				line(fmt.Sprintf("%d rows, %d files (%s), %d pages", p.Rows, p.Files, megabytes(p.Bytes), p.Pages))
			}
		}, func() {
			if shown {
				fmt.Fprintln(out)
			}
		}
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
			m, err := backups.Restore(cmd.Context(), c, args[0], place, tell)
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
