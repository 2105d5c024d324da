package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/importer"
	"quoin/internal/moving"
)

func importDatabaseCommand() *cobra.Command {
	var c app.Config
	var uploads, passwordFile string
	cmd := &cobra.Command{
		Use:   "database DSN",
		Short: "Move a whole site in from its MySQL or MariaDB database",
		Long: `Moves a whole site into one that is new: accounts with their passwords, entries of
every type and status with revisions, terms, comments, menus, widgets, options, what
its extensions keep, and files. Everything keeps its id. The old side is only read.

DSN is mysql://USER@HOST:PORT/NAME. Behind it may stand ?prefix=wp_ where the database
has more than one site, socket=/run/mysqld/mysqld.sock and tls=true. A move that was
interrupted goes on when it is run again.

What nothing here knows is kept aside and named at the end. Texts come as they are.`,
		Args: takes("DSN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			dsn, err := moving.ParseDSN(args[0])
			if err != nil {
				return misused(cmd, "DSN: %v", err)
			}
			folder, err := openUploads(uploads)
			if err != nil {
				return misused(cmd, "--uploads: %v", err)
			}
			switch {
			case passwordFile != "":
				password, err := readSecret(cmd, passwordFile)
				if err != nil {
					return err
				}
				dsn.SetPassword(password)
			case dsn.HasPassword:
				fmt.Fprintln(cmd.ErrOrStderr(), "Other accounts of this machine can see a password in the DSN; --password-file keeps it from them.")
			}
			from, err := dsn.Open(cmd.Context())
			if err != nil {
				return err
			}
			return errors.Join(moveIn(cmd, c, from, folder), from.Close())
		},
	}
	newSiteFlags(cmd, &c)
	cmd.Flags().StringVar(&uploads, "uploads", "", "folder with the media files as YYYY/MM/NAME (default: media is left out)")
	cmd.Flags().StringVar(&passwordFile, "password-file", "", "file with the password of the database in its first line; - reads it from standard input")
	return cmd
}

// moveIn moves a site into that of a folder. Nobody is told the password of a new site's
// administrator, who makes room for the accounts of the old one.
func moveIn(cmd *cobra.Command, c app.Config, from *moving.Source, uploads fs.FS) error {
	c.NoCache, c.SmallMemory = true, true
	a, err := app.New(cmd.Context(), c)
	if err != nil {
		return err
	}
	if a.Created != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "Created a new site in %s. People log in as they did on the old one.\n", a.Created.Location)
	}
	do := reporting(cmd, func(ctx context.Context, a *app.App, progress func(importer.Step)) (*importer.Report, error) {
		return a.MoveIn(ctx, from, uploads, progress)
	})
	return errors.Join(do(app.AsOperator(cmd.Context()), a), a.Close())
}
