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

	"quoin/internal/store/pgtest"
	"quoin/test/program"
)

var postgres pgtest.Server

func TestMain(m *testing.M) { os.Exit(postgres.Main(m)) }

// TestProxy restarts two nodes one after the other behind a real nginx that has
// packaging/nginx.conf, and the drain that it asks for: no request is lost, whether it
// reads or writes.
func TestProxy(t *testing.T) {
	t.Parallel()
	nginx := "/usr/sbin/nginx"
	if _, err := os.Stat(nginx); err != nil && os.Getenv("QUOIN_TEST_STRICT") != "1" {
		t.Skip("nginx isn't installed")
	}
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
		if nodes[i], err = sites[i].Serve("--listen", listen, "--drain", "3s", "--trusted-proxies", "127.0.0.1"); err != nil {
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
	proxy := startNginx(t, nginx, dir, strings.NewReplacer("one:8080", address(0), "two:8080", address(1)))

	client := &http.Client{Timeout: 30 * time.Second}
	ask := func(method, path string) error {
		req, err := http.NewRequest(method, proxy+path, strings.NewReader(`{"title":"written","status":"publish"}`))
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
		time.Sleep(500 * time.Millisecond) // as long as a slow start takes: nginx finds the node gone
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
// says for a while that it will end, and lets requests under way finish; what kills it
// must wait for both.
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
	const underWay = 10 * time.Second
	if grace, err := time.ParseDuration(string(m[2])); err != nil || grace <= draining+underWay {
		t.Errorf("killed after %v, drained for %v: %v", grace, draining, err)
	}
}

// startNginx serves the example on a free port.
func startNginx(t *testing.T, nginx, dir string, nodes *strings.Replacer) (base string) {
	t.Helper()
	example, err := os.ReadFile(filepath.Join("..", "..", "packaging", "nginx.conf"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listen := l.Addr().String()
	l.Close()
	site := strings.Replace(nodes.Replace(string(example)), "listen 80;", "listen "+listen+";", 1)
	user := ""
	if os.Geteuid() == 0 {
		user = "user root;" // the folder of a test is for its owner alone
	}
	temporary := ""
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temporary += kind + "_temp_path " + filepath.Join(dir, kind) + ";\n"
	}
	around := fmt.Sprintf("%s daemon off; pid %s; events {}\nhttp { access_log off; %s %s }\n", user, filepath.Join(dir, "pid"), temporary, site)
	conf := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(conf, []byte(around), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(nginx, "-p", dir, "-c", conf, "-e", "stderr")
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
	t.Fatal("nginx doesn't start")
	return ""
}
