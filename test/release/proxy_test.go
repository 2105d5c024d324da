package release

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/storage/store/pgtest"
	"quoin/test/program"
)

var postgres pgtest.Server

func TestMain(m *testing.M) { os.Exit(postgres.Main(m)) }

// proxy is a server that stands before nodes.
type proxy struct {
	program string
	// drain is as long as its example wants a node to tell that it stops.
	drain string
	// conf is the example in packaging for two nodes and an address to listen on, as
	// the file that the program reads; args are what it is started with.
	conf func(t *testing.T, dir, listen string, nodes [2]string) string
	args func(dir, conf string) []string
}

// TestProxy restarts two nodes one after the other behind the real proxies that
// packaging has examples for, with the drain that these ask for: no request is lost,
// whether it reads or writes.
func TestProxy(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]proxy{
		"nginx": {"/usr/sbin/nginx", "3s", nginxConf, func(dir, conf string) []string {
			return []string{"-p", dir, "-c", conf, "-e", "stderr"}
		}},
		"haproxy": {"/usr/sbin/haproxy", "4s", haproxyConf, func(_, conf string) []string { return []string{"-db", "-f", conf} }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := os.Stat(p.program); err != nil && os.Getenv("QUOIN_TEST_STRICT") != "1" {
				t.Skip(p.program + " isn't installed")
			}
			p.restarts(t)
		})
	}
}

// restarts has clients ask a site of two nodes through the proxy while these are
// restarted.
func (p proxy) restarts(t *testing.T) {
	dir := t.TempDir()
	bin, err := program.Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	database := postgres.Database(t)
	var sites [2]program.Site
	var nodes [2]*program.Process
	serve := func(i int, listen string) {
		t.Helper()
		sites[i] = program.Site{Bin: bin, Data: filepath.Join(dir, fmt.Sprint("node", i)), Database: database}
		if nodes[i], err = sites[i].Serve("--listen", listen, "--drain", p.drain, "--trusted-proxies", "127.0.0.1"); err != nil {
			t.Fatal(err)
		}
	}
	defer func() {
		for _, p := range nodes {
			if p != nil {
				p.Kill() // one that has ended already minds nothing
			}
		}
	}()
	for i := range nodes {
		serve(i, "127.0.0.1:0")
	}
	password, err := sites[0].AppPassword()
	if err != nil {
		t.Fatal(err)
	}
	address := func(i int) string { return strings.TrimPrefix(nodes[i].Base, "http://") }
	base := p.start(t, dir, [2]string{address(0), address(1)})

	client := &http.Client{Timeout: 30 * time.Second}
	ask := func(method, path string) error {
		req, err := http.NewRequest(method, base+path, strings.NewReader(`{"title":"written","status":"publish"}`))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "application/json")
		req.SetBasicAuth("admin", password)
		res, err := client.Do(req)
		if err != nil {
			return err
		}
		defer res.Body.Close()
		if body, err := io.ReadAll(res.Body); err != nil || res.StatusCode >= 300 {
			return fmt.Errorf("%s %s: %s %v: %.300s", method, path, res.Status, err, body)
		}
		return nil
	}
	var asking sync.WaitGroup
	var done atomic.Bool
	var count atomic.Int64
	for _, kind := range [][2]string{{"GET", "/"}, {"GET", "/api/core/v2/posts"}, {"POST", "/api/core/v2/posts"}, {"POST", "/api/core/v2/posts"}} {
		asking.Go(func() {
			for !done.Load() {
				if err := ask(kind[0], kind[1]); err != nil {
					t.Error(err)
					return
				}
				count.Add(1)
				time.Sleep(5 * time.Millisecond)
			}
		})
	}
	for i := range nodes {
		listen := address(i)
		if err := nodes[i].Stop(); err != nil {
			t.Error(err)
		}
		time.Sleep(500 * time.Millisecond) // as long as a slow start takes: the proxy finds the node gone
		serve(i, listen)
	}
	time.Sleep(500 * time.Millisecond)
	done.Store(true)
	asking.Wait()
	if n := count.Load(); n < 100 {
		t.Errorf("%d requests", n)
	}
}

// TestComposeTimes holds the times of packaging/compose.yaml against each other. A node
// says for a while that it will end, lets requests under way finish, and writes what is
// left; what kills it must wait for all.
func TestComposeTimes(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "packaging", "compose.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?s)--drain, (\w+)\].*stop_grace_period: (\w+)`).FindSubmatch(text)
	if m == nil {
		t.Fatal("compose.yaml lacks --drain or stop_grace_period")
	}
	draining, err := time.ParseDuration(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	const underWay = 20 * time.Second
	if grace, err := time.ParseDuration(string(m[2])); err != nil || grace <= draining+underWay {
		t.Errorf("killed after %v, drained for %v: %v", grace, draining, err)
	}
}

// start serves the nodes on a free port.
func (p proxy) start(t *testing.T, dir string, nodes [2]string) (base string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listen := l.Addr().String()
	l.Close()
	conf := filepath.Join(dir, "proxy.conf")
	if err := os.WriteFile(conf, []byte(p.conf(t, dir, listen, nodes)), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(p.program, p.args(dir, conf)...)
	var told bytes.Buffer
	cmd.Stderr = &told
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		cmd.Wait()
		if t.Failed() {
			t.Log(told.String())
		}
	})
	for range 100 {
		if c, err := net.Dial("tcp", listen); err == nil {
			c.Close()
			return "http://" + listen
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal(p.program + " doesn't start: " + told.String())
	return ""
}

// example is a file of packaging, for two nodes.
func example(t *testing.T, name string, nodes [2]string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "packaging", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("one:8080", nodes[0], "two:8080", nodes[1]).Replace(string(text))
}

func nginxConf(t *testing.T, dir, listen string, nodes [2]string) string {
	site := strings.Replace(example(t, "nginx.conf", nodes), "listen 80;", "listen "+listen+";", 1)
	user := ""
	if os.Geteuid() == 0 {
		user = "user root;" // the folder of a test is for its owner alone
	}
	temporary := ""
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temporary += kind + "_temp_path " + filepath.Join(dir, kind) + ";\n"
	}
	return fmt.Sprintf("%s daemon off; pid %s; events {}\nhttp { access_log off; %s %s }\n", user, filepath.Join(dir, "pid"), temporary, site)
}

func haproxyConf(t *testing.T, _, listen string, nodes [2]string) string {
	return strings.Replace(example(t, "haproxy.cfg", nodes), "bind :8080", "bind "+listen, 1)
}
