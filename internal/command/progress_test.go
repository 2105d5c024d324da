package command

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"

	"quoin/internal/transfer/backup"
)

// TestNoProgressWithoutTerminal tells of progress where nobody looks.
func TestNoProgressWithoutTerminal(t *testing.T) {
	t.Parallel()
	var errs bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetErr(&errs)
	tell, end := backupProgress(cmd)
	tell(backup.Progress{Rows: 1, Indexing: true})
	end()
	if errs.Len() > 0 {
		t.Errorf("%q", errs.String())
	}
	dir := t.TempDir()
	site := filepath.Join(dir, "site")
	newSite(t, site)
	if code := run(t.Context(), []string{"backup", filepath.Join(dir, "a.zip"), "--data", site}, &bytes.Buffer{}, &errs); code != 0 || errs.Len() > 0 {
		t.Errorf("%d %q", code, errs.String())
	}
}
