package command

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"quoin/internal/command/manual"

	"github.com/spf13/cobra"
)

func said(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(t.Context(), args, &out, &errs); code != 0 {
		t.Fatalf("%v: %d %s", args, code, errs.String())
	}
	return out.String()
}

func TestTopics(t *testing.T) {
	t.Parallel()
	list := said(t, "help")
	for _, topic := range manual.Topics() {
		if !strings.Contains(list, topic.Name) {
			t.Errorf("help doesn't name the topic %s", topic.Name)
		}
		if text := said(t, "help", topic.Name); !strings.Contains(text, topic.Text) || len(topic.Text) < 50 {
			t.Errorf("%s: %q", topic.Name, text)
		}
	}
	if n := len(manual.Topics()); n < 6 {
		t.Errorf("%d topics", n)
	}
}

// TestUnknownTopics asks for help about what isn't there, and for shells that nobody
// knows.
func TestUnknownTopics(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"help nonsense":       `there is no command or topic "nonsense"; there are adopt, analytics, audit, `,
		"help serve x":        `quoin serve has no commands of its own, and none "x"`,
		"help user nonsense":  `quoin user has no command "nonsense"; there are app-password, create, `,
		"completion foo":      `there is no shell "foo"; there are bash, fish, powershell, zsh`,
		"completion bash zsh": `"zsh" is one argument too many`,
	} {
		var out, errs bytes.Buffer
		code := run(t.Context(), strings.Fields(args), &out, &errs)
		if code != 2 || out.Len() > 0 || !strings.HasPrefix(errs.String(), "quoin: "+want) || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%s\n got %d %s%s\nwant 2 %s", args, code, out.String(), errs.String(), want)
		}
	}
	if got := said(t, "__complete", "help", "user", ""); !strings.Contains(got, "app-password") {
		t.Errorf("completion of help: %s", got)
	}
	for _, args := range [][]string{{"help"}, {"--help"}, {"help", "user"}, {"help", "help"}, {"help", "completion", "bash"}, {"completion"}} {
		if text := said(t, args...); !strings.Contains(text, "Usage:") || !strings.Contains(text, "--help") {
			t.Errorf("%v: %s", args, text)
		}
	}
}

// TestEveryCommandSaysWhatItDoes reads the lines of help.
func TestEveryCommandSaysWhatItDoes(t *testing.T) {
	t.Parallel()
	var look func(c *cobra.Command)
	look = func(c *cobra.Command) {
		if s := c.Short; len(s) < 5 || strings.TrimSpace(s) != s || strings.HasPrefix(s, "Commands of the extension") {
			t.Errorf("%s: %q", c.CommandPath(), s)
		}
		for _, member := range c.Commands() {
			look(member)
		}
	}
	look(root())
}

// TestManual writes the manual pages and has man's own formatter read them where
// it is installed.
func TestManual(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	said(t, "man", dir)
	for name, want := range map[string]string{"quoin.1": "content site server", "quoin-serve.1": "trusted-proxies", "quoin-backup.1": "digest of every table", "quoin.7": "Upgrades"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(strings.ReplaceAll(string(text), `\-`, "-"), want) {
			t.Errorf("%s lacks %q: %v", name, want, err)
		}
		if groff, err := exec.LookPath("groff"); err == nil {
			cmd := exec.Command(groff, "-man", "-Tutf8", "-wall", filepath.Join(dir, name))
			if out, err := cmd.Output(); err != nil || len(out) < 200 {
				t.Errorf("groff %s: %v %d bytes", name, err, len(out))
			}
		}
	}
	again := t.TempDir()
	said(t, "man", again)
	for _, d := range []string{"quoin.1", "quoin.7"} {
		a, _ := os.ReadFile(filepath.Join(dir, d))
		b, _ := os.ReadFile(filepath.Join(again, d))
		if !bytes.Equal(a, b) {
			t.Errorf("%s differs from run to run", d)
		}
	}
}

// TestCompletion has each shell that is installed read its script.
func TestCompletion(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		script := filepath.Join(t.TempDir(), shell)
		text := said(t, "completion", shell)
		if len(text) < 1000 {
			t.Errorf("%s: %d bytes", shell, len(text))
		}
		if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if program, err := exec.LookPath(shell); err == nil {
			if out, err := exec.Command(program, "-n", script).CombinedOutput(); err != nil {
				t.Errorf("%s: %v %s", shell, err, out)
			}
		}
	}
	if text := said(t, "__complete", "ser"); !strings.Contains(text, "serve") {
		t.Errorf("%q", text)
	}
}
