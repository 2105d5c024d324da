package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/config"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/site"
)

func adoptCommand() *cobra.Command {
	var c app.Config
	var with exchange.Adoption
	var passwordFile, page string
	var asJSON, strict bool
	cmd := &cobra.Command{
		Use:   "adopt URL --user USER --app-password-file FILE",
		Short: "Move a running site in by its API, or bring what changed on it since",
		Long: `Moves a running site into one that is new, by its REST API: entries of every type and
status with revisions, terms, accounts and roles, comments, menus, widgets, templates,
styles, fonts, settings, redirects, and media with their files. Everything keeps its id.
Types, taxonomies and fields that the old site declares are declared here. The old site
is only read.

USER is an administrator of the old site, who makes an application password there (on
the page of the profile). It works here afterwards, too. Passwords of accounts can't be read
by the API: people set new ones here, or come by quoin import database.

A run that was interrupted goes on when it is run again. A run after one that ended
brings what is new, changed or gone since. At the end both sites are compared.

The host of URL may be asked wherever it is; media elsewhere is fetched from public
addresses only.`,
		Example: `  quoin adopt https://old.example --user ann --app-password-file secret.txt --data site`,
		Args:    takes("URL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			with.URL = strings.TrimRight(args[0], "/")
			if u, err := url.Parse(with.URL); err != nil || site.CheckAddress(with.URL) != nil || u.User != nil {
				return misused(cmd, "URL: want the address of the old site, as https://old.example")
			}
			if with.As.User == "" || passwordFile == "" {
				return misused(cmd, "--user and --app-password-file say as whom the old site is read")
			}
			if err := checkManners(cmd, with.Parallel, with.PerSecond); err != nil {
				return err
			}
			if strict && with.Unproved {
				return misused(cmd, "--strict needs the comparison that --no-verify leaves out")
			}
			password, err := readSecret(cmd, passwordFile)
			if err != nil {
				return err
			}
			with.As.Password = password
			return adopt(cmd, c, with, asJSON, strict, page)
		},
	}
	newSiteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	cmd.Flags().StringVar(&with.As.User, "user", "", "administrator of the old site")
	cmd.Flags().StringVar(&passwordFile, "app-password-file", "", "file with the application password in its first line; - reads it from standard input")
	mannersFlags(cmd, &with.Parallel, &with.PerSecond)
	cmd.Flags().BoolVar(&with.Unproved, "no-verify", false, "leave out the comparison at the end")
	cmd.Flags().BoolVar(&strict, "strict", false, "end with 3 where the comparison finds something that isn't to be expected")
	cmd.Flags().StringVar(&page, "html", "", "write a page with the comparison into this file")
	return cmd
}

func adopt(cmd *cobra.Command, c app.Config, with exchange.Adoption, asJSON, strict bool, page string) error {
	with.Waiting = tellWaits(cmd.ErrOrStderr())
	a, err := openForAdoption(cmd, c, with)
	if err != nil {
		return err
	}
	defer keepTemporary(cmd.Context(), c.Data, cmd.ErrOrStderr())()
	start, shown := time.Now(), newProgress(os.Stderr)
	out := onTerminal(os.Stderr)
	line := progressLine(out)
	with.Reading = func(what string, done int) { line(fmt.Sprintf("reading %s, %d so far", what, done)) }
	with.Comparing = func(what string) { line("comparing " + what) }
	with.Step = shown.step
	result, err := a.Exchange.Adopt(app.AsOperator(cmd.Context()), with)
	shown.end()
	line("")
	fmt.Fprint(out, "\r")
	if err == nil && page != "" && result.Proof != nil {
		err = writePage(page, func(w *os.File) error { return result.Proof.HTML(w) })
	}
	if err == nil {
		err = printAdopted(cmd, result, asJSON, time.Since(start))
	}
	if err == nil && strict {
		err = differing(result.Proof)
	}
	return errors.Join(err, a.Close())
}

// openForAdoption opens the site that another moves into by its API. A new one is made once the
// old one has answered: after a wrong address or password nothing is left.
func openForAdoption(cmd *cobra.Command, c app.Config, with exchange.Adoption) (*app.App, error) {
	there := c
	there.Existing = true
	a, err := openForMove(cmd, there, "")
	if !errors.Is(err, config.ErrNoSite) {
		return a, err
	}
	if err := with.Check(cmd.Context(), c.Version); err != nil {
		return nil, err
	}
	return openForMove(cmd, c, "Accounts come without their passwords: people set new ones by \"Lost your password?\".")
}

func printAdopted(cmd *cobra.Command, r *exchange.Adopted, asJSON bool, took time.Duration) error {
	if asJSON {
		all := jsonObject{"again": r.Again, "report": shownReport(r.Report)}
		if r.Read != nil {
			all["read"] = jsonObject{"things": r.Read.Items, "changed": r.Read.Changed, "gone": r.Read.Gone, "files": r.Read.Files, "warnings": append([]string{}, r.Read.Warnings...)}
		}
		if r.Proof != nil {
			all["proof"] = r.Proof
		}
		return json.NewEncoder(cmd.OutOrStdout()).Encode(all)
	}
	w := cmd.OutOrStdout()
	if r.Read != nil {
		for _, warning := range r.Read.Warnings {
			fmt.Fprintln(w, warning)
		}
		fmt.Fprintf(w, "%d things were read: %d new or changed, %d gone, %d files\n", r.Read.Items, r.Read.Changed-r.Read.Gone, r.Read.Gone, r.Read.Files)
	}
	if r.Again && !r.Report.Counted() {
		fmt.Fprintf(w, "Nothing has changed on the old site.\ntook %s\n", took.Round(time.Millisecond))
	} else {
		printReport(w, r.Report, took)
	}
	if r.Proof == nil {
		return nil
	}
	return r.Proof.Text(w, false)
}
