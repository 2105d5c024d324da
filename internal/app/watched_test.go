package app

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"quoin/internal/platform/telemetry"
)

// TestWatchedMetricsAreThere holds alerts and dashboard to what a server counts: a metric
// that isn't there never alerts anybody.
func TestWatchedMetricsAreThere(t *testing.T) {
	t.Parallel()
	m := telemetry.NewMetrics("test")
	a, err := New(t.Context(), Config{Data: t.TempDir(), URL: "http://example.org", Metrics: m})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	handler := a.Handler()
	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)) // counts
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if text := w.Body.String(); !strings.Contains(text, "quoin_jobs_failing 0") || !strings.Contains(text, "quoin_webhook_changes_behind 0") ||
		!strings.Contains(text, `quoin_part_works{part="database"} 1`) || !strings.Contains(text, "quoin_last_backup_timestamp_seconds 0") {
		t.Errorf("%s", text)
	}
	name := regexp.MustCompile(`\b(?:quoin|process)_[a-z_]+`)
	for _, file := range []string{"alerts.yml", "dashboard.json"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "packaging", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, metric := range name.FindAllString(string(text), -1) {
			if !strings.Contains(w.Body.String(), "\n"+metric+"{") && !strings.Contains(w.Body.String(), "\n"+metric+" ") {
				t.Errorf("%s asks for %s, which no server has", file, metric)
			}
		}
	}
}
