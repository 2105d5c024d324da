package command

import (
	"io"

	"github.com/spf13/cobra"
)

// completionCommand prints what has shells complete commands and flags.
func completionCommand() *cobra.Command {
	var shells []*cobra.Command
	for _, shell := range []struct {
		name, install string
		print         func(root *cobra.Command, w io.Writer) error
	}{
		{
			"bash", "  quoin completion bash > /usr/local/share/bash-completion/completions/quoin",
			func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		},
		{
			"zsh", "  quoin completion zsh > /usr/local/share/zsh/site-functions/_quoin",
			(*cobra.Command).GenZshCompletion,
		},
		{
			"fish", "  quoin completion fish > ~/.config/fish/completions/quoin.fish",
			func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) },
		},
		{
			"powershell", "  quoin completion powershell | Out-String | Invoke-Expression",
			(*cobra.Command).GenPowerShellCompletionWithDesc,
		},
	} {
		shells = append(shells, &cobra.Command{
			Use:     shell.name,
			Short:   "Print the script for " + shell.name,
			Example: shell.install,
			Args:    takes(),
			RunE:    func(cmd *cobra.Command, _ []string) error { return shell.print(cmd.Root(), cmd.OutOrStdout()) },
		})
	}
	return groupOf("shell", &cobra.Command{Use: "completion", Short: "Print a script that has a shell complete commands and flags"}, shells...)
}
