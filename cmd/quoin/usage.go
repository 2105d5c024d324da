package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError is wrong use of a command, as opposed to something that went
// wrong while it worked.
type usageError struct {
	command string
	text    string
}

func (e *usageError) Error() string {
	return fmt.Sprintf("%s (see %s --help)", e.text, e.command)
}

func misused(cmd *cobra.Command, format string, args ...any) error {
	return &usageError{cmd.CommandPath(), fmt.Sprintf(format, args...)}
}

// takes lets a command take exactly the arguments that are named.
func takes(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) > len(names):
			return misused(cmd, "%q is one argument too many", args[len(names)])
		case len(args) < len(names):
			return misused(cmd, "%s is missing", strings.Join(names[len(args):], " "))
		}
		return nil
	}
}

// group is a command that only has other commands.
func group(cmd *cobra.Command, members ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(members...)
	cmd.DisableFlagsInUseLine = true
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		var names []string
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				names = append(names, c.Name())
			}
		}
		return misused(cmd, "there is no command %q; there are %s", args[0], strings.Join(names, ", "))
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	return cmd
}

// wrongFlag says what a flag wants in place of the value that it got.
func wrongFlag(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	if !errors.As(err, &value) {
		return misused(cmd, "%v", err)
	}
	flag := value.GetFlag()
	want := map[string]string{"bool": "true or false", "duration": "a time such as 90s, 10m or 1h"}[flag.Value.Type()]
	if n, ok := flag.Value.(*number); ok {
		want = n.want()
	}
	return misused(cmd, "--%s wants %s, not %q", flag.Name, want, value.GetValue())
}

// number is the value of a flag that takes a whole number from a least one on.
type number struct {
	to    *int64
	least int64
	unit  string // "bytes"
}

func numberFlag(cmd *cobra.Command, to *int64, name string, least, fallback int64, unit, usage string) {
	*to = fallback
	cmd.Flags().Var(&number{to, least, unit}, name, usage)
}

func (n *number) want() string { return fmt.Sprintf("a number of %s, %d or more", n.unit, n.least) }

// String implements pflag.Value, as do Type and Set.
func (n *number) String() string { return strconv.FormatInt(*n.to, 10) }

// Type is what help shows in place of the value.
func (n *number) Type() string { return n.unit }

// Set takes the value.
func (n *number) Set(text string) error {
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil || v < n.least {
		return errors.New("want " + n.want())
	}
	*n.to = v
	return nil
}
