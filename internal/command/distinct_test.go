package command

import (
	"bytes"
	"strings"
	"testing"

	"quoin/internal/ext"
)

// TestIDsAreDistinct: an extension can't take the place of another one.
func TestIDsAreDistinct(t *testing.T) {
	for _, id := range []string{"seo", ""} {
		var out, errs bytes.Buffer
		if code := run(t.Context(), []string{"version"}, &out, &errs, ext.Extension{ID: id}); code != exitFailed || !strings.Contains(errs.String(), "the ID") || out.Len() > 0 {
			t.Errorf("%q: %d %s%s", id, code, out.String(), errs.String())
		}
	}
}
