// Command quoin serves and runs a content site. See its help for the
// subcommands.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"quoin/internal/app"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := root().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "quoin:", err)
		os.Exit(1)
	}
}

func root() *cobra.Command {
	cmd := &cobra.Command{
		Use:           "quoin",
		Short:         "A content site server: one binary, a JSON REST API, SQLite or PostgreSQL",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	cmd.AddCommand(serveCommand(), importCommand(), userCommand(), mediaCommand(), optionCommand(), routesCommand())
	return cmd
}

// siteFlags are the flags of every command that opens a site.
func siteFlags(cmd *cobra.Command, c *app.Config) {
	cmd.Flags().StringVar(&c.Data, "data", "data", "folder of the database and the uploads")
	c.DatabaseURL = os.Getenv("QUOIN_DATABASE_URL")
	c.MediaURL = os.Getenv("QUOIN_MEDIA_URL")
}

// tellPassword prints the administrator's password if this start made it up.
func tellPassword(a *app.App) {
	if a.FirstPassword == "" {
		return
	}
	fmt.Fprintf(os.Stderr, "Created a new site. Log in as admin with the password %s (it is shown only now).\n", a.FirstPassword)
}
