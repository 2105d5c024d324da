package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// servePlain is the baseline: a server that knows one answer.
func servePlain(file, contentType string) error {
	body, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("baseline: %w", err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("baseline: %w", err)
	}
	fmt.Println(ln.Addr())
	length := strconv.Itoa(len(body))
	return http.Serve(ln, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Content-Length", length)
		_, _ = w.Write(body)
	}))
}

// process is a server that runs beside this one.
type process struct {
	cmd   *exec.Cmd
	addr  string
	debug string        // where it tells its profiles, if asked to
	took  time.Duration // until it answered
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(os.Interrupt)
	_ = p.cmd.Wait()
}

// busy is how much time a process had on the processors.
func (p *process) busy() time.Duration {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	f := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	if len(f) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return time.Duration(user+system) * 10 * time.Millisecond // clock ticks
}

// memory is what the process holds in memory of its own, without pages of
// files that the system may take back: the figure that a limit is held to.
func (p *process) memory() (rss, own int, err error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", p.cmd.Process.Pid))
	if err != nil {
		return 0, 0, fmt.Errorf("memory: %w", err)
	}
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		n, _ := strconv.Atoi(f[1])
		switch f[0] {
		case "Rss:":
			rss = n << 10
		case "Anonymous:":
			own = n << 10
		}
	}
	return rss, own, nil
}

// startPlain starts a baseline that answers body.
func startPlain(dir string, body []byte, contentType string) (*process, error) {
	f, err := os.CreateTemp(dir, "plain-*")
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	if _, err := f.Write(body); err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	cmd := exec.Command(self, "-plain", f.Name(), "-type", contentType)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	line := make([]byte, 64)
	n, err := out.Read(line)
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	return &process{cmd: cmd, addr: strings.TrimSpace(string(line[:n]))}, nil
}

// startSite serves a data folder and waits until the first answer.
func startSite(quoin, data string, args ...string) (*process, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	debug, err := freeAddr()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(quoin, append([]string{"serve", "--data", data, "--listen", addr, "--url", "http://localhost", "--debug-listen", debug}, args...)...)
	cmd.Env = append(os.Environ(), "QUOIN_ADMIN_PASSWORD=load test")
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start site: %w", err)
	}
	p := &process{cmd: cmd, addr: addr, debug: debug}
	for time.Since(begin) < 30*time.Second {
		res, err := http.Get("http://" + addr + "/api/core/v2/types")
		if err == nil {
			p.took = time.Since(begin)
			return p, res.Body.Close()
		}
		pause()
	}
	p.stop()
	return nil, errors.New("start site: no answer: " + log.String())
}

// pause is how long to wait before asking again whether a server is there.
func pause() { time.Sleep(2 * time.Millisecond) }

// password issues an application password of the administrator.
func password(ctx context.Context, quoin, data string) (string, error) {
	out, err := exec.CommandContext(ctx, quoin, "user", "app-password", "admin", "--name", "load", "--data", data).Output()
	if err != nil {
		return "", fmt.Errorf("application password: %w", err)
	}
	lines := strings.Fields(strings.TrimSpace(string(out[bytes.LastIndexByte(bytes.TrimSpace(out), '\n')+1:])))
	return strings.Join(lines, ""), nil
}

func subfolder(dir, name string) string { return filepath.Join(dir, name) }
