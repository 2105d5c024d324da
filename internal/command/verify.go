package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/site"
)

func verifyCommand() *cobra.Command {
	var c app.Config
	var with exchange.Against
	var passwordFile, page string
	var asJSON, all bool
	cmd := &cobra.Command{
		Use:   "verify --against URL",
		Short: "Compare the site with the one that it came from, field by field",
		Long: `Asks the old site and this one for the same: what the API shows, with every entry,
term, comment and account, and what visitors see of pages, feeds, sitemaps and files.
Tells of each resource how many fields are the same. Nothing is written on either side.

With --user both are asked as that administrator, by the application password that he
has on both, as after quoin import database; without, as a visitor. The old site is
asked one thing at a time.`,
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
			if passwordFile != "" {
				password, err := readSecret(cmd, passwordFile)
				if err != nil {
					return err
				}
				with.As.Password = password
			}
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				report, err := a.Exchange.Verify(ctx, with)
				if err != nil {
					return err
				}
				if page != "" {
					if err := writePage(page, func(w *os.File) error { return report.HTML(w) }); err != nil {
						return err
					}
				}
				if asJSON {
					return json.NewEncoder(cmd.OutOrStdout()).Encode(report)
				}
				return report.Text(cmd.OutOrStdout(), all)
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
	return cmd
}

// writePage writes a file that only the operator reads.
func writePage(name string, write func(w *os.File) error) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) // #nosec G304 -- the operator names the file
	if err != nil {
		return fmt.Errorf("the page %s can't be written: %w", name, reason(err))
	}
	return errors.Join(write(file), file.Close())
}
