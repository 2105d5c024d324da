// Package command is the command line of the program.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	// Windows, container images and small systems have no list of time zones.
	_ "time/tzdata"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/command/manual"
	"quoin/internal/ext"
	"quoin/internal/ext/all"
)

// Codes that the program ends with.
const (
	exitFailed      = 1
	exitMisused     = 2
	exitDiffers     = 3
	exitInterrupted = 130
)

// Main is the program, with the extensions that it is built with and more; it ends the
// process.
func Main(more ...ext.Extension) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal asks the program to end, the next one makes it.
	context.AfterFunc(ctx, stop)
	os.Exit(run(context.WithValue(ctx, wholeProcess{}, true), os.Args[1:], os.Stdout, os.Stderr, more...))
}

// run is the program; it returns the code that it ends with.
func run(ctx context.Context, args []string, out, errs io.Writer, more ...ext.Extension) int {
	if err := distinct(append(all.List(), more...)); err != nil {
		fmt.Fprintln(errs, "quoin:", err)
		return exitFailed
	}
	cmd := root(more...)
	ctx = context.WithValue(ctx, added{}, more)
	cmd.SetArgs(args)
	cmd.SetOut(out)
	cmd.SetErr(errs)
	ran, err := cmd.ExecuteContextC(ctx)
	var misuse *usageError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		tellError(ran, "interrupted")
		return exitInterrupted
	}
	tellError(ran, oneLine(err))
	var differs differError
	switch {
	case errors.As(err, &misuse):
		return exitMisused
	case errors.As(err, &differs):
		return exitDiffers
	}
	return exitFailed
}

// tellError writes why a command ended: a line for people, or a record where its
// log is for machines.
func tellError(cmd *cobra.Command, text string) {
	if lines, ok := cmd.ErrOrStderr().(*logLines); ok {
		lines.line(slog.LevelError, text)
		return
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "quoin:", text)
}

// oneLine is an error as one line; several that were joined stand in a row.
func oneLine(err error) string {
	lines := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "; ")
}

// root is the program with all its commands.
func root(more ...ext.Extension) *cobra.Command {
	known := append(all.List(), more...)
	cmd := group(&cobra.Command{
		Use:           "quoin",
		Short:         "A content site server: one binary, a JSON REST API, SQLite or PostgreSQL",
		SilenceUsage:  true,
		SilenceErrors: true,
	}, serveCommand(), adoptCommand(), importCommand(), exportCommand(), verifyCommand(), statusCommand(), userCommand(), mediaCommand(), optionCommand(known), themeCommand(), languageCommand(), typeCommand(), extensionCommand(known),
		auditCommand(), previewCommand(), routesCommand(), doctorCommand(), backupCommand(), restoreCommand(), moveCommand(), versionCommand(), manCommand(), completionCommand())
	cmd.SetHelpCommand(helpCommand())
	cmd.AddCommand(shadowCommand())
	addExtensionCommands(cmd, known)
	manual.AddTopics(cmd)
	cmd.SetFlagErrorFunc(wrongFlag)
	return cmd
}

// siteFlags are the flags of every command that opens a site.
func siteFlags(cmd *cobra.Command, c *app.Config) {
	checkedFlag(cmd, &c.Data, "data", "data", "folder of the database and the uploads", func(dir string) error {
		if dir == "" {
			return errors.New("wants the name of a folder")
		}
		return nil
	})
	c.Version = version()
	cmd.PreRun = func(cmd *cobra.Command, _ []string) { c.More = moreOf(cmd.Context()) }
	fromEnvironment(c)
}

// added is the key of the extensions that the program was started with beside its own.
type added struct{}

func moreOf(ctx context.Context) []ext.Extension {
	more, _ := ctx.Value(added{}).([]ext.Extension)
	return more
}

// distinct refuses extensions of one id.
func distinct(list []ext.Extension) error {
	seen := map[string]bool{}
	for _, x := range list {
		if x.ID == "" || seen[x.ID] {
			return fmt.Errorf("two extensions have the ID %q", x.ID)
		}
		seen[x.ID] = true
	}
	return nil
}

// newSiteFlags are the flags of a command that makes a site where there is none.
func newSiteFlags(cmd *cobra.Command, c *app.Config) {
	siteFlags(cmd, c)
	cmd.Flags().Lookup("data").Usage += "; a new site is made in one that has none"
}

// existing opens a site for one task. Where there is none it makes none: a
// mistyped folder is an error.
func existing(cmd *cobra.Command, c app.Config, do func(context.Context, *app.App) error) error {
	c.Existing = true
	return with(cmd, c, do)
}

// with opens a site for one task, and makes it where there is none.
func with(cmd *cobra.Command, c app.Config, do func(context.Context, *app.App) error) error {
	a, err := app.New(cmd.Context(), c)
	if err != nil {
		return err
	}
	printCreated(cmd.ErrOrStderr(), a)
	return errors.Join(do(app.AsOperator(cmd.Context()), a), a.Close())
}

// othersShown is how many foreign files are named.
const othersShown = 3

// printCreated tells of a site that this start created, and its administrator's
// password if that was made up.
func printCreated(w io.Writer, a *app.App) {
	if a.Created == nil {
		return
	}
	login := "Log in as admin with the password of QUOIN_ADMIN_PASSWORD."
	if a.FirstPassword != "" {
		login = fmt.Sprintf("Log in as admin with the password %s (it is shown only now).", a.FirstPassword)
	}
	folder := ""
	if a.Created.NewFolder {
		folder = ", a new folder"
	}
	fmt.Fprintf(w, "Created a new site in %s%s. %s\n", a.Created.Location, folder, login)
	if others := a.Created.Others; len(others) > 0 {
		more := ""
		if len(others) > othersShown {
			more = fmt.Sprintf(" and %d more", len(others)-othersShown)
			others = others[:othersShown]
		}
		fmt.Fprintf(w, "The folder has other files too (%s%s): if another was meant, stop here and delete quoin.db in this one.\n",
			strings.Join(others, ", "), more)
	}
}
