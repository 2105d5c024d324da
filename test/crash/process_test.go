package crash

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	quoin "quoin/test/program"
)

var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "quoin-crash-")
	if err != nil {
		return "", err
	}
	return quoin.Build(dir)
})

// program is a site and the process that serves it.
type program struct {
	quoin.Site
	*quoin.Process
	t      *testing.T
	secret string // application password of the administrator
	client *http.Client
}

func newProgram(t *testing.T, database string) *program {
	t.Helper()
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{Site: quoin.Site{Bin: bin, Data: t.TempDir(), Database: database}, t: t}
	p.client = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	if err := p.Make(); err != nil {
		t.Fatal(err)
	}
	if p.secret, err = p.AppPassword(); err != nil {
		t.Fatal(err)
	}
	return p
}

// start starts the server and waits until it serves.
func (p *program) start() {
	p.t.Helper()
	var err error
	if p.Process, err = p.Serve(); err != nil {
		p.t.Fatal(err)
	}
}

// kill ends the process with SIGKILL.
func (p *program) kill() {
	p.t.Helper()
	if err := p.Kill(); err != nil {
		p.t.Fatalf("%v: %s", err, p.Log())
	}
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
	req, err := http.NewRequest(method, p.Base+"/api/core/v2/"+path, r)
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
