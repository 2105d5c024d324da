package crash

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	quoin "quoin/test/program"
)

// halfSent begins an upload of many bytes, sends as many as go to a temporary file, and
// leaves it there.
func halfSent(t *testing.T, base, secret, kind, more string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	first := ""
	if strings.HasPrefix(kind, "multipart") {
		first = "--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\n"
	}
	head := fmt.Sprintf("POST /api/core/v2/media HTTP/1.1\r\nHost: example.org\r\nAuthorization: Basic %s\r\nContent-Type: %s\r\n%sContent-Length: %d\r\n\r\n%s",
		secret, kind, more, 64<<20, first)
	if _, err := io.Copy(c, io.MultiReader(strings.NewReader(head), bytes.NewReader(make([]byte, 20<<20)))); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestKilledUpload kills a server while files are on their way, sent plainly and as
// forms: what it has of them lies in the data folder, the doctor tells of it, and the next
// start removes it.
func TestKilledUpload(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	s := quoin.Site{Bin: bin, Data: filepath.Join(dir, "data")}
	system := filepath.Join(dir, "tmp")
	if err := os.Mkdir(system, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := s.Make(); err != nil {
		t.Fatal(err)
	}
	password, err := s.AppPassword()
	if err != nil {
		t.Fatal(err)
	}
	serve := func() *quoin.Process {
		cmd := s.Command("serve", "--listen", "127.0.0.1:0", "--url", "http://example.org")
		cmd.Env = append(cmd.Env, "TMPDIR="+system)
		p, err := quoin.Start(cmd)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	files := func(below string) (n int, size int64) {
		err := filepath.WalkDir(below, func(_ string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || d.Name() == "held" {
				return err
			}
			info, err := d.Info()
			n, size = n+1, size+info.Size()
			return err
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return n, size
	}
	incoming := filepath.Join(s.Data, "incoming")
	p := serve()
	secret := base64.StdEncoding.EncodeToString([]byte("admin:" + password))
	halfSent(t, p.Base, secret, "application/octet-stream", "Content-Disposition: attachment; filename=a.txt\r\n")
	halfSent(t, p.Base, secret, "multipart/form-data; boundary=cut", "")
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if n, size := files(incoming); n == 2 && size > 20<<20 {
			break
		}
		if time.Now().After(deadline) {
			n, size := files(incoming)
			t.Fatalf("%d files of %d bytes are on their way: %s", n, size, p.Log())
		}
	}
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
	if n, _ := files(system); n > 0 {
		t.Errorf("%d files are left in the system's folder", n)
	}
	found := func() bool {
		out, _ := s.Command("doctor", "--json").Output()
		var told struct {
			Findings []struct{ Check, Level, Text string }
		}
		if err := json.Unmarshal(out, &told); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for _, f := range told.Findings {
			if f.Check == "temporary files" && f.Level == "warning" && strings.Contains(f.Text, "left 2 files") {
				return true
			}
		}
		return false
	}
	if !found() {
		t.Error("the doctor doesn't tell")
	}
	p = serve()
	if n, _ := files(incoming); n > 0 {
		t.Errorf("%d files are left after the next start", n)
	}
	if found() {
		t.Error("the doctor tells of what is removed")
	}
	if err := p.Stop(); err != nil {
		t.Error(err)
	}
	if list, err := os.ReadDir(incoming); err != nil || len(list) > 0 {
		t.Errorf("a server that ended left %v (%v)", list, err)
	}
}
