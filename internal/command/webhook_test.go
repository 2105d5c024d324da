package command

import (
	"strings"
	"testing"
)

// TestWebhookTestTellsScripts pings a receiver that isn't there: the delivery is
// printed, and the command fails.
func TestWebhookTestTellsScripts(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	run := func(args ...string) (string, error) {
		cmd := root()
		cmd.SetArgs(append(args, "--data", data))
		var out strings.Builder
		cmd.SetOut(&out)
		cmd.SetErr(&out)
		err := cmd.ExecuteContext(t.Context())
		return out.String(), err
	}
	newSite(t, data)
	if out, err := run("webhook", "add", "http://receiver.invalid/hook"); err != nil {
		t.Fatal(out, err)
	}
	if out, err := run("webhook", "test", "1"); err == nil || !strings.Contains(out, "failed") {
		t.Errorf("%q %v", out, err)
	}
}
