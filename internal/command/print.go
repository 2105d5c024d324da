package command

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// jsonFlag lets a command print for programs.
func jsonFlag(cmd *cobra.Command, asJSON *bool) {
	cmd.Flags().BoolVar(asJSON, "json", false, "print JSON")
}

// printJSON prints a value for programs.
func printJSON(cmd *cobra.Command, v any) error {
	e := json.NewEncoder(cmd.OutOrStdout())
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// say prints what came of a command: a value for programs, or a line for people.
func say(cmd *cobra.Command, asJSON bool, v any, format string, args ...any) error {
	if asJSON {
		return printJSON(cmd, v)
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), format+"\n", args...)
	return err
}

// jsonObject is a value for programs by the names of its members.
type jsonObject map[string]any

// maxSecret bounds what is read as a secret.
const maxSecret = 4096

// readSecret is the first line of a file, or of standard input for "-": what is given as
// an argument, other users of the machine can see.
func readSecret(cmd *cobra.Command, path string) (string, error) {
	in, name := cmd.InOrStdin(), "standard input"
	if path != "-" {
		f, err := os.Open(path) // #nosec G304 -- the operator names the file
		if err != nil {
			return "", fmt.Errorf("%s can't be read: %w", path, reason(err))
		}
		defer f.Close()
		in, name = f, path
	}
	line, err := bufio.NewReader(io.LimitReader(in, maxSecret)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("%s can't be read: %w", name, reason(err))
	}
	if line = strings.TrimRight(line, "\r\n"); line == "" {
		return "", fmt.Errorf("there is no password on %s", name)
	}
	return line, nil
}
