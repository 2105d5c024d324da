package release

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"quoin/test/program"
)

// promtool is the checker of Prometheus.
func promtool(t *testing.T) string {
	t.Helper()
	if path, err := exec.LookPath("promtool"); err == nil {
		return path
	}
	path, err := filepath.Abs(filepath.Join("..", "..", ".tools", "promtool"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("QUOIN_TEST_STRICT") == "1" {
			t.Fatalf("%v: run scripts/install-promtool.sh", err)
		}
		t.Skipf("%v: run scripts/install-promtool.sh", err)
	}
	return path
}

// check runs promtool and fails with what it says.
func check(t *testing.T, in io.Reader, args ...string) {
	t.Helper()
	cmd := exec.Command(promtool(t), args...)
	cmd.Stdin = in
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// TestAlerts has Prometheus read the alerts, and play to each what it waits for and what it
// doesn't.
func TestAlerts(t *testing.T) {
	t.Parallel()
	check(t, nil, "check", "rules", filepath.Join("..", "..", "packaging", "alerts.yml"))
	check(t, nil, "test", "rules", filepath.Join("testdata", "alerts_test.yml"))
	// Each alert is played.
	rules, err := os.ReadFile(filepath.Join("..", "..", "packaging", "alerts.yml"))
	if err != nil {
		t.Fatal(err)
	}
	played, err := os.ReadFile(filepath.Join("testdata", "alerts_test.yml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`- alert: (\w+)`).FindAllSubmatch(rules, -1) {
		if bytes.Count(played, append([]byte("alertname: "), m[1]...)) < 2 {
			t.Errorf("%s isn't played, with and without cause", m[1])
		}
	}
}

// TestDashboard has Prometheus read the questions of the dashboard, as rules.
func TestDashboard(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "packaging", "dashboard.json"))
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	rules := "groups:\n- name: dashboard\n  rules:\n"
	n := 0
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			expr, err := json.Marshal(target.Expr) // a string of JSON is one of YAML
			if err != nil {
				t.Fatal(err)
			}
			rules += fmt.Sprintf("  - record: question:%d\n    expr: %s\n", n, expr)
			n++
		}
	}
	if n < 12 {
		t.Errorf("only %d questions", n)
	}
	path := filepath.Join(t.TempDir(), "rules.yml")
	if err := os.WriteFile(path, []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	check(t, nil, "check", "rules", path)
}

// TestMetricNames has Prometheus judge the metrics of a server that serves.
func TestMetricNames(t *testing.T) {
	t.Parallel()
	promtool(t)
	dir := t.TempDir()
	bin, err := program.Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := ln.Addr().String()
	ln.Close()
	p, err := program.Site{Bin: bin, Data: filepath.Join(dir, "data")}.Serve("--metrics-listen", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Kill() })
	get := func(url string) []byte {
		t.Helper()
		res, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return body
	}
	get(p.Base + "/")
	get(p.Base + "/wp-json/wp/v2/posts")
	body := get("http://" + address + "/metrics")
	if !bytes.Contains(body, []byte("quoin_route_seconds_bucket")) {
		t.Errorf("no metrics: %.300s", body)
	}
	check(t, bytes.NewReader(body), "check", "metrics")
}

// TestUnit has systemd read the unit, with the program in its place, and judge how much of
// the machine it can reach: from 0, nothing, to 10.
func TestUnit(t *testing.T) {
	t.Parallel()
	tool, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	bin, err := program.Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "packaging", "quoin.service"))
	if err != nil {
		t.Fatal(err)
	}
	unit := filepath.Join(dir, "quoin.service")
	if err := os.WriteFile(unit, bytes.ReplaceAll(text, []byte("/usr/local/bin/quoin"), []byte(bin)), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(tool, "verify", "--man=no", unit).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("verify: %v\n%s", err, out)
	}
	// The threshold is in tenths.
	if out, err := exec.Command(tool, "security", "--offline=true", "--threshold=20", "--no-pager", unit).CombinedOutput(); err != nil {
		t.Errorf("security: %v\n%s", err, out)
	}
}
