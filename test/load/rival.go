package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The accounts of PocketBase while it is measured.
const (
	rivalAdmin  = "admin@example.org"
	rivalWriter = "writer@example.org"
	rivalSecret = "a password for the load"
)

// startRival serves PocketBase as it comes, with a collection whose records have
// the bytes of a post. It tells the token of a user who may write to it.
func startRival(program, dir string) (p *process, token string, err error) {
	if out, err := exec.Command(program, "superuser", "upsert", rivalAdmin, rivalSecret, "--dir", dir).CombinedOutput(); err != nil {
		return nil, "", fmt.Errorf("start %s: %w %s", program, err, out)
	}
	addr, err := freeAddr()
	if err != nil {
		return nil, "", err
	}
	cmd := exec.Command(program, "serve", "--http", addr, "--dir", dir)
	if err := cmd.Start(); err != nil {
		return nil, "", fmt.Errorf("start %s: %w", program, err)
	}
	p = &process{cmd: cmd, addr: addr}
	if err := listens(addr); err == nil {
		token, err = fillRival(addr)
		if err == nil {
			return p, token, nil
		}
		p.stop()
		return nil, "", err
	}
	p.stop()
	return nil, "", errors.New("start " + program + ": it doesn't listen")
}

// listens waits until a server takes connections.
func listens(addr string) error {
	var err error
	for range 2000 {
		var c *conn
		if c, err = dial(addr); err == nil {
			return c.Close()
		}
		pause()
	}
	return err
}

// fillRival makes the collection, and a user who may write to it.
func fillRival(addr string) (token string, err error) {
	admin, err := tellRival(addr, "collections/_superusers/auth-with-password", "", map[string]any{"identity": rivalAdmin, "password": rivalSecret})
	if err != nil {
		return "", err
	}
	text := func(name, kind string) map[string]any { return map[string]any{"name": name, "type": kind} }
	if _, err := tellRival(addr, "collections", admin, map[string]any{
		"name": "posts", "type": "base", "createRule": `@request.auth.id != ""`,
		"fields": []any{
			text("title", "text"), text("content", "editor"), text("status", "text"),
			map[string]any{"name": "created", "type": "autodate", "onCreate": true},
			map[string]any{"name": "updated", "type": "autodate", "onCreate": true, "onUpdate": true},
		},
		"indexes": []string{"CREATE INDEX idx_posts_created ON posts (created)"},
	}); err != nil {
		return "", err
	}
	writer := map[string]any{"email": rivalWriter, "password": rivalSecret, "passwordConfirm": rivalSecret}
	if _, err := tellRival(addr, "collections/users/records", admin, writer); err != nil {
		return "", err
	}
	return tellRival(addr, "collections/users/auth-with-password", "", map[string]any{"identity": rivalWriter, "password": rivalSecret})
}

// tellRival posts something and returns the token of the answer, if it has one.
func tellRival(addr, path, token string, body any) (string, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return "", fmt.Errorf("fill rival: %w", err)
	}
	r, err := http.NewRequest(http.MethodPost, "http://"+addr+"/api/"+path, bytes.NewReader(data))
	if err != nil {
		return "", fmt.Errorf("fill rival: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", token)
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", fmt.Errorf("fill rival: %w", err)
	}
	defer w.Body.Close()
	var answer struct{ Token string }
	if err := json.NewDecoder(w.Body).Decode(&answer); err != nil {
		return "", fmt.Errorf("fill rival: %s: %w", path, err)
	}
	if w.StatusCode != http.StatusOK {
		return "", fmt.Errorf("fill rival: %s: status %d", path, w.StatusCode)
	}
	return answer.Token, nil
}

// againstRival compares creates of a row with the same bytes.
func (s *settings) againstRival(site *process, authorization string) error {
	if s.rival == "" || !strings.Contains("create, rivals", s.only) {
		return nil
	}
	fmt.Printf("%-34s %-11s %-12s %8s %8s %7s %6s %-7s %9s %9s %7s\n", "creates", "rival sync", "quoin sync", "rival/s", "quoin/s", "ratio", "bar", "",
		"rival µs", "quoin µs", "by µs")
	for _, name := range []string{"", "-full"} {
		if err := s.beside(s.rival+name, site, authorization); err != nil {
			return fmt.Errorf("beside PocketBase: %w", err)
		}
	}
	return nil
}

// quoinSync is what commits of the site do: SQLite has NORMAL, and the server syncs the log
// before it answers (store/sqldb/wal_sync.go), which promises what FULL does.
const quoinSync = "NORMAL+sync"

// beside compares creates with those of one build of PocketBase, whose `synchronous`
// stands in a file beside it (scripts/install-rival.sh).
func (s *settings) beside(program string, site *process, authorization string) error {
	sync, err := os.ReadFile(program + ".synchronous")
	if err != nil {
		return fmt.Errorf("what its commits wait for: %w", err)
	}
	mode := strings.TrimSpace(string(sync))
	rival, token, err := startRival(program, filepath.Join(s.dir, filepath.Base(program), "data")) // it writes beside its folder too
	if err != nil {
		return err
	}
	defer rival.stop()
	for _, at := range []struct {
		connections int
		bar         float64
	}{{2, 1}, {16, 1.5}} {
		connections := at.connections
		// Titles differ, as those of people do: one that is taken has a post look for a free address.
		body := func(n int64) string {
			return fmt.Sprintf(`{"title":"Written %d over %d connections beside %s","content":"<!-- wp:paragraph --><p>%s</p><!-- /wp:paragraph -->","status":"publish"}`,
				n, connections, mode, strings.Repeat("Some words of a post. ", 20))
		}
		base := &target{addr: rival.addr, want: 200, req: post("/api/collections/posts/records", token, body)}
		real := &target{addr: site.addr, want: 201, req: post("/api/core/v2/posts", authorization, body)}
		if err := s.compare(fmt.Sprintf("PocketBase %s, %d connections", mode, connections), mode, at.bar, connections, base, rival, real, site); err != nil {
			return err
		}
	}
	return nil
}

// compare alternates rounds of two servers and prints a line.
func (s *settings) compare(name, mode string, bar float64, connections int, base *target, baseServer *process, real *target, site *process) error {
	for _, t := range []*target{base, real} {
		if err := t.open(connections); err != nil {
			return err
		}
		defer t.close()
		if _, err := t.round(s.length / 2); err != nil {
			return err
		}
	}
	var bases, reals, ratios []float64
	var used spent
	wait := s.profile(site, name)
	for range s.rounds {
		p, err := round(base, baseServer, s.length, &used.plainServer, &used.askPlain, &used.plainDone)
		if err != nil {
			return err
		}
		q, err := round(real, site, s.length, &used.site, &used.askSite, &used.siteDone)
		if err != nil {
			return err
		}
		bases, reals, ratios = append(bases, p), append(reals, q), append(ratios, q/p)
	}
	fmt.Printf("%-34s %-11s %-12s %8.0f %8.0f %7.2f %6.2f %-7s %9.0f %9.0f %7.2f\n", name, mode, quoinSync, median(bases), median(reals), median(ratios), bar,
		verdict(median(ratios), used.ratio(), bar), micros(used.plainServer, used.plainDone), micros(used.site, used.siteDone), used.ratio())
	return wait()
}
