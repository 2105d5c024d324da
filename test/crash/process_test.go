package crash

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var build = sync.OnceValues(func() (string, error) {
	// Looked at, so that go test takes no remembered result after a change.
	for _, sources := range []string{"../../cmd", "../../internal"} {
		if err := filepath.WalkDir(sources, func(_ string, _ fs.DirEntry, err error) error { return err }); err != nil {
			return "", err
		}
	}
	dir, err := os.MkdirTemp("", "quoin-crash-")
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "quoin")
	out, err := exec.Command("go", "build", "-o", bin, "quoin/cmd/quoin").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w: %s", err, out)
	}
	return bin, nil
})

// program is the data of a site and the process that serves it.
type program struct {
	t        *testing.T
	bin      string
	data     string
	database string
	secret   string // application password of the administrator
	client   *http.Client

	cmd  *exec.Cmd
	base string
	done chan struct{} // closed when all that the process wrote was read
	mu   sync.Mutex
	log  []string
}

func newProgram(t *testing.T, database string) *program {
	t.Helper()
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{t: t, bin: bin, data: t.TempDir(), database: database}
	p.client = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	out, err := p.command("user", "app-password", "admin", "--name", "crash", "--data", p.data).Output()
	if err != nil {
		t.Fatalf("application password: %v", err)
	}
	p.secret = strings.TrimSpace(string(out))
	return p
}

func (p *program) command(args ...string) *exec.Cmd {
	cmd := exec.Command(p.bin, args...)
	cmd.Env = append(os.Environ(), "QUOIN_DATABASE_URL="+p.database, "QUOIN_ADMIN_PASSWORD=correct horse")
	return cmd
}

// start starts the server and waits until it serves.
func (p *program) start() {
	p.t.Helper()
	p.cmd = p.command("serve", "--data", p.data, "--listen", "127.0.0.1:0", "--url", "http://example.org")
	pipe, err := p.cmd.StderrPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.log, p.done = nil, make(chan struct{})
	address := make(chan string, 1)
	go p.read(pipe, address, p.done)
	select {
	case p.base = <-address:
	case <-p.done:
		p.t.Fatalf("the server ended: %s", p.logged())
	case <-time.After(60 * time.Second):
		p.kill()
		p.t.Fatalf("the server didn't start: %s", p.logged())
	}
}

// read collects the log and finds the address in it.
func (p *program) read(log io.Reader, address chan<- string, done chan<- struct{}) {
	defer close(done)
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		line := lines.Text()
		p.mu.Lock()
		p.log = append(p.log, line)
		p.mu.Unlock()
		if _, rest, ok := strings.Cut(line, " on http://"); ok && strings.HasPrefix(line, "Serving ") {
			a, _, _ := strings.Cut(rest, " ")
			address <- "http://" + a
		}
	}
}

func (p *program) logged() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.log, "\n")
}

// kill ends the process with SIGKILL.
func (p *program) kill() {
	p.t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		p.t.Fatalf("kill: %v: %s", err, p.logged())
	}
	<-p.done
	_ = p.cmd.Wait() // the error says that it was killed
	p.client.CloseIdleConnections()
}

// answer is what a request got; status 0 means nothing.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a answer) decode(t *testing.T, into any) {
	t.Helper()
	if err := json.Unmarshal(a.body, into); err != nil {
		t.Fatalf("%v: %.300s", err, a.body)
	}
}

// send makes a request as the administrator.
func (p *program) send(method, path string, body any) answer {
	var r io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			p.t.Error(err)
			return answer{}
		}
		r = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, p.base+"/api/core/v2/"+path, r)
	if err != nil {
		p.t.Error(err)
		return answer{}
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.SetBasicAuth("admin", p.secret)
	resp, err := p.client.Do(req)
	if err != nil {
		return answer{}
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		// An answer that broke off acknowledges nothing.
		return answer{}
	}
	return answer{resp.StatusCode, resp.Header, data}
}
