package command

import (
	"context"
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"quoin/internal/app"
)

// buildIndexes finishes the indexes of fields, and shows how far it is: a bar on a
// terminal. It returns how many entries of each type were done. A server does the same
// meanwhile, or where this is broken off.
func buildIndexes(ctx context.Context, cmd *cobra.Command, a *app.App) (map[string]int, error) {
	out := onTerminal(cmd.ErrOrStderr())
	var bar *progressbar.ProgressBar
	indexed, current := map[string]int{}, ""
	err := a.Env.Definitions.BuildIndexes(ctx, func(typ string, done, all int) {
		if typ != current {
			current = typ
			bar = progressbar.NewOptions(all, progressbar.OptionSetWriter(out), progressbar.OptionSetDescription("index "+typ),
				progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetWidth(30),
				progressbar.OptionOnCompletion(func() { fmt.Fprintln(out) }))
		}
		indexed[typ] = done
		_ = bar.Set(done) // a bar that can't be drawn is no reason to stop
	})
	return indexed, err
}
