package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/site"
	"quoin/internal/transfer/verify"
)

func verifyCommand() *cobra.Command {
	var c app.Config
	var with exchange.Against
	var passwordFile, page string
	var asJSON, all, strict bool
	cmd := &cobra.Command{
		Use:   "verify --against URL",
		Short: "Compare the site with the one that it came from, field by field",
		Long: `Asks the old site and this one for the same: what the API shows, with every entry,
term, comment and account, and what visitors see of pages, feeds, sitemaps and files.
Tells of each resource how many fields are the same. Nothing is written on either side.

With --user both are asked as that administrator, by the application password that he
has on both, as after quoin import database; without, as a visitor. The old site is
asked a few things at a time (--parallel, --rate). With --strict the program ends with 3
where something differs that isn't to be expected.`,
		Example: `  quoin verify --against https://old.example --user ann --app-password-file secret.txt --html report.html --data site`,
		Args:    takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			with.URL = strings.TrimRight(with.URL, "/")
			if u, err := url.Parse(with.URL); err != nil || site.CheckAddress(with.URL) != nil || u.User != nil {
				return misused(cmd, "--against: want the address of the old site, as https://old.example")
			}
			if (with.As.User == "") != (passwordFile == "") {
				return misused(cmd, "--user and --app-password-file go together")
			}
			if err := checkManners(cmd, with.Parallel, with.PerSecond); err != nil {
				return err
			}
			if passwordFile != "" {
				password, err := readSecret(cmd, passwordFile)
				if err != nil {
					return err
				}
				with.As.Password = password
			}
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				tell := tellWaits(cmd.ErrOrStderr())
				with.Waiting = func(d time.Duration) { tell(d, nil) }
				report, broken := a.Exchange.Verify(ctx, with)
				if report.Total.All == 0 {
					return broken // nothing to tell
				}
				var err error
				if page != "" {
					err = writePage(page, func(w *os.File) error { return report.HTML(w) })
				}
				if asJSON {
					err = errors.Join(err, json.NewEncoder(cmd.OutOrStdout()).Encode(report))
				} else {
					err = errors.Join(err, report.Text(cmd.OutOrStdout(), all))
				}
				if err = errors.Join(broken, err); err == nil && strict {
					err = differing(report)
				}
				return err
			})
		},
	}
	siteFlags(cmd, &c)
	cmd.Flags().StringVar(&with.URL, "against", "", "address of the old site")
	cmd.Flags().StringVar(&with.As.User, "user", "", "administrator of both sites")
	cmd.Flags().StringVar(&passwordFile, "app-password-file", "", "file with the application password in its first line; - reads it from standard input")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print everything as JSON")
	cmd.Flags().StringVar(&page, "html", "", "write a page with everything into this file, too")
	cmd.Flags().BoolVar(&all, "all", false, "list each difference")
	cmd.Flags().BoolVar(&strict, "strict", false, "end with 3 where something differs that isn't to be expected")
	mannersFlags(cmd, &with.Parallel, &with.PerSecond)
	return cmd
}

// mannersFlags declare how politely an old site is asked.
func mannersFlags(cmd *cobra.Command, parallel *int, perSecond *float64) {
	cmd.Flags().IntVar(parallel, "parallel", exchange.UsualParallel, "requests at a time")
	cmd.Flags().Float64Var(perSecond, "rate", exchange.UsualPerSecond, "requests in a second at most")
}

// leastRate is how many requests in a second there are at least: with less, nothing would seem to
// move.
const leastRate = 0.01

func checkManners(cmd *cobra.Command, parallel int, perSecond float64) error {
	if parallel < 1 || parallel > 32 {
		return misused(cmd, "--parallel is from 1 to 32")
	}
	if !(perSecond >= leastRate) || math.IsInf(perSecond, 0) { // NaN is less than nothing
		return misused(cmd, "--rate is at least %g, a number of requests in a second", leastRate)
	}
	return nil
}

// differError is that two sites differ.
type differError int

func (n differError) Error() string {
	if n == 1 {
		return "1 field differs unexpectedly"
	}
	return fmt.Sprintf("%d fields differ unexpectedly", int(n))
}

// differing is an error where a comparison found differences that aren't to be expected.
func differing(r *verify.Report) error {
	if n := r.Unexplained(); n > 0 {
		return differError(n)
	}
	return nil
}

// longWait is how long a command waits without a word.
const longWait = 5 * time.Second

// tellWaits has somebody who waits know why, also where progress isn't shown.
func tellWaits(errs io.Writer) func(d time.Duration, failed error) {
	return func(d time.Duration, failed error) {
		switch {
		case d < longWait:
		case failed != nil:
			fmt.Fprintf(errs, "The old site can't be read (%v); it is asked again in %s.\n", failed, d.Round(time.Second))
		default:
			fmt.Fprintf(errs, "The old site asks to be left alone; it is asked again in %s.\n", d.Round(time.Second))
		}
	}
}

// writePage writes a file that only the operator reads.
func writePage(name string, write func(w *os.File) error) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) // #nosec G304 -- the operator names the file
	if err != nil {
		return fmt.Errorf("the page %s can't be written: %w", name, reason(err))
	}
	return errors.Join(write(file), file.Close())
}
