package upgrade

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quoin/test/program"
)

// balancer leads requests to the nodes in turn that say that they are ready. It
// never sends one twice.
type balancer struct {
	nodes []*node
	next  atomic.Int64
}

type node struct {
	base  *url.URL
	proxy *httputil.ReverseProxy
	ready atomic.Bool
}

func newBalancer(t *testing.T, failed func(error), bases ...string) *balancer {
	t.Helper()
	b := &balancer{}
	stop := make(chan struct{})
	var looking sync.WaitGroup
	t.Cleanup(func() {
		close(stop)
		looking.Wait()
	})
	for _, base := range bases {
		u, err := url.Parse(base)
		if err != nil {
			t.Fatal(err)
		}
		n := &node{base: u, proxy: httputil.NewSingleHostReverseProxy(u)}
		n.proxy.Transport = &http.Transport{MaxIdleConnsPerHost: 32}
		n.proxy.ErrorLog = log.New(io.Discard, "", 0)
		n.proxy.ErrorHandler = func(w http.ResponseWriter, r *http.Request, err error) {
			failed(fmt.Errorf("%s %s on %s: %w", r.Method, r.URL, u, err))
			w.WriteHeader(http.StatusBadGateway)
		}
		b.nodes = append(b.nodes, n)
		looking.Go(func() {
			client := &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
			for {
				resp, err := client.Get(base + "/readyz")
				if err == nil {
					resp.Body.Close()
				}
				n.ready.Store(err == nil && resp.StatusCode == http.StatusOK)
				select {
				case <-stop:
					return
				case <-time.After(20 * time.Millisecond):
				}
			}
		})
	}
	return b
}

// ServeHTTP implements http.Handler.
func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	first := int(b.next.Add(1)) // others count on meanwhile
	for i := range b.nodes {
		if n := b.nodes[(first+i)%len(b.nodes)]; n.ready.Load() {
			n.proxy.ServeHTTP(w, r)
			return
		}
	}
	w.WriteHeader(http.StatusServiceUnavailable)
}

// await returns when a node says what is wanted.
func (n *node) await(t *testing.T, ready bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); n.ready.Load() != ready; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: ready should be %v", n.base, ready)
		}
	}
}

func address(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// TestRollingRestart restarts both nodes of a site one after the other while
// clients read and write through a proxy: no request fails, and whatever was
// acknowledged is there.
func TestRollingRestart(t *testing.T) {
	t.Parallel()
	database := postgres.Database(t)
	sites := []program.Site{site(t, database), site(t, database)}
	addresses := []string{address(t), address(t)}
	serve := func(i int) *program.Process {
		t.Helper()
		p, err := sites[i].Serve("--listen", addresses[i], "--drain", "400ms", "--plain-http")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Kill() })
		return p
	}
	running := []*program.Process{serve(0), serve(1)}
	password, err := sites[0].AppPassword()
	if err != nil {
		t.Fatal(err)
	}
	fail := func(err error) { t.Error(err) }
	b := newBalancer(t, fail, "http://"+addresses[0], "http://"+addresses[1])
	proxy := httptest.NewServer(b)
	t.Cleanup(proxy.Close)
	for _, n := range b.nodes {
		n.await(t, true)
	}

	stop := make(chan struct{})
	var clients sync.WaitGroup
	var acknowledged, reads atomic.Int64
	var mu sync.Mutex
	ids := map[int64]bool{}
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 32}}
	ask := func(method, path string, body any) ([]byte, http.Header, int) {
		var text io.Reader
		if body != nil {
			data, err := json.Marshal(body)
			if err != nil {
				t.Error(err)
			}
			text = bytes.NewReader(data)
		}
		r, err := http.NewRequest(method, proxy.URL+"/wp-json/wp/v2/"+path, text)
		if err != nil {
			t.Error(err)
			return nil, nil, 0
		}
		r.SetBasicAuth("admin", password)
		r.Header.Set("Content-Type", "application/json")
		resp, err := client.Do(r)
		if err != nil {
			t.Errorf("%s %s: %v", method, path, err)
			return nil, nil, 0
		}
		defer resp.Body.Close()
		data, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Errorf("%s %s: %v", method, path, err)
		}
		return data, resp.Header, resp.StatusCode
	}
	for c := range 6 {
		clients.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				if c%2 == 0 {
					if data, _, status := ask("GET", "posts?per_page=5&offset="+strconv.Itoa(i%7), nil); status != 200 {
						t.Errorf("read: %d %.200s", status, data)
					}
					reads.Add(1)
					continue
				}
				data, _, status := ask("POST", "posts", map[string]any{"title": fmt.Sprint("Post ", c, " ", i), "status": "publish"})
				var made struct{ ID int64 }
				if err := json.Unmarshal(data, &made); status != 201 || err != nil {
					t.Errorf("write: %d %.200s", status, data)
					continue
				}
				acknowledged.Add(1)
				mu.Lock()
				ids[made.ID] = true
				mu.Unlock()
			}
		})
	}
	// more returns when clients have been served for a while.
	more := func() {
		t.Helper()
		before := acknowledged.Load()
		for deadline := time.Now().Add(30 * time.Second); acknowledged.Load() < before+6; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("nothing is served")
			}
		}
	}
	more()
	for i, p := range running {
		if err := p.Stop(); err != nil {
			t.Error(err)
		}
		b.nodes[i].await(t, false)
		more()
		serve(i)
		b.nodes[i].await(t, true)
		more()
	}
	close(stop)
	clients.Wait()
	_, header, _ := ask("GET", "posts?per_page=1", nil)
	if total := header.Get("X-WP-Total"); total != strconv.Itoa(len(ids)) || int64(len(ids)) != acknowledged.Load() {
		t.Errorf("%s posts are there, %d were acknowledged with %d ids", total, acknowledged.Load(), len(ids))
	}
	t.Logf("%d reads, %d writes", reads.Load(), acknowledged.Load())
}
