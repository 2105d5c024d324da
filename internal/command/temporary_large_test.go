package command

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
)

// The tables of a dump are in the folder that TMPDIR names, and in the data folder where it
// names none.
func TestWhereLargeFilesAre(t *testing.T) {
	ctx, data, scratch := context.WithValue(t.Context(), wholeProcess{}, true), t.TempDir(), t.TempDir()
	for _, name := range temporaryNames {
		t.Setenv(name, "")
	}
	end := keepLarge(ctx, data, io.Discard)
	if at := os.TempDir(); !strings.HasPrefix(at, data) {
		t.Errorf("they are in %s, not in the data folder", at)
	}
	end()
	t.Setenv("TMPDIR", scratch)
	end = keepLarge(ctx, data, io.Discard)
	if at := os.TempDir(); at != scratch {
		t.Errorf("they are in %s, not where TMPDIR says", at)
	}
	end()
}
