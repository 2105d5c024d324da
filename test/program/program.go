// Package program builds the real program and runs it as a process, for tests
// and measurements that need one.
package program

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Build builds the program into a folder and returns its path.
func Build(dir string) (string, error) {
	root, err := sources()
	if err != nil {
		return "", fmt.Errorf("build: %w", err)
	}
	// Looked at, so that go test takes no remembered result after a change.
	for _, folder := range []string{"cmd", "ext", "internal"} {
		if err := filepath.WalkDir(filepath.Join(root, folder), func(_ string, _ fs.DirEntry, err error) error { return err }); err != nil {
			return "", fmt.Errorf("build: %w", err)
		}
	}
	bin := filepath.Join(dir, "quoin")
	cmd := exec.Command("go", "build", "-o", bin, "quoin/cmd/quoin")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w: %s", err, out)
	}
	return bin, nil
}

// sources is the folder of the module that the test or tool was started in.
func sources() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if filepath.Dir(dir) == dir {
			return "", errors.New("the sources can't be found: started outside of the checkout")
		}
		dir = filepath.Dir(dir)
	}
}

// Site is the data of a site and the program that serves it.
type Site struct {
	Bin      string
	Data     string
	Database string // address of a PostgreSQL database; "" for a file in Data
	Replica  string // address of a copy of it to read from; "" for none
	Listen   string // address of the server itself, where Database is a pooler
}

// Command is one run of the program on the site: a subcommand and its
// arguments.
func (s Site) Command(args ...string) *exec.Cmd {
	cmd := exec.Command(s.Bin, append(args, "--data", s.Data)...)
	cmd.Env = append(os.Environ(), "QUOIN_DATABASE_URL="+s.Database, "QUOIN_DATABASE_READ_URL="+s.Replica, "QUOIN_DATABASE_LISTEN_URL="+s.Listen, "QUOIN_ADMIN_PASSWORD=correct horse")
	return cmd
}

// Make makes the site, where there is none.
func (s Site) Make() error {
	out, err := s.Command("user", "create", "first", "--email", "first@example.org", "--password", "correct horse").CombinedOutput()
	if err != nil {
		return fmt.Errorf("make a site: %w: %s", err, out)
	}
	return nil
}

// AppPassword makes an application password of the first administrator.
func (s Site) AppPassword() (string, error) {
	out, err := s.Command("user", "app-password", "admin", "--name", "test").Output()
	if err != nil {
		return "", fmt.Errorf("application password: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// Process is a running server.
type Process struct {
	Base string // where it is reached
	cmd  *exec.Cmd
	done chan struct{} // closed when all that the process wrote was read
	mu   sync.Mutex
	log  []string
}

// startTime is how long a server may take to serve.
const startTime = time.Minute

// Serve starts a server and returns when it serves.
func (s Site) Serve(args ...string) (*Process, error) {
	return Start(s.Command(append([]string{"serve", "--listen", "127.0.0.1:0", "--url", "http://example.org"}, args...)...))
}

// Start runs a command that serves, and returns when it does.
func Start(cmd *exec.Cmd) (*Process, error) {
	p := &Process{cmd: cmd, done: make(chan struct{})}
	pipe, err := p.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	address := make(chan string, 1)
	go p.read(pipe, address)
	select {
	case p.Base = <-address:
		return p, nil
	case <-p.done:
		return nil, fmt.Errorf("the server ended: %w: %s", p.cmd.Wait(), p.Log())
	case <-time.After(startTime):
		return nil, errors.Join(fmt.Errorf("the server doesn't serve: %s", p.Log()), p.Kill())
	}
}

// read collects the log and finds the address in it.
func (p *Process) read(log io.Reader, address chan<- string) {
	defer close(p.done)
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		line := lines.Text()
		p.mu.Lock()
		p.log = append(p.log, line)
		p.mu.Unlock()
		var record struct{ Msg string } // with --log-format json
		if json.Unmarshal([]byte(line), &record) == nil {
			line = record.Msg
		}
		if _, rest, ok := strings.Cut(line, " on http"); ok && strings.HasPrefix(line, "Serving ") && strings.Contains(line, "(API: ") {
			a, _, _ := strings.Cut(rest, " ")
			address <- "http" + a
		}
	}
}

// Log is what the server wrote.
func (p *Process) Log() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.log, "\n")
}

// Kill ends the server with SIGKILL.
func (p *Process) Kill() error {
	if err := p.cmd.Process.Kill(); err != nil {
		return fmt.Errorf("kill: %w", err)
	}
	<-p.done
	_ = p.cmd.Wait() // the error says that it was killed
	return nil
}

// Stop asks the server to end, as a service manager does, and returns when it
// has.
func (p *Process) Stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	<-p.done
	if err := p.cmd.Wait(); err != nil && p.cmd.ProcessState.ExitCode() != 0 {
		return fmt.Errorf("the server ended: %w: %s", err, p.Log())
	}
	return nil
}

// Processor is how long the server had a processor, on Linux.
func (p *Process) Processor() time.Duration { return Processor(p.cmd.Process.Pid) }

// Processor is how long a process and those of its children that have ended had a
// processor, 0 where the system doesn't tell.
func Processor(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name stands in brackets, and may have some.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	var ticks int64
	if len(fields) > 14 {
		for _, f := range fields[11:15] {
			n, _ := strconv.ParseInt(f, 10, 64)
			ticks += n
		}
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// Pid is the number of the process.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// Memory is how many bytes of memory the server has in use, on Linux.
func (p *Process) Memory() (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kb, err := strconv.ParseInt(strings.Fields(rest + " x")[0], 10, 64)
	return kb << 10, err
}
