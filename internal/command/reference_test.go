package command

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "write the tables of docs/reference.md anew")

// TestReferenceIsCurrent holds the tables of docs/reference.md to the flags of serve and
// to the environment variables.
func TestReferenceIsCurrent(t *testing.T) {
	const name = "../../docs/reference.md"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, table := range []struct{ mark, text string }{{"flags", flagTable()}, {"environment", environmentTable()}} {
		begin, end := "<!-- "+table.mark+": go test ./internal/command -run Reference -update -->\n", "<!-- end of "+table.mark+" -->"
		before, rest, ok := strings.Cut(page, begin)
		_, after, ended := strings.Cut(rest, end)
		if !ok || !ended {
			t.Fatalf("no table of %s", table.mark)
		}
		page = before + begin + table.text + end + after
	}
	if *update {
		if err := os.WriteFile(name, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if page != string(text) {
		t.Error("docs/reference.md isn't what the program takes: go test ./internal/command -run Reference -update")
	}
}

func flagTable() string {
	var b strings.Builder
	b.WriteString("| Flag | Meaning | Default |\n|---|---|---|\n")
	serveCommand().Flags().VisitAll(func(f *pflag.Flag) {
		kind, usage := pflag.UnquoteUsage(f)
		if kind != "" {
			kind = " " + strings.ToUpper(kind)
		}
		value := f.DefValue
		if value == "[]" || f.Value.Type() == "bool" {
			value = ""
		}
		if value != "" {
			value = "`" + value + "`"
		}
		fmt.Fprintf(&b, "| `--%s%s` | %s | %s |\n", f.Name, kind, cell(usage), value)
	})
	return b.String()
}

func environmentTable() string {
	var b strings.Builder
	b.WriteString("| Variable | Meaning |\n|---|---|\n")
	for _, v := range variables() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(v.name, ", ", "`, `"), cell(v.usage))
	}
	return b.String()
}

// cell is a text as it may stand in a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "<", `\<`).Replace(text)
}
