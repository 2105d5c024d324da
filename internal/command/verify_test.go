package command

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// A comparison that finds something ends with 0, and with another code where that is asked for.
func TestVerifyStrictly(t *testing.T) {
	t.Parallel()
	site := filepath.Join(t.TempDir(), "site")
	newSite(t, site)
	old := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"post":{"rest_base":"posts","rest_namespace":"wp/v2","colour":"red"}}`))
	}))
	defer old.Close()
	for _, c := range []struct {
		more string
		code int
	}{{"", 0}, {"--strict", exitDiffers}, {"--parallel 0", exitMisused}, {"--rate 0", exitMisused}} {
		var out, errs bytes.Buffer
		code := run(t.Context(), append([]string{"verify", "--against", old.URL, "--data", site}, strings.Fields(c.more)...), &out, &errs)
		if code != c.code || c.code == exitDiffers && (!strings.Contains(errs.String(), "fields differ") || !strings.Contains(out.String(), "types")) {
			t.Errorf("%q ends with %d: %s", c.more, code, errs.String())
		}
	}
}
