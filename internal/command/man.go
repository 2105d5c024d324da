package command

import (
	"github.com/spf13/cobra"

	"quoin/internal/command/manual"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write the manual pages of all commands into a folder",
		Long: `Writes quoin.1 and a page for each command, from the texts that help shows, and
quoin.7 about running a site. Copy them to /usr/local/share/man/man1 and man7.`,
		Args: takes("FOLDER"),
		RunE: func(cmd *cobra.Command, args []string) error { return manual.Write(cmd.Root(), args[0], version()) },
	}
}
