package nodes

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"quoin/internal/storage/store/pgtest"
	"quoin/test/program"
)

var server pgtest.Server

func TestMain(m *testing.M) { os.Exit(server.Main(m)) }

var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "quoin-nodes-")
	if err != nil {
		return "", err
	}
	return program.Build(dir)
})

// cluster is a site that several processes serve.
type cluster struct {
	site          program.Site
	nodes         []*program.Process
	server        *pgtest.Server // that has the database
	authorization string
	client        *http.Client
}

// start makes a site in a database and serves it by so many processes.
func start(t testing.TB, database string, nodes int) *cluster {
	t.Helper()
	return serve(t, program.Site{Database: database}, nodes)
}

// serve is start for a site that has more than one address.
func serve(t testing.TB, site program.Site, nodes int) *cluster {
	t.Helper()
	bin, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	site.Bin, site.Data = bin, filepath.Join(t.TempDir(), "data")
	c := &cluster{
		site:   site,
		client: &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 64, MaxConnsPerHost: 64}},
	}
	for range nodes {
		c.nodes = append(c.nodes, c.serve(t))
	}
	secret, err := c.site.AppPassword()
	if err != nil {
		t.Fatal(err)
	}
	c.authorization = "Basic " + base64.StdEncoding.EncodeToString([]byte("admin:"+secret))
	return c
}

func (c *cluster) serve(t testing.TB) *program.Process {
	t.Helper()
	p, err := c.site.Serve()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Kill() })
	return p
}

// ask sends a request with a JSON body as the administrator and reads the answer.
func (c *cluster) ask(base, method, path string, body, answer any) (status int, err error) {
	var in io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return 0, err
		}
		in = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, base+path, in)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Authorization", c.authorization)
	req.Header.Set("Content-Type", "application/json")
	res, err := c.client.Do(req)
	if err != nil {
		return 0, err
	}
	data, err := readAll(res)
	if err != nil {
		return 0, err
	}
	if answer != nil && res.StatusCode < 300 {
		err = json.Unmarshal(data, answer)
	}
	if res.StatusCode >= 500 {
		err = fmt.Errorf("%s %s: %d %.300s", method, path, res.StatusCode, data)
	}
	return res.StatusCode, err
}

func readAll(res *http.Response) ([]byte, error) {
	defer res.Body.Close()
	return io.ReadAll(res.Body)
}
