package command

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/relocation"
)

func moveCommand() *cobra.Command {
	var asJSON, reopen bool
	var c app.Config
	var m relocation.SiteMove
	cmd := &cobra.Command{
		Use:   "move --to postgres://...|FOLDER",
		Short: "Move the site between SQLite and PostgreSQL while it is served",
		Long: `Brings the site of --data (or of QUOIN_DATABASE_URL) to an empty PostgreSQL database or
to a folder without a site, and holds each table against its digest there. The site may be
served meanwhile: pages and the API go on being read; while the database is copied, changes
are answered with 503 and Retry-After, so that none is lost. Afterwards the former place
stays as it was, but takes no changes any more: start the server at the new one. To go on
with the former one instead, say --reopen.

To a folder the uploaded files and the installed themes come along, unless the files are
kept elsewhere (QUOIN_MEDIA_URL); to PostgreSQL they stay in --data. --media-to names
another place for the files. Most of them are copied before changes are refused.

A run that was interrupted, or killed, has changed nothing, and the site takes changes
again at once; the same command begins again, and doesn't copy a file twice.

The password of the new database needn't be in its address: PGPASSWORD and .pgpass are
read, too.`,
		Example: `  quoin move --to postgres://quoin@db.example.org/quoin --data site
  QUOIN_DATABASE_URL=postgres://... quoin move --to /srv/site --data site
  quoin move --reopen --data site`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if reopen == (m.To != "") {
				return misused(cmd, "say where the site moves with --to, or --reopen")
			}
			if reopen {
				from, err := relocation.Reopen(cmd.Context(), c)
				if err != nil {
					return err
				}
				if from == "" {
					return say(cmd, asJSON, jsonObject{"reopened": false}, "The site takes changes; it wasn't moved away.")
				}
				return say(cmd, asJSON, jsonObject{"reopened": true, "moved_to": from}, "The site takes changes again here. What is changed here doesn't come to %s.", from)
			}
			tell, end := moveProgress(cmd)
			moved, err := relocation.Move(cmd.Context(), c, m, tell)
			end()
			if errors.Is(err, relocation.ErrMoveTarget) {
				return misused(cmd, "--to: %s", err)
			}
			if errors.Is(err, relocation.ErrMovedBefore) {
				return fmt.Errorf("%w (to go on here: quoin move --reopen)", err)
			}
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(cmd, jsonObject{"to": moved.To, "rows": moved.Rows(), "tables": moved.Tables, "media_to": moved.Media, "files": moved.Files.Copied + moved.Files.There})
			}
			out := cmd.OutOrStdout()
			fmt.Fprintf(out, "moved %d rows of %d tables to %s, all equal to their digests\n", moved.Rows(), len(moved.Tables), moved.To)
			if moved.Media != "" {
				fmt.Fprintf(out, "moved %d files there as well, each compared\n", moved.Files.Copied+moved.Files.There)
			}
			_, err = fmt.Fprintln(out, "Start the server at the new place now. Here the site can be read, and takes no changes until quoin move --reopen.")
			return err
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	cmd.Flags().StringVar(&m.To, "to", "", "new place: postgres://user@host/database, or a folder")
	placeFlag(cmd, &m.MediaTo, "media-to", "new place for the uploaded files: s3://... or file:///folder")
	cmd.Flags().BoolVar(&reopen, "reopen", false, "let a site that was moved away take changes again where it was")
	return cmd
}

// moveProgress shows what a move is at on one line; end ends the line.
func moveProgress(cmd *cobra.Command) (tell func(relocation.MoveProgress), end func()) {
	out := onTerminal(cmd.ErrOrStderr())
	line, last, shown := progressLine(out), time.Now(), relocation.MoveStep("")
	tell = func(p relocation.MoveProgress) {
		now := time.Now()
		if p.Step == shown && now.Sub(last) < progressEvery && !p.Indexing {
			return
		}
		last, shown = now, p.Step
		switch {
		case p.Step == relocation.MoveFiles:
			line(fmt.Sprintf("files: %d (%s)", p.Files, megabytes(p.Bytes)))
		case p.Indexing:
			line("comparing, making the index of the texts; changes are refused")
		case p.Step == relocation.MoveReads:
			line(fmt.Sprintf("reading: %d rows; changes are refused", p.Rows))
		default:
			line(fmt.Sprintf("writing: %d rows; changes are refused", p.Rows))
		}
	}
	return tell, func() {
		if shown != "" {
			fmt.Fprintln(out)
		}
	}
}
