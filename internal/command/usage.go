package command

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"quoin/internal/platform/fault"
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

// wrongValue makes the refusal of a value that only a site could judge a misuse, as one
// that needs none is.
func wrongValue(cmd *cobra.Command, err error) error {
	if f := fault.As(err); f != nil && f.Status == http.StatusBadRequest {
		return misused(cmd, "%s", f.Message)
	}
	return err
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

// takesChecked is takes for arguments that check may refuse; nil takes all.
func takesChecked(check func(args []string) error, names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := takes(names...)(cmd, args); err != nil || check == nil {
			return err
		}
		if err := check(args); err != nil {
			return misused(cmd, "%v", err)
		}
		return nil
	}
}

// group is a command that only has other commands.
func group(cmd *cobra.Command, members ...*cobra.Command) *cobra.Command {
	return groupOf("command", cmd, members...)
}

// groupOf is a group whose members are something else than commands to people.
func groupOf(what string, cmd *cobra.Command, members ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(members...)
	cmd.DisableFlagsInUseLine = true
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		names, _ := namesOf(cmd)
		return misused(cmd, "there is no %s %q; there are %s", what, args[0], names)
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
	switch v := flag.Value.(type) {
	case *checked:
		cause := errors.Unwrap(err).Error()
		if !strings.HasPrefix(cause, "wants ") {
			cause = ": " + cause
		} else {
			cause = " " + cause
		}
		return misused(cmd, "--%s%s", flag.Name, cause)
	case wanting:
		return misused(cmd, "--%s wants %s, not %q", flag.Name, v.want(), value.GetValue())
	}
	if flag.Value.Type() == "bool" {
		return misused(cmd, "--%s wants true or false, not %q", flag.Name, value.GetValue())
	}
	return misused(cmd, "--%s can't be %q", flag.Name, value.GetValue())
}
