package main

import (
	"github.com/spf13/cobra"
)

func importCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "import", Short: "Bring a site in"}
	return cmd
}
