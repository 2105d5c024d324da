package chaos

import (
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"quoin/internal/platform/blob/blobtest"
	"quoin/internal/storage/store/pgtest"
	"quoin/test/program"
)

const (
	nodes = 2
	// databaseRoom and nodeRoom are the file systems that are filled.
	databaseRoom = 1 << 30
	nodeRoom     = 160 << 20
)

// chaos is the site and all that it stands on.
type chaos struct {
	*testing.T
	seed  uint64
	fills bool // disks can be filled

	bin           string
	database      string // its name is in this address; the server changes
	media         *blobtest.S3Server
	hook          *receiver
	client        *http.Client
	authorization string

	topology sync.Mutex // one harm of the database at a time
	servers  [2]*pgtest.Server
	primary  int

	node    [nodes]*node
	writing *ledger // of the round that is under way
}

// node is a process of the site, and its ways to what it stands on.
type node struct {
	data    string
	gates   [2]*pgtest.Gate // to the servers
	storage *pgtest.Gate
	url     string // of the storage

	mu    sync.RWMutex
	p     *program.Process
	look  string // where its metrics are
	alive bool
	first *vitals // of this process, when it was first at rest
}

// start makes the site and serves it.
func start(t *testing.T, seed uint64) *chaos {
	t.Helper()
	c := &chaos{T: t, seed: seed, client: &http.Client{
		Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 64},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	first := &pgtest.Server{Durable: true, Room: databaseRoom}
	if c.fills = mayMount(t); !c.fills {
		first.Room = 0
	}
	t.Cleanup(first.Stop)
	c.servers[0], c.database = first, first.Database(t)
	c.servers[1] = first.Spare(t)
	c.media = blobtest.StartS3(t)
	bucket := c.media.MakeBucket(t, "chaos", nil)
	c.hook = newReceiver(t)
	dir := t.TempDir()
	var err error
	if c.bin, err = program.Build(dir); err != nil {
		t.Fatal(err)
	}
	for i := range c.node {
		n := &node{data: filepath.Join(dir, fmt.Sprint("node-", i)), storage: pgtest.NewGate(t)}
		for slot := range n.gates {
			n.gates[slot] = pgtest.NewGate(t)
			n.gates[slot].LeadTo("unix", c.servers[slot].Socket())
		}
		n.storage.LeadTo("tcp", c.media.Endpoint)
		n.url = strings.Replace(bucket, strings.ReplaceAll(c.media.Endpoint, ":", "%3A"), strings.ReplaceAll(n.storage.Address, ":", "%3A"), 1)
		if err := os.Mkdir(n.data, 0o700); err != nil {
			t.Fatal(err)
		}
		if c.fills {
			ownDisk(t, n.data)
		}
		c.node[i] = n
		c.serve(i)
	}
	first.Synchronous(t, true)
	secret, err := c.command("user", "app-password", "admin", "--name", "test").Output()
	if err != nil {
		t.Fatal(err)
	}
	c.authorization = "Basic " + base64.StdEncoding.EncodeToString([]byte("admin:"+strings.TrimSpace(string(secret))))
	if out, err := c.command("webhook", "add", "http://"+c.hook.address+"/", "--audience", "editors").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return c
}

// mayMount tells whether this process may make file systems.
func mayMount(t *testing.T) bool {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Logf("no disk is filled, since no file system can be mounted: %v", err)
		return false
	}
	if err := syscall.Unmount(dir, 0); err != nil {
		t.Error(err)
	}
	return true
}

// ownDisk gives a folder a file system of its own.
func ownDisk(t *testing.T, dir string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprint("size=", nodeRoom)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
}

// address is the database on the server that writes now, past all gates.
func (c *chaos) address() string { return c.servers[c.primary].At(c.T, c.database) }

// command is one, which nothing harms.
func (c *chaos) command(args ...string) *exec.Cmd {
	s := program.Site{Bin: c.bin, Data: filepath.Join(c.node[0].data, "..", "commands"), Database: c.address()}
	cmd := s.Command(args...)
	cmd.Env = append(cmd.Env, "QUOIN_MEDIA_URL="+c.media.Address("chaos", nil), "QUOIN_OUTBOUND_ALLOW="+c.hook.address, "QUOIN_UPGRADE_BACKUP=off")
	return cmd
}

// serve starts a node.
func (c *chaos) serve(i int) {
	c.Helper()
	n := c.node[i]
	u, _, _ := strings.Cut(strings.TrimPrefix(c.database, "postgres://postgres@/"), "?")
	s := program.Site{Bin: c.bin, Data: n.data, Database: fmt.Sprintf("postgres://postgres@%s,%s/%s?sslmode=disable&target_session_attrs=read-write", n.gates[0].Address, n.gates[1].Address, u)}
	metrics := freeAddress(c.T)
	cmd := s.Command("serve", "--listen", "127.0.0.1:0", "--url", "http://example.org", "--metrics-listen", metrics)
	cmd.Env = append(cmd.Env, "QUOIN_MEDIA_URL="+n.url, "QUOIN_OUTBOUND_ALLOW="+c.hook.address, "QUOIN_UPGRADE_BACKUP=off")
	// The database may be away yet, as a service manager knows.
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		p, err := program.Start(withCommand(cmd))
		if err == nil {
			c.Cleanup(func() { _ = p.Resume(); _ = p.Kill() })
			n.mu.Lock()
			n.p, n.look, n.alive, n.first = p, "http://"+metrics+"/metrics", true, nil
			n.mu.Unlock()
			return
		}
		if time.Now().After(deadline) {
			c.Fatalf("node %d: %v", i, err)
		}
	}
}

// now is the process that a node is at the moment.
func (n *node) now() *program.Process {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.p
}

// ends notes that the node is about to end, and gives its process.
func (n *node) ends() *program.Process {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.alive = false
	return n.p
}

// faults are lines of a log that no harm explains.
var faults = regexp.MustCompile(`(?m)^.*(panic|DATA RACE| ERROR ).*$`)

// explained are errors that harms bring.
var explained = regexp.MustCompile(`the outcome of a commit is unknown|no room is left|no space left on device|the transaction was rolled back|ERROR [a-z ]+ is away `)

// failures are the last lines of a log that say what didn't work.
func failures(log string) string {
	lines := faults.FindAllString(log, -1)
	return strings.Join(lines[max(0, len(lines)-5):], "\n")
}

// checkLog looks for what nobody should find in the log of a process.
func (c *chaos) checkLog(i int, p *program.Process) {
	c.Helper()
	for _, line := range faults.FindAllString(p.Log(), 10) {
		if !explained.MatchString(line) {
			c.Errorf("node %d: %s", i, line)
		}
	}
}

// vitals are what a process has in use.
type vitals struct{ goroutines, files, memory float64 }

// vitals reads what a node tells of itself.
func (c *chaos) vitals(n *node) (v vitals) {
	c.Helper()
	n.mu.RLock()
	look := n.look
	n.mu.RUnlock()
	res, err := c.client.Get(look)
	if err != nil {
		c.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		c.Fatal(err)
	}
	for name, to := range map[string]*float64{"go_goroutines": &v.goroutines, "process_open_fds": &v.files, "process_resident_memory_bytes": &v.memory} {
		m := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindSubmatch(text)
		if m == nil {
			c.Fatalf("no %s", name)
		}
		if *to, err = strconv.ParseFloat(string(m[1]), 64); err != nil {
			c.Fatal(err)
		}
	}
	return v
}

// freeAddress is one that nobody listened on a moment ago.
func freeAddress(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return ln.Addr().String()
}
