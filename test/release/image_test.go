package release

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"quoin/test/program"
)

// TestImage runs what the last stage of packaging/Containerfile describes, as the user
// that it names: a root folder with nothing but what it copies, and nothing of that
// to write to but what the comment there mounts. It takes no container engine.
func TestImage(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root may change the root folder of a program")
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "packaging", "Containerfile"))
	if err != nil {
		t.Fatal(err)
	}
	_, stage, found := strings.Cut(string(text), "FROM scratch\n")
	if !found {
		t.Fatal("no stage begins from scratch")
	}
	root := filepath.Join(t.TempDir(), "root")
	user := strings.Split(lineOf(t, stage, "USER"), ":")
	uid, err := strconv.Atoi(user[0])
	if err != nil || uid == 0 {
		t.Fatalf("user %v", user)
	}
	for _, m := range regexp.MustCompile(`(?m)^COPY --from=build (--chown=\S+ )?(\S+) (\S+)$`).FindAllStringSubmatch(stage, -1) {
		place := filepath.Join(root, m[3])
		switch {
		case m[2] == "/quoin":
			build := exec.Command("go", "build", "-o", place, "quoin/cmd/quoin")
			build.Env = append(os.Environ(), "CGO_ENABLED=0")
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		case m[1] != "":
			ownFolder(t, place, uid)
		}
	}
	ownFolder(t, filepath.Join(root, "tmp"), uid)
	// The folders of a test are for their owner alone, and the program has another user.
	for dir := root; dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil { // #nosec G302 -- the program's user goes through it
			t.Fatal(err)
		}
	}
	entry, command := words(t, stage, "ENTRYPOINT")[0], words(t, stage, "CMD")
	// Engines run other commands in the same way: where WORKDIR says, so without --data.
	inside := func(args ...string) *exec.Cmd {
		cmd := exec.Command(entry, args...)
		cmd.Dir, cmd.Env = lineOf(t, stage, "WORKDIR"), []string{}
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
		return cmd
	}
	p, err := program.Start(inside(append(command, "--listen", "127.0.0.1:0", "--drain", "0s")...))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill() // the second end fails, which nobody minds
	ran := func(args ...string) string {
		t.Helper()
		out, err := inside(args...).Output()
		if exit := new(exec.ExitError); errors.As(err, &exit) {
			t.Fatalf("%v: %v: %s%s", args, err, out, exit.Stderr)
		}
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	password := strings.TrimSpace(ran("user", "app-password", "admin", "--name", "test"))
	req, err := http.NewRequest(http.MethodPost, p.Base+"/api/core/v2/settings", strings.NewReader(`{"timezone":"Europe/Berlin"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.SetBasicAuth("admin", password)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var settings struct{ Timezone string }
	if err := json.NewDecoder(res.Body).Decode(&settings); err != nil || settings.Timezone != "Europe/Berlin" {
		t.Errorf("%s: the time zone is %q: %v", res.Status, settings.Timezone, err)
	}
	ran("backup", "/tmp/site.zip")
	if out := ran("doctor"); !strings.Contains(out, "0 errors") {
		t.Error(out)
	}
	if err := p.Stop(); err != nil {
		t.Error(err)
	}
}

func ownFolder(t *testing.T, dir string, uid int) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(dir, uid, uid); err != nil {
		t.Fatal(err)
	}
}

// lineOf is what follows an instruction.
func lineOf(t *testing.T, stage, instruction string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^` + instruction + ` (.*)$`).FindStringSubmatch(stage)
	if m == nil {
		t.Fatalf("no %s", instruction)
	}
	return m[1]
}

// words are those of an instruction in the form of a list.
func words(t *testing.T, stage, instruction string) (list []string) {
	t.Helper()
	if err := json.Unmarshal([]byte(lineOf(t, stage, instruction)), &list); err != nil || len(list) == 0 {
		t.Fatalf("%s: %v", instruction, err)
	}
	return list
}
