package command

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
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
	}{{"", 0}, {"--strict", exitDiffers}, {"--parallel 0", exitMisused}} {
		var out, errs bytes.Buffer
		code := run(t.Context(), append([]string{"verify", "--against", old.URL, "--data", site}, strings.Fields(c.more)...), &out, &errs)
		if code != c.code || c.code == exitDiffers && (!strings.Contains(errs.String(), "fields differ unexpectedly") || !strings.Contains(out.String(), "types")) {
			t.Errorf("%q ends with %d: %s", c.more, code, errs.String())
		}
	}
}

// What was compared before an old site fails is told, with what ended it, in every form.
func TestVerifyBreaksOff(t *testing.T) {
	t.Parallel()
	site := filepath.Join(t.TempDir(), "site")
	newSite(t, site)
	old := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/types") && !strings.HasSuffix(r.URL.Path, "/taxonomies") {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"post":{"rest_base":"posts","rest_namespace":"wp/v2"}}`))
	}))
	defer old.Close()
	page := filepath.Join(t.TempDir(), "report.html")
	for flag, want := range map[string]string{"--all": "broke off", "--json": `"broken_off":"the old site`} {
		var out, errs bytes.Buffer
		code := run(t.Context(), []string{"verify", "--against", old.URL, "--data", site, "--html", page, flag}, &out, &errs)
		if code == 0 || !strings.Contains(out.String(), want) || !strings.Contains(out.String(), "types") || !strings.Contains(errs.String(), "the old site") {
			t.Errorf("%s ends with %d: %s\n%s", flag, code, out.String(), errs.String())
		}
		html, err := os.ReadFile(page)
		if err != nil || !strings.Contains(string(html), "isn't whole") {
			t.Errorf("%v: %s", err, html)
		}
	}
}

// A rate at which nothing would move is refused before a site is asked, and so is one that is no
// number.
func TestRateIsRefused(t *testing.T) {
	t.Parallel()
	for _, more := range []string{"NaN", "Inf", "+Inf", "-Inf", "0", "-1", "1e-300", "0.0099"} {
		for _, command := range []string{"verify --against https://old.example", "adopt https://old.example --user ann --app-password-file secret.txt"} {
			var out, errs bytes.Buffer
			args := append(strings.Fields(command), "--rate", more, "--data", filepath.Join(t.TempDir(), "site"))
			if code := run(t.Context(), args, &out, &errs); code != exitMisused || !strings.Contains(errs.String(), "--rate is at least 0.01") {
				t.Errorf("%s at a rate of %s ends with %d: %s", command, more, code, errs.String())
			}
		}
	}
	for _, rate := range []float64{leastRate, 20, 1e6} {
		if err := checkManners(verifyCommand(), 1, rate); err != nil {
			t.Errorf("a rate of %g: %v", rate, err)
		}
	}
}

func TestDifferError(t *testing.T) {
	t.Parallel()
	for n, want := range map[differError]string{1: "1 field differs unexpectedly", 302: "302 fields differ unexpectedly"} {
		if got := n.Error(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
