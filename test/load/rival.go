package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// rivals are the ways in which PocketBase is measured: as it comes, when a
// commit doesn't wait for the disk and the last ones may be lost with the power,
// and with commits that wait as Quoin's do.
var rivals = []struct {
	name string
	args []string
}{{"PocketBase", nil}, {"PocketBase, full sync", []string{"-full"}}}

// startRival serves PocketBase (test/rival), which tells its address and a token.
func startRival(program, dir string, args ...string) (p *process, token string, err error) {
	cmd := exec.Command(program, append([]string{"-dir", dir}, args...)...)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, "", fmt.Errorf("start %s: %w", program, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, "", fmt.Errorf("start %s: %w", program, err)
	}
	p = &process{cmd: cmd}
	if _, err := fmt.Fscan(out, &p.addr, &token); err != nil {
		p.stop()
		return nil, "", fmt.Errorf("start %s: %w %s", program, err, log.String())
	}
	for range 200 { // it tells its address before it listens
		c, err := dial(p.addr)
		if err == nil {
			return p, token, c.Close()
		}
		pause()
	}
	p.stop()
	return nil, "", errors.New("start rival: it doesn't listen")
}

// againstRivals compares creates of a row with the same bytes.
func (s *settings) againstRivals(site *process, authorization string) error {
	if s.rival == "" || !strings.Contains("create, rivals", s.only) {
		return nil
	}
	body := func(n int64) string {
		return fmt.Sprintf(`{"title":"Written %d","content":"<!-- wp:paragraph --><p>%s</p><!-- /wp:paragraph -->","status":"publish"}`,
			n, strings.Repeat("Some words of a post. ", 20))
	}
	fmt.Printf("%-30s %8s %8s %7s %9s %9s %7s\n", "creates", "rival/s", "quoin/s", "ratio", "rival µs", "quoin µs", "by µs")
	for i, r := range rivals {
		rival, token, err := startRival(s.rival, filepath.Join(s.dir, fmt.Sprint("rival-", i)), r.args...)
		if err != nil {
			return err
		}
		for _, connections := range []int{2, 16} {
			base := &target{addr: rival.addr, want: 200, req: post("/api/collections/posts/records", token, body)}
			real := &target{addr: site.addr, want: 201, req: post("/api/core/v2/posts", authorization, body)}
			err := s.compare(fmt.Sprintf("%s, %d connections", r.name, connections), connections, base, rival, real, site)
			if err != nil {
				rival.stop()
				return fmt.Errorf("%s: %w", r.name, err)
			}
		}
		rival.stop()
	}
	return nil
}

// compare alternates rounds of two servers and prints a line.
func (s *settings) compare(name string, connections int, base *target, baseServer *process, real *target, site *process) error {
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
	for range s.rounds {
		p, err := round(base, baseServer, s.length, &used.plain, &used.askPlain, &used.plainDone)
		if err != nil {
			return err
		}
		q, err := round(real, site, s.length, &used.site, &used.askSite, &used.siteDone)
		if err != nil {
			return err
		}
		bases, reals, ratios = append(bases, p), append(reals, q), append(ratios, q/p)
	}
	fmt.Printf("%-30s %8.0f %8.0f %7.2f %9.0f %9.0f %7.2f\n", name, median(bases), median(reals), median(ratios),
		micros(used.plain, used.plainDone), micros(used.site, used.siteDone), used.ratio())
	return nil
}
