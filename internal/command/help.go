package command

import (
	"strings"

	"github.com/spf13/cobra"
)

// helpCommand shows what commands do, and topics.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "Tell what a command does, or of a topic",
		Args: func(cmd *cobra.Command, args []string) error {
			_, err := helpOn(cmd, args)
			return err
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			on, err := helpOn(cmd, args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var list []cobra.Completion
			for _, c := range on.Commands() {
				if !c.Hidden {
					list = append(list, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return list, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			on, err := helpOn(cmd, args)
			if err != nil {
				return err
			}
			on.InitDefaultHelpFlag() // it is among the flags that are shown
			return on.Help()
		},
	}
}

// helpOn is the command or topic that the arguments of help name.
func helpOn(help *cobra.Command, args []string) (*cobra.Command, error) {
	on := help.Root()
	for _, name := range args {
		next := subcommand(on, name)
		switch {
		case next != nil:
			on = next
		case !on.HasAvailableSubCommands():
			return nil, misused(help, "%s has no commands of its own, and none %q", on.CommandPath(), name)
		case on == help.Root():
			commands, topics := namesOf(on)
			return nil, misused(help, "there is no command or topic %q; there are %s, and the topics %s", name, commands, topics)
		default:
			commands, _ := namesOf(on)
			return nil, misused(help, "%s has no command %q; there are %s", on.CommandPath(), name, commands)
		}
	}
	return on, nil
}

// namesOf are the commands and the topics of a command.
func namesOf(cmd *cobra.Command) (commands, topics string) {
	var names, others []string
	for _, c := range cmd.Commands() {
		switch {
		case c.IsAvailableCommand():
			names = append(names, c.Name())
		case c.IsAdditionalHelpTopicCommand():
			others = append(others, c.Name())
		}
	}
	return strings.Join(names, ", "), strings.Join(others, ", ")
}
