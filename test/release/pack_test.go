package release

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"quoin/test/program"
)

// TestArchives packs the program as for a system like Unix and as for Windows, unpacks
// the archives, and runs what was in them.
func TestArchives(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bin, err := program.Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	packer := filepath.Join(dir, "pack")
	run(t, "build", "-o", packer, "quoin/scripts/pack")
	exe, small := filepath.Join(dir, "other.exe"), filepath.Join(dir, "other")
	for _, path := range []string{exe, small} {
		if err := os.WriteFile(path, []byte("MZ, as far as the packer cares"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	pack := func(program, name string) string {
		t.Helper()
		folder := t.TempDir()
		cmd := exec.Command(packer, program, bin, name, folder)
		cmd.Dir, cmd.Env = filepath.Join("..", ".."), append(os.Environ(), "SOURCE_DATE_EPOCH=1750000000", "TZ=Asia/Tokyo")
		out, err := cmd.Output()
		if exit := new(exec.ExitError); errors.As(err, &exit) {
			t.Fatalf("%v: %s", err, exit.Stderr)
		}
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	archive := pack(bin, "quoin-1.2.3-linux-amd64")
	var packed [2][]byte
	for i := range packed {
		if packed[i], err = os.ReadFile(pack(small, "quoin-1.2.3-plan9-arm")); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(packed[0], packed[1]) {
		t.Error("the second archive differs")
	}
	unpacked := t.TempDir()
	if out, err := exec.Command("tar", "-xzf", archive, "-C", unpacked).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	root := filepath.Join(unpacked, "quoin-1.2.3-linux-amd64")
	if out, err := exec.Command(filepath.Join(root, "quoin"), "version").Output(); err != nil || !strings.HasPrefix(string(out), "quoin ") {
		t.Errorf("%s %v", out, err)
	}
	want := map[string]string{
		"LICENSE": "GNU GENERAL PUBLIC LICENSE", "README.md": "# Quoin", "CHANGELOG.md": "# Changelog", "docs/operating.md": "# Running a site",
		"packaging/quoin.service": "ExecStart=", "packaging/nginx.conf": "proxy_pass", "man/man1/quoin-serve.1": ".TH", "man/man7/quoin.7": ".TH",
		"completions/quoin.bash": "complete ", "completions/_quoin": "#compdef quoin", "completions/quoin.fish": "complete ", "completions/quoin.ps1": "Register-ArgumentCompleter",
	}
	for name, words := range want {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || !bytes.Contains(text, []byte(words)) {
			t.Errorf("%s lacks %q: %v", name, words, err)
		}
		if info, err := os.Stat(filepath.Join(root, name)); err == nil && info.Mode().Perm()&0o111 != 0 {
			t.Errorf("%s can be run", name)
		}
	}
	z, err := zip.OpenReader(pack(exe, "quoin-1.2.3-windows-amd64"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	want["quoin.exe"] = "MZ"
	for _, f := range z.File {
		name := strings.TrimPrefix(f.Name, "quoin-1.2.3-windows-amd64/")
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if words, listed := want[name]; err != nil || listed && !bytes.Contains(text, []byte(words)) || strings.HasPrefix(name, "quoin-") || strings.HasSuffix(name, ".go") {
			t.Errorf("%s: %v", f.Name, err)
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("the zip file lacks %v", want)
	}
}
