package release

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"quoin/test/program"
)

// TestOperatingPage runs the lines of docs/operating.md that lead from an empty
// server to a site, in a folder instead of the whole system, then what the unit
// starts. The ports are others, since tests may not have 80 and 443.
func TestOperatingPage(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(repository, "docs", "operating.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```\n")
	lines, _, found := strings.Cut(rest, "```")
	if n := strings.Count(lines, "\n"); !found || n > 10 {
		t.Fatalf("%d lines: %s", n, lines)
	}
	if _, err := program.Build(root); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"usr/local/bin", "etc/systemd/system", "bin", "var/lib/quoin"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// What talks to the service manager only notes what it was asked.
	asked := filepath.Join(root, "asked")
	for _, name := range []string{"systemctl", "journalctl"} {
		if err := os.WriteFile(filepath.Join(root, "bin", name), []byte("#!/bin/sh\necho "+name+" \"$@\" >> "+asked+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(repository, "packaging"), filepath.Join(root, "packaging")); err != nil {
		t.Fatal(err)
	}
	paths := regexp.MustCompile(`/(usr|etc)/`)
	script := strings.ReplaceAll(paths.ReplaceAllString(lines, root+"/$1/"), "YOUR.DOMAIN", "site.test")
	shell := exec.Command("sh", "-eu", "-c", script)
	shell.Dir, shell.Env = root, append(os.Environ(), "PATH="+filepath.Join(root, "bin")+":"+os.Getenv("PATH"))
	if out, err := shell.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if text, err := os.ReadFile(asked); err != nil || !strings.Contains(string(text), "enable --now quoin") {
		t.Errorf("%s %v", text, err)
	}
	unit, err := os.ReadFile(filepath.Join(root, "etc/systemd/system/quoin.service"))
	if err != nil {
		t.Fatal(err)
	}
	start := regexp.MustCompile(`(?m)^ExecStart=(.*)$`).FindStringSubmatch(string(unit))
	file := regexp.MustCompile(`(?m)^EnvironmentFile=-?(.*)$`).FindStringSubmatch(string(unit))
	if start == nil || file == nil || !strings.Contains(start[1], "--domain site.test") {
		t.Fatalf("the unit: %s", unit)
	}
	secrets := filepath.Join(root, file[1])
	if info, err := os.Stat(secrets); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	env, err := os.ReadFile(secrets)
	if err != nil {
		t.Fatal(err)
	}
	args := strings.Fields(strings.ReplaceAll(start[1], "/var/lib/quoin", filepath.Join(root, "var/lib/quoin")))
	cmd := exec.Command(filepath.Join(root, args[0]), append(args[1:], "--listen", "127.0.0.1:0", "--redirect-listen", "127.0.0.1:0", "--drain", "0s")...)
	cmd.Env = append(os.Environ(), strings.Fields(string(env))...)
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// Whatever happens, it ends.
	late := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer late.Stop()
	var told []string
	for in := bufio.NewScanner(log); in.Scan(); {
		told = append(told, in.Text())
		if strings.Contains(in.Text(), `"msg":"Redirecting `) {
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			io.Copy(io.Discard, log)
			break
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, strings.Join(told, "\n"))
	}
	for _, want := range []string{"password of QUOIN_ADMIN_PASSWORD", "Serving https://site.test on https://", "Mail goes out through mail.example.org", "Redirecting http"} {
		if !strings.Contains(strings.Join(told, "\n"), want) {
			t.Errorf("it doesn't say %q: %s", want, strings.Join(told, "\n"))
		}
	}
}
