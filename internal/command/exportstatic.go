package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/transfer/static"
)

func exportStaticCommand() *cobra.Command {
	var c app.Config
	var to exchange.StaticExport
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "static DIR",
		Short: "Write the public site as files that any file server serves",
		Long: `Writes what links, feeds and sitemaps of the site reach into a folder, byte for byte as
the site answers visitors: pages, archives with all their pages, feeds, sitemaps, files
of media and of the theme, and 404.html. They work under the address of the site, or
that of --url.

Redirects, also those of former addresses, and the types of feeds stand in _redirects
and _headers, as hosts of static sites read them, in _nginx.conf, a whole server, and
in .htaccess for Apache.

Written again, files that are the same stay as they are, and those of what the site
has no more go. A folder that has files and no export is refused.

Comments, search, passwords of entries, forms and the API need a server: the end says
on how many pages they are.`,
		Args: takes("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if address := a.Env.Site.Addresses(ctx); address.Given == "" && address.Stored == "" {
					return misused(cmd, "the site has no address, with which links begin: say what it is with --url")
				}
				to.Dir = args[0]
				end := exportProgress(cmd.ErrOrStderr(), &to)
				report, err := a.Exchange.ExportStatic(ctx, to)
				end()
				if errors.Is(err, static.ErrForeign) {
					return fmt.Errorf("%s can't be written to: %w", args[0], err)
				}
				if err != nil {
					return err
				}
				if err := tellStatic(cmd, report, asJSON); err != nil {
					return err
				}
				if n := len(report.Failed); n > 0 {
					return fmt.Errorf("the site failed to answer %d addresses, which are as they were: %s", n, shortList(report.Failed))
				}
				return nil
			})
		},
	}
	siteFlags(cmd, &c)
	urlFlag(cmd, &c, "address at which the files will be served (default: that of the site)")
	cmd.Flags().BoolVar(&to.AllMedia, "all-media", false, "write uploaded files that no page names, too")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// exportProgress shows how far an export is on a terminal, until end is called.
func exportProgress(errs io.Writer, to *exchange.StaticExport) (end func()) {
	out := onTerminal(errs)
	line, last := progressLine(out), time.Now()
	to.Progress = func(done, known int) {
		if now := time.Now(); now.Sub(last) >= progressEvery {
			last = now
			line(fmt.Sprintf("%d of %d addresses so far", done, known))
		}
	}
	return func() { line(""); fmt.Fprint(out, "\r") }
}

// needsText is what pages with something that only a server does are told as.
var needsText = []struct{ name, text string }{
	{static.NeedsComments, "a form for comments, which nothing takes"},
	{static.NeedsSearch, "a search, which finds nothing"},
	{static.NeedsPassword, "a form for the password of an entry, which nothing opens"},
	{static.NeedsForms, "other forms, which lead to the site's server or elsewhere"},
}

func tellStatic(cmd *cobra.Command, r *static.Report, asJSON bool) error {
	if asJSON {
		return printJSON(cmd, r)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d files, %s: %d written, %d unchanged, %d removed; %d redirects\n", r.Files, megabytes(r.Bytes), r.Written, r.Unchanged, r.Removed, r.Redirects)
	for _, n := range needsText {
		if count := r.Needs[n.name]; count > 0 {
			fmt.Fprintf(&b, "%d pages have %s\n", count, n.text)
		}
	}
	for _, why := range slices.Sorted(maps.Keys(r.LeftOut)) {
		fmt.Fprintf(&b, "%d addresses are left out, %s: %s\n", r.LeftOut[why], why, shortList(r.Examples[why]))
	}
	if len(r.Missing) > 0 {
		fmt.Fprintf(&b, "Links lead to what isn't there: %s\n", shortList(r.Missing))
	}
	_, err := io.WriteString(cmd.OutOrStdout(), b.String())
	return err
}

// shortList is the beginning of a list of addresses.
func shortList(list []string) string {
	if len(list) > othersShown {
		return strings.Join(list[:othersShown], ", ") + ", ..."
	}
	return strings.Join(list, ", ")
}
