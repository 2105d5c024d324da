package command

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/relocation"
)

func mediaCommand() *cobra.Command {
	return group(&cobra.Command{Use: "media", Short: "Look after uploaded files"}, mediaMoveCommand())
}

func mediaMoveCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	var move relocation.MediaMove
	var workers int64
	cmd := &cobra.Command{
		Use:   "move --to URL",
		Short: "Move the uploaded files between disk and S3",
		Long: `Copies all uploaded files from where the site keeps them (QUOIN_MEDIA_URL, or
the folder "uploads" in --data) to another place, and reads each back to compare
its SHA-256. A run that was interrupted goes on where it stopped when it is
started again. The site may be served meanwhile; files that are uploaded during
the run come too.

Afterwards start the server with QUOIN_MEDIA_URL set to the new place. The old
files stay unless --delete is given, which deletes those that the new place has
with the same content; use it in a second run, once the server uses the new
place.`,
		Example: `  quoin media move --data site --to 's3://bucket?endpoint=https://s3.example.org'
  QUOIN_MEDIA_URL='s3://bucket?...' quoin media move --data site --to file:///srv/site/uploads`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if move.To == "" {
				return misused(cmd, "--to is missing: say where the files go")
			}
			if move.From == "" {
				move.From = c.MediaURL
			}
			move.Workers = int(min(workers, maxWorkers))
			shown := false
			out := onTerminal(cmd.ErrOrStderr())
			tell := progressLine(out)
			done, err := relocation.MoveMedia(cmd.Context(), c, move, func(p relocation.MediaProgress) {
				shown = true
				tell(fmt.Sprintf("%d files (%s) copied, %d in place before", p.Copied, megabytes(p.CopiedBytes), p.There))
			})
			if shown {
				fmt.Fprintln(out)
			}
			switch {
			case err != nil && shown:
				return fmt.Errorf("%w (start the command again to go on)", err)
			case err != nil:
				return err
			}
			if asJSON {
				return printJSON(cmd, jsonObject{"copied": done.Copied, "bytes": done.CopiedBytes, "there": done.There, "deleted": done.Deleted, "left": done.Left})
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d files (%s) copied and compared, %d in place before\n", done.Copied, megabytes(done.CopiedBytes), done.There)
			if move.Delete {
				fmt.Fprintf(cmd.OutOrStdout(), "%d files deleted from the old place, %d left there because they differ\n", done.Deleted, done.Left)
			}
			return nil
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	placeFlag(cmd, &move.To, "to", "new place: s3://... or file:///folder (required)")
	placeFlag(cmd, &move.From, "from", "old place (default: QUOIN_MEDIA_URL, or the folder in --data)")
	cmd.Flags().BoolVar(&move.Delete, "delete", false, "delete from the old place what has arrived")
	numberFlag(cmd, &workers, "workers", 1, 4, "files", "files copied at the same time")
	return cmd
}

// maxWorkers is above what any store serves at once.
const maxWorkers = 256

// progressLine writes a line over the one before, as much of it as has room there.
func progressLine(w io.Writer) func(string) {
	return func(text string) { fmt.Fprintf(w, "\r%-70.70s", text) }
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
