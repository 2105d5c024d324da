package restore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/storage/store"
	"quoin/internal/transfer/backup"
	"quoin/test/program"
)

// movedSite is a site that is served while it moves.
type movedSite struct {
	program.Site
	t        *testing.T
	password string
	served   *program.Process
	stored   atomic.Int64 // posts that were acknowledged
}

func (s *movedSite) serve() {
	s.t.Helper()
	p, err := s.Serve()
	if err != nil {
		s.t.Fatal(err)
	}
	s.served = p
	s.t.Cleanup(func() { _ = p.Kill() })
}

// post makes a post, and counts it when the server says that it is stored.
func (s *movedSite) post(title string) (status int, retry string) {
	body, _ := json.Marshal(map[string]any{"title": title, "status": "publish"})
	r, err := http.NewRequest("POST", s.served.Base+"/api/core/v2/posts", bytes.NewReader(body))
	if err != nil {
		s.t.Error(err)
		return 0, ""
	}
	r.Header.Set("Content-Type", "application/json")
	r.SetBasicAuth("admin", s.password)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Error(err)
		return 0, ""
	}
	res.Body.Close()
	if res.StatusCode == http.StatusCreated {
		s.stored.Add(1)
	}
	return res.StatusCode, res.Header.Get("Retry-After")
}

func (s *movedSite) read(path string) int {
	res, err := http.Get(s.served.Base + path)
	if err != nil {
		s.t.Error(err)
		return 0
	}
	res.Body.Close()
	return res.StatusCode
}

// tables are the dumps of a site's tables.
func (s *movedSite) tables() []store.TableDump {
	s.t.Helper()
	file := filepath.Join(s.t.TempDir(), "site.zip")
	if out, err := s.Command("backup", file).CombinedOutput(); err != nil {
		s.t.Fatalf("%v: %s", err, out)
	}
	a, err := backup.Open(file)
	if err != nil {
		s.t.Fatal(err)
	}
	defer a.Close()
	return a.Tables
}

// TestMove moves a site from SQLite to PostgreSQL and back while it is served and written
// to: each read is answered, each write is stored or told to come again, and what was
// stored is in the new place, whose tables have the digests of the old one.
func TestMove(t *testing.T) {
	t.Parallel()
	bin, err := program.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &movedSite{t: t, Site: program.Site{Bin: bin, Data: filepath.Join(t.TempDir(), "data")}}
	if err := s.Make(); err != nil {
		t.Fatal(err)
	}
	if s.password, err = s.AppPassword(); err != nil {
		t.Fatal(err)
	}
	upload := filepath.Join(s.Data, "uploads", "2026", "05", "note.txt")
	if err := os.MkdirAll(filepath.Dir(upload), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(upload, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "again")
	for _, to := range []string{postgres.Database(t), folder} {
		former := &movedSite{t: t, Site: s.Site}
		s.serve()
		stop := make(chan struct{})
		var clients sync.WaitGroup
		var refused atomic.Int64
		for w := range 4 {
			clients.Go(func() {
				for i := 0; ; i++ {
					select {
					case <-stop:
						return
					default:
					}
					if status := s.read("/api/core/v2/posts?per_page=5"); status != http.StatusOK {
						t.Errorf("a read: %d", status)
					}
					switch status, retry := s.post(fmt.Sprintf("By %d, number %d", w, i)); {
					case status == http.StatusServiceUnavailable && retry != "":
						refused.Add(1)
					case status != http.StatusCreated:
						t.Errorf("a write: %d, Retry-After %q", status, retry)
					}
				}
			})
		}
		for s.stored.Load() < 20 && !t.Failed() {
			time.Sleep(10 * time.Millisecond)
		}
		out, err := s.Command("move", "--to", to).CombinedOutput()
		// Who goes on to write here is refused for good.
		for was := refused.Load(); refused.Load() < was+8 && !t.Failed(); {
			time.Sleep(10 * time.Millisecond)
		}
		close(stop)
		clients.Wait()
		if err != nil || !strings.Contains(string(out), "all equal to their digests") {
			t.Fatalf("%v: %s", err, out)
		}
		if err := s.served.Stop(); err != nil {
			t.Fatal(err)
		}
		if out, err := s.Command("serve", "--listen", "127.0.0.1:0").CombinedOutput(); err == nil || !strings.Contains(string(out), "was moved to") {
			t.Errorf("the former place is served: %v %s", err, out)
		}
		if out, err := s.Command("move", "--to", to).CombinedOutput(); err == nil || !strings.Contains(string(out), "moved before") {
			t.Errorf("moved again: %v %s", err, out)
		}
		if to == folder {
			s.Site = program.Site{Bin: bin, Data: folder}
		} else {
			s.Database = to
		}
		sameTables(t, former.tables(), s.tables())
	}
	if b, err := os.ReadFile(filepath.Join(folder, "uploads", "2026", "05", "note.txt")); string(b) != "kept" {
		t.Errorf("the upload: %q %v", b, err)
	}
	s.serve()
	s.checkPosts(s.stored.Load())
	if status, _ := s.post("at the new place"); status != http.StatusCreated {
		t.Errorf("a write at the new place: %d", status)
	}
	// The first place, which nobody has used since, goes on when it is told to.
	first := &movedSite{t: t, password: s.password, Site: program.Site{Bin: bin, Data: filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(upload))))}}
	if out, err := first.Command("move", "--reopen").CombinedOutput(); err != nil || !strings.Contains(string(out), "takes changes again") {
		t.Fatalf("%v: %s", err, out)
	}
	first.serve()
	if status, _ := first.post("at the old place"); status != http.StatusCreated {
		t.Errorf("a write at the old place: %d", status)
	}
}

// sameTables compares the digests of two sites.
func sameTables(t *testing.T, was, is []store.TableDump) {
	t.Helper()
	if len(was) < 20 || len(was) != len(is) {
		t.Errorf("%d tables, %d before", len(is), len(was))
		return
	}
	for i, a := range was {
		if b := is[i]; a.Name != b.Name || a.Digest != b.Digest {
			t.Errorf("a table differs: %+v\n%+v", a, b)
		}
	}
}

// checkPosts holds the number of posts against those that were acknowledged.
func (s *movedSite) checkPosts(want int64) {
	s.t.Helper()
	res, err := http.Get(s.served.Base + "/wp-json/wp/v2/posts")
	if err != nil {
		s.t.Fatal(err)
	}
	res.Body.Close()
	if got := res.Header.Get("X-WP-Total"); got != fmt.Sprint(want) {
		s.t.Errorf("%s posts of %d that were acknowledged", got, want)
	}
}

// TestKilledMove kills moves at any moment while the site is served: each time the site
// takes writes again, and in the end the same command moves it whole.
func TestKilledMove(t *testing.T) {
	t.Parallel()
	bin, err := program.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	file := backedUp(t)
	for _, from := range []string{"sqlite", "postgres"} {
		t.Run("from "+from, func(t *testing.T) {
			t.Parallel()
			s := &movedSite{t: t, Site: program.Site{Bin: bin, Data: filepath.Join(t.TempDir(), "data")}}
			to := filepath.Join(t.TempDir(), "to")
			if from == "postgres" {
				s.Database = postgres.Database(t)
			} else {
				to = postgres.Database(t)
			}
			if out, err := s.Command("restore", file).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if s.password, err = s.AppPassword(); err != nil {
				t.Fatal(err)
			}
			s.serve()
			killed := 0
			for i := range 8 {
				cmd := s.Command("move", "--to", to, "--media-to", "file://"+filepath.Join(filepath.Dir(s.Data), "media"))
				var said bytes.Buffer
				cmd.Stdout, cmd.Stderr = &said, &said
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				ended := make(chan error, 1)
				go func() { ended <- cmd.Wait() }()
				select {
				case <-ended:
				case <-time.After(time.Duration(rand.Int64N(int64(2 * time.Second)))):
					_ = cmd.Process.Kill()
					<-ended
				}
				if cmd.ProcessState.Success() || strings.Contains(said.String(), "moved before") {
					break
				}
				if cmd.ProcessState.ExitCode() != -1 {
					t.Fatalf("a move that was begun again failed: %v %s", cmd.ProcessState, &said)
				}
				killed++
				status := 0
				// The server of the database may have to find out that the client is gone.
				for range 100 {
					if status, _ = s.post(fmt.Sprint("after kill ", i)); status != http.StatusServiceUnavailable {
						break
					}
					time.Sleep(50 * time.Millisecond)
				}
				if status == http.StatusServiceUnavailable { // killed after it was decided
					break
				}
				if status != http.StatusCreated {
					t.Fatalf("a write after kill %d: %d", i, status)
				}
			}
			out, err := s.Command("move", "--to", to, "--media-to", "file://"+filepath.Join(filepath.Dir(s.Data), "media")).CombinedOutput()
			if err != nil && !strings.Contains(string(out), "moved before") {
				t.Fatalf("%v: %s", err, out)
			}
			t.Logf("killed %d times, %d writes between", killed, s.stored.Load())
			if status, _ := s.post("too late"); status != http.StatusServiceUnavailable {
				t.Errorf("a write after the move: %d", status)
			}
			moved := &movedSite{t: t, Site: program.Site{Bin: bin, Data: s.Data, Database: to}}
			if from == "postgres" {
				moved.Data, moved.Database = to, ""
			}
			sameTables(t, s.tables(), moved.tables())
			moved.serve()
			moved.checkPosts(s.stored.Load())
			list, err := filepath.Glob(filepath.Join(filepath.Dir(s.Data), "media", "2026", "05", "*"))
			if err != nil || len(list) != files {
				t.Errorf("%d files of %d: %v", len(list), files, err)
			}
		})
	}
}
