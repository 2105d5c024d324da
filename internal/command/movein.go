package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/importer"
	"quoin/internal/transfer/moving"
	"quoin/internal/transfer/moving/dump"
)

func importDatabaseCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	var uploads, passwordFile, config, content, network string
	cmd := &cobra.Command{
		Use:   "database DSN",
		Short: "Move a whole site in from its MySQL or MariaDB database",
		Long: `Moves a whole site into one that is new: accounts with their passwords, entries of
every type and status with revisions, terms, comments, menus, widgets, options, what
its extensions keep, and files. Everything keeps its id. The old side is only read.

DSN is mysql://USER@HOST:PORT/NAME. Behind it may stand ?prefix=wp_ where the database
has more than one site, socket=/run/mysqld/mysqld.sock and tls=true. Of a network of
sites (multisite), --site says which. A move that was interrupted goes on when it is run
again.

What nothing here knows is kept aside and named at the end. Texts come as they are.`,
		Args: takes("DSN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			dsn, err := moving.ParseDSN(args[0])
			if err != nil {
				return misused(cmd, "DSN: %v", err)
			}
			dsn.Site = network
			files, err := oldFiles(cmd, uploads, content, config)
			if err != nil {
				return err
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
			return errors.Join(moveIn(cmd, c, asJSON, from, files), from.Close())
		},
	}
	newSiteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	uploadsFlag(cmd, &uploads)
	oldFilesFlags(cmd, &content, &config)
	whichFlag(cmd, &network)
	cmd.Flags().StringVar(&passwordFile, "password-file", "", "file with the password of the database in its first line; - reads it from standard input")
	return cmd
}

func importDumpCommand() *cobra.Command {
	var c app.Config
	var uploads, config, content string
	var which moving.Which
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "dump FILE",
		Short: "Move a whole site in from a dump of its database",
		Long: `Moves a whole site into one that is new, as quoin import database does, from the file
that mysqldump, mariadb-dump or phpMyAdmin wrote of its database, with structure and
data. No server is needed, and nothing of the file is run.

FILE is a text of SQL or that compressed with gzip; - reads it from standard input. Its
tables are kept in the data folder for as long as the command runs, and need about as
much room as the dump. What a killed command leaves of them, the next one removes. Where
TMPDIR is set they are in the folder that it names, and a killed command leaves them.`,
		Args: takes("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := oldFiles(cmd, uploads, content, config)
			if err != nil {
				return err
			}
			file, size, err := openDumpFile(cmd, args[0])
			if err != nil {
				return err
			}
			defer file.Close()
			defer keepLarge(cmd.Context(), c.Data, cmd.ErrOrStderr())()
			from, err := readDump(cmd, file, size, which)
			var bad *dump.Error
			if errors.As(err, &bad) {
				return fmt.Errorf("%s can't be moved in: %w", args[0], bad)
			}
			if err != nil {
				return err
			}
			return errors.Join(moveIn(cmd, c, asJSON, from, files), from.Close())
		},
	}
	newSiteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	uploadsFlag(cmd, &uploads)
	oldFilesFlags(cmd, &content, &config)
	whichFlag(cmd, &which.Site)
	cmd.Flags().StringVar(&which.Database, "database", "", "which database of a dump of more than one")
	cmd.Flags().StringVar(&which.Prefix, "prefix", "", "what the names of the site's tables begin with, where the dump has more than one site")
	return cmd
}

// whichFlag declares which site of a network moves in.
func whichFlag(cmd *cobra.Command, site *string) {
	cmd.Flags().StringVar(site, "site", "", "which site of a network (multisite): its number, or its address as example.org/shop")
}

// oldFilesFlags declare where the code and the configuration of an old site are.
func oldFilesFlags(cmd *cobra.Command, content, config *string) {
	cmd.Flags().StringVar(content, "content", "", "folder wp-content of the old site: its code tells of types and fields, and its theme comes along; that around --uploads when it isn't given")
	cmd.Flags().StringVar(config, "config", "", "wp-config.php of the old site: its salt makes the ids of persons in structured data, which stay so; that beside --content when it isn't given")
}

// oldFiles finds what there is of an old site beside its database. Where the folder of the
// uploads stands in the site, the rest is found by itself.
func oldFiles(cmd *cobra.Command, uploads, content, config string) (files exchange.OldFiles, err error) {
	if files.Uploads, err = openUploads(uploads); err != nil {
		return files, misused(cmd, "--uploads: %v", err)
	}
	if files.Content = content; content != "" {
		if info, err := os.Stat(content); err != nil || !info.IsDir() {
			return files, misused(cmd, "--content: %s is no folder that can be read", content)
		}
	} else if around, err := filepath.Abs(uploads); uploads != "" && err == nil {
		// The folder of a site of a network is three deep.
		for _, up := range []string{"..", filepath.Join("..", "..", "..")} {
			folder := filepath.Join(around, up)
			if isFolder(filepath.Join(folder, "plugins")) && isFolder(filepath.Join(folder, "themes")) {
				files.Content = folder
				break
			}
		}
	}
	if config != "" {
		if files.Salt, err = readSalt(config); err != nil {
			return files, misused(cmd, "--config: %v", err)
		}
		return files, nil
	}
	if files.Content == "" {
		return files, nil
	}
	// The file stands in the site or, kept from its web server, one above.
	for _, at := range []string{"..", filepath.Join("..", "..")} {
		if files.Salt, err = readSalt(filepath.Join(files.Content, at, "wp-config.php")); err == nil {
			break
		}
	}
	return files, nil
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// maxConfig bounds a configuration file.
const maxConfig = 1 << 20

// readSalt finds the salt in a configuration file, "" where none is named.
func readSalt(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	file, err := os.Open(name) // #nosec G304 -- the operator names the file
	if err != nil {
		return "", fmt.Errorf("%s can't be read: %w", name, reason(err))
	}
	text, err := io.ReadAll(io.LimitReader(file, maxConfig))
	if err := errors.Join(err, file.Close()); err != nil {
		return "", fmt.Errorf("%s can't be read: %w", name, reason(err))
	}
	salt, err := moving.ReadSalt(string(text))
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return salt, nil
}

// openDumpFile opens a dump, and tells how long its file is, 0 when that isn't known.
func openDumpFile(cmd *cobra.Command, name string) (io.ReadCloser, int64, error) {
	if name == "-" {
		return io.NopCloser(cmd.InOrStdin()), 0, nil
	}
	file, err := os.Open(name) // #nosec G304 -- the operator names the file
	if err != nil {
		return nil, 0, fmt.Errorf("the dump %s can't be read: %w", name, reason(err))
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("it is a folder")
	}
	if err != nil {
		file.Close()
		return nil, 0, fmt.Errorf("the dump %s can't be read: %w", name, reason(err))
	}
	return file, info.Size(), nil
}

// readDump reads the tables of a dump, showing how far it is.
func readDump(cmd *cobra.Command, file io.Reader, size int64, which moving.Which) (*moving.Source, error) {
	shown := newProgress(os.Stderr)
	defer shown.end()
	done := int64(0)
	return moving.OpenDump(cmd.Context(), counting{file, func(n int) {
		if done += int64(n); size > 0 {
			shown.step(importer.Step{Part: importer.Checking, Done: done, Total: size})
		}
	}}, "", which)
}

// counting tells how much was read.
type counting struct {
	io.Reader
	read func(n int)
}

func (c counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read(n)
	return n, err
}

// moveIn moves a site into that of a folder. Nobody is told the password of a new site's
// administrator, who makes room for the accounts of the old one.
func moveIn(cmd *cobra.Command, c app.Config, asJSON bool, from *moving.Source, files exchange.OldFiles) error {
	a, err := openForMove(cmd, c, "People log in as they did on the old one.")
	if err != nil {
		return err
	}
	do := reporting(cmd, asJSON, func(ctx context.Context, a *app.App, progress func(importer.Step)) (*importer.Report, error) {
		return a.Exchange.MoveIn(ctx, from, files, progress)
	})
	return errors.Join(do(app.AsOperator(cmd.Context()), a), a.Close())
}

// openForMove opens the site that another moves into. Of a new one it says how people log in.
func openForMove(cmd *cobra.Command, c app.Config, logIn string) (*app.App, error) {
	c.NoCache, c.SmallMemory = true, true
	a, err := app.New(cmd.Context(), c)
	if err != nil {
		return nil, err
	}
	if a.Created != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "Created a new site in %s. %s\n", a.Created.Location, logIn)
	}
	return a, nil
}
