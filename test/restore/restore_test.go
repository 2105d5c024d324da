package restore

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/app/backups"
	"quoin/internal/platform/blob/blobtest"
	"quoin/internal/storage/store/pgtest"
	"quoin/internal/transfer/backup"
	"quoin/test/program"
)

var postgres pgtest.Server

func TestMain(m *testing.M) { os.Exit(postgres.Main(m)) }

// What the backup has: enough that a restore takes a while.
const (
	files = 150
	rows  = 20000
)

// backedUp makes a backup of a site with many files and rows.
func backedUp(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	a, err := app.New(t.Context(), app.Config{Data: filepath.Join(dir, "data"), URL: "http://example.org", NoCache: true})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for i := range files {
		blobtest.Put(t, a.Media.Blobs, fmt.Sprintf("2026/05/file-%d.bin", i), blobtest.Bytes(20_000+i))
	}
	_, err = a.DB.Tables("test").Exec(t.Context(), "INSERT INTO audit (at, actor_id, login, ip, action, subject, detail)"+
		" WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT '2026-05-01T00:00:00', i, 'somebody', '', 'tested', 'number', 'a line that is like others' FROM n", rows)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "site.zip")
	if _, err := a.Backups.Make(t.Context(), path, backups.Options{Program: "test"}, func(backup.Progress) {}); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestKilledRestore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bin, err := program.Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	path := backedUp(t)
	for _, place := range []string{"sqlite and disk", "postgres and s3"} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			media := ""
			site := func() program.Site { return program.Site{Bin: bin, Data: filepath.Join(t.TempDir(), "data")} }
			s, whole := site(), site()
			if place != "sqlite and disk" {
				s.Database, whole.Database = postgres.Database(t), postgres.Database(t)
				server := blobtest.StartS3(t)
				server.MakeBucket(t, "whole", nil)
				media = server.MakeBucket(t, "killed", nil)
			}
			command := func(s program.Site, args ...string) *exec.Cmd {
				cmd := s.Command(args...)
				cmd.Env = append(cmd.Env, "QUOIN_MEDIA_URL="+media)
				return cmd
			}
			// How long it takes when nobody disturbs it.
			began := time.Now()
			undisturbed := command(whole, "restore", path)
			undisturbed.Env = append(undisturbed.Env, "QUOIN_MEDIA_URL="+strings.Replace(media, "/killed", "/whole", 1))
			if out, err := undisturbed.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			takes := time.Since(began)

			const kills = 6
			killed, refused := 0, 0
			for range kills {
				cmd := command(s, "restore", path)
				var said bytes.Buffer
				cmd.Stdout, cmd.Stderr = &said, &said
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				ended := make(chan error, 1)
				go func() { ended <- cmd.Wait() }()
				select {
				case <-ended:
				case <-time.After(time.Duration(rand.Int64N(int64(takes) * 2 / 3))):
					cmd.Process.Kill()
					<-ended
				}
				if cmd.ProcessState.Success() || killed > 0 && strings.Contains(said.String(), "isn't empty") {
					break // the last one was killed after its end
				}
				if cmd.ProcessState.ExitCode() != -1 {
					t.Fatalf("a restore that was begun again failed: %v %s", cmd.ProcessState, &said)
				}
				killed++
				// Unless nothing was begun yet, or all is there, no program serves it.
				if begun(t, s) {
					out, err := command(s, "audit", "--lines", "1").CombinedOutput()
					text := string(out)
					if err == nil {
						t.Fatalf("a half restored site is served: %s", out)
					}
					if !strings.Contains(text, "run quoin restore site.zip again") || strings.Count(strings.TrimSpace(text), "\n") != 0 {
						t.Fatalf("%v: %s", err, out)
					}
					refused++
				}
			}
			if out, err := command(s, "restore", path).CombinedOutput(); err != nil && !strings.Contains(string(out), "isn't empty") {
				t.Fatalf("%v: %s", err, out)
			}
			t.Logf("killed %d times, refused %d times; undisturbed it takes %v", killed, refused, takes.Round(time.Millisecond))
			out, err := command(s, "audit", "--lines", fmt.Sprint(2*rows)).Output()
			if n := strings.Count(string(out), "tested"); err != nil || n != rows {
				t.Errorf("%d rows of %d: %v", n, rows, err)
			}
			out, _ = command(s, "doctor", "--json").Output()
			if strings.Contains(string(out), `"level": "error"`) {
				t.Errorf("the doctor finds: %s", out)
			}
			again := filepath.Join(t.TempDir(), "again.zip")
			out, err = command(s, "backup", again).CombinedOutput()
			if err != nil || !strings.Contains(string(out), fmt.Sprintf("%d files", files)) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// begun tells whether a restore came as far as to note that it is under way, and
// not to its end.
func begun(t *testing.T, s program.Site) bool {
	t.Helper()
	if s.Database == "" {
		info, err := os.Stat(filepath.Join(s.Data, "quoin.db"))
		if err != nil || info.Size() == 0 {
			return false
		}
	}
	out, _ := s.Command("doctor", "--json").CombinedOutput()
	return strings.Contains(string(out), "a restore was begun")
}
