package static

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// page is an answer of a site in tests.
type page struct {
	kind, body string
	status     int
	to         string
}

// site answers by paths, as they are asked for.
type site map[string]page

func (s site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p, ok := s[r.RequestURI]
	switch {
	case !ok:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, "nothing")
	case p.to != "":
		w.Header().Set("Location", p.to)
		w.WriteHeader(max(p.status, http.StatusMovedPermanently))
	default:
		tag := fmt.Sprintf(`"%x"`, p.body)
		if p.kind == "image/png" {
			w.Header().Set("ETag", tag)
			if r.Header.Get("If-None-Match") == tag {
				w.WriteHeader(http.StatusNotModified)
				return
			}
		}
		w.Header().Set("Content-Type", p.kind)
		w.WriteHeader(max(p.status, http.StatusOK))
		fmt.Fprint(w, p.body)
	}
}

func html(links ...string) page {
	p := page{kind: "text/html; charset=UTF-8", body: "page"}
	for _, l := range links {
		p.body += fmt.Sprintf("<a href=%q>x</a>", l)
	}
	return p
}

func export(t *testing.T, s site, dir string) *Report {
	t.Helper()
	r, err := write(t.Context(), s, dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func write(ctx context.Context, s site, dir string) (*Report, error) {
	x := &Exporter{Handler: s, Base: "https://site.example", Workers: 4, Dynamic: func(path string) bool { return strings.HasPrefix(path, "/api") }}
	return x.Write(ctx, dir)
}

// files are those of a folder by name, with their content, but for those about it.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err == nil && !own(rel) {
			var text []byte
			text, err = os.ReadFile(name)
			out[rel] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// names are files without their content.
func names(files map[string]string) []string {
	list := []string{}
	for name := range files {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// Hostile addresses write nothing outside of the folder, nor what a host or a program
// would take for its own.
func TestNothingOutside(t *testing.T) {
	t.Parallel()
	outer := t.TempDir()
	dir := filepath.Join(outer, "a", "b")
	long := strings.Repeat("x", 300)
	deep := strings.Repeat("/deep", 600) + "/"
	hostile := []string{
		"/../../etc/x/", "/%2e%2e/%2e%2e/y/", "/..%2f..%2fz/", "/a%5c..%5c..%5cw/", "/.git/config", "/sub/.git/hooks/post-commit", "/.htaccess", "/_redirects", "/_headers",
		"/404.html", "/.quoin-export.json", "/.quoin-export.tmp1", "/" + long + "/", deep, "/nul%00/", "/tab%09/", "/bytes-%ff%fe/", "//double//slash/", "/link/inside/", "/?q=1", "/page/?s=x",
	}
	s := site{"/": html(append(slices.Clone(hostile), "/good/", "/.well-known/security.txt", "/%C3%A9t%C3%A9/", "/file.css?ver=1")...)}
	for _, path := range hostile {
		s[path] = html()
	}
	s["/good/"], s["/.well-known/security.txt"], s["/%C3%A9t%C3%A9/"], s["/file.css"] = html(), page{kind: "text/plain", body: "me"}, html(), page{kind: "text/css", body: "a{}"}
	inside := s["/link/inside/"]
	delete(s, "/link/inside/")
	export(t, s, dir)
	// A link of the owner's leads out of the folder.
	if err := os.Symlink(outer, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	s["/link/inside/"] = inside
	r := export(t, s, dir)
	want := []string{".well-known/security.txt", "file.css", "good/index.html", "index.html", "link", "été/index.html"}
	got := []string{}
	err := filepath.WalkDir(outer, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if !own(rel) {
			got = append(got, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	n := 0
	for _, count := range r.LeftOut {
		n += count
	}
	if n < len(hostile)-4 {
		t.Errorf("%d of %d addresses are told as left out: %v", n, len(hostile), r.Examples)
	}
}

// A second export changes what changed, and takes away what went, but nothing else.
func TestAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := site{
		"/": html("/one/", "/two/", "/a.html", "/a.html/feed/", "/pic.png", "/api/x", "/old/"), "/one/": html(), "/two/": html(), "/a.html": html(),
		"/a.html/feed/": {kind: "application/rss+xml", body: "<rss/>"}, "/pic.png": {kind: "image/png", body: "PNG"}, "/old/": {to: "https://site.example/one/"},
	}
	first := export(t, s, dir)
	want := []string{"a.html/feed/index.html", "a.html/index.html", "index.html", "one/index.html", "pic.png", "two/index.html"}
	if diff := cmp.Diff(want, names(files(t, dir))); diff != "" || first.Redirects != 1 {
		t.Fatalf("%s %+v", diff, first)
	}
	again := export(t, s, dir)
	if again.Written != 0 || again.Removed != 0 || again.Unchanged != first.Written {
		t.Errorf("nothing changed, and it did %+v", again)
	}
	headers, err := os.ReadFile(filepath.Join(dir, headersFile))
	if err != nil || !strings.Contains(string(headers), "/*/feed/\n  Content-Type: application/rss+xml\n") {
		t.Errorf("%v %s", err, headers)
	}
	// The owner has a file there, and damaged one of ours.
	for name, text := range map[string]string{"CNAME": "mine", "one/index.html": "damaged", "three": "mine too"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	delete(s, "/two/")
	delete(s, "/a.html/feed/")
	s["/"] = html("/one/", "/a.html", "/pic.png", "/three/")
	s["/three/"] = html()
	s["/pic.png"] = page{kind: "image/png", body: "PNG2"}
	third := export(t, s, dir)
	if third.Removed != 2 || third.LeftOut[leavesOut(errForeign).Error()]+third.LeftOut["the file system doesn't take it"] != 1 {
		t.Errorf("%+v", third)
	}
	got := files(t, dir)
	if got["CNAME"] != "mine" || got["three"] != "mine too" || got["one/index.html"] != "page" || got["pic.png"] != "PNG2" {
		t.Errorf("%v", got)
	}
	if diff := cmp.Diff([]string{"CNAME", "a.html/index.html", "index.html", "one/index.html", "pic.png", "three"}, names(got)); diff != "" {
		t.Error(diff)
	}
	// A failure of the site costs no file.
	s["/one/"] = page{kind: "text/html", body: "sorry", status: 503}
	if failed := export(t, s, dir); !slices.Equal(failed.Failed, []string{"/one/"}) || files(t, dir)["one/index.html"] != "page" {
		t.Errorf("%+v %v", failed, files(t, dir))
	}
}

// What was written before an export was interrupted is taken over by the next one.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := site{"/": html("/one/", "/two/"), "/one/": html(), "/two/": html()}
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	x := &Exporter{Base: "https://site.example", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.ServeHTTP(w, r)
		if asked++; r.URL.Path == "/one/" {
			cancel()
		}
	})}
	if _, err := x.Write(ctx, dir); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	s["/"] = html("/two/")
	r := export(t, s, dir)
	if diff := cmp.Diff([]string{"index.html", "two/index.html"}, names(files(t, dir))); diff != "" {
		t.Errorf("%s %+v", diff, r)
	}
	for _, name := range []string{journalFile, workFile + "1"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s stays", name)
		}
	}
}

func TestForeignFolder(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"notes.txt": "mine", listFile: "[]"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := write(t.Context(), site{"/": html()}, dir); !errors.Is(err, ErrForeign) {
			t.Errorf("%s: %v", name, err)
		}
		if got, _ := os.ReadDir(dir); len(got) != 1 {
			t.Errorf("%s: %v", name, got)
		}
	}
	// A list that names files elsewhere removes none there.
	outer := t.TempDir()
	dir := filepath.Join(outer, "site")
	export(t, site{"/": html()}, dir)
	victim := filepath.Join(outer, "victim")
	if err := os.WriteFile(victim, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(list{Version: listVersion, Files: map[string]kept{"../victim": {Address: "/x/"}}})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, listFile), text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	_, err = write(t.Context(), site{"/": html()}, dir)
	if _, gone := os.Lstat(victim); gone != nil {
		t.Errorf("a file outside went: %v", err)
	}
}

// Servers read what they are told, whatever addresses and targets have.
func TestServerFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := site{"/": html("/a b/", "/%C3%A9/", "/q%22uote/", "/dollar$1/", "/per%25cent/", "/br(ac)ke[t]/", "/?p=7", "/semi;colon/", "/feed/", "/other/odd.bin", "/plain/")}
	for path, to := range map[string]string{
		"/a%20b/": "/x%20y/", "/%C3%A9/": "/%C3%A8/?a=1&b=%20c", "/q%22uote/": "/n/", "/dollar$1/": "/to$1/", "/per%25cent/": "/n/", "/br(ac)ke[t]/": "https://other.example/%7B%7D/#x",
		"/?p=7": "/seven/", "/semi;colon/": "/n/",
	} {
		s[path] = page{to: to, status: 302}
	}
	s["/feed/"], s["/other/odd.bin"], s["/plain/"] = page{kind: "application/rss+xml; charset=UTF-8", body: "<rss/>"}, page{kind: "text/x-odd", body: "odd"}, html()
	export(t, s, dir)
	underNginx(t, s, dir)
	hosts, err := os.ReadFile(filepath.Join(dir, hostFile))
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(string(hosts)), "\n"); len(lines) != 8 || lines[7] != "/ p=7 /seven/ 302" || !strings.Contains(string(hosts), "/%C3%A9/ /%C3%A8/?a=1&b=%20c 302\n") {
		t.Errorf("%s", hosts)
	}
}

// underNginx has nginx serve a folder as the folder says, and holds it to the site.
func underNginx(t *testing.T, s site, dir string) {
	bin, err := exec.LookPath("nginx")
	if err != nil {
		t.Log("nginx isn't there")
		return
	}
	own, err := os.MkdirTemp("", "nginx")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(own)
	socket := filepath.Join(own, "s")
	text, err := os.ReadFile(filepath.Join(dir, nginxFile))
	if err != nil {
		t.Fatal(err)
	}
	server := strings.NewReplacer("listen 80;", "listen unix:"+socket+";", "root /var/www/site;", "root "+dir+";").Replace(string(text))
	conf := fmt.Sprintf("user root; pid %[1]s/pid; error_log stderr; daemon off; worker_processes 1; events { } http { types { text/html html; } access_log off; client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/c;\n%[2]s\n}", own, server)
	if os.Getuid() != 0 {
		conf = strings.TrimPrefix(conf, "user root; ")
	}
	if err := os.WriteFile(filepath.Join(own, "conf"), []byte(conf), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, "-c", filepath.Join(own, "conf"))
	var log strings.Builder
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		_ = cmd.Wait() // it was told to end
	}()
	client := &http.Client{
		Transport:     &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx, socket) }},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	for path, want := range s {
		r, err := client.Get("http://site.example" + path)
		if err != nil {
			t.Fatalf("%v %s", err, log.String())
		}
		r.Body.Close()
		to, err := r.Location()
		switch {
		case want.to == "":
			if r.StatusCode != http.StatusOK || bareType(r.Header.Get("Content-Type")) != bareType(want.kind) {
				t.Errorf("%s is %d %s", path, r.StatusCode, r.Header.Get("Content-Type"))
			}
			if kind := r.Header.Get("Content-Type"); strings.HasPrefix(kind, "text/html") && !strings.EqualFold(kind, "text/html; charset=UTF-8") {
				t.Errorf("%s is %s: its text may be read as another", path, kind)
			}
		case err != nil || r.StatusCode != want.status || strings.TrimPrefix(to.String(), "http://site.example") != strings.ReplaceAll(want.to, "$", "%24"):
			t.Errorf("%s leads to %v with %d, not %s", path, to, r.StatusCode, want.to)
		}
	}
	for _, path := range []string{"/nothing/", "/" + nginxFile, "/" + listFile, "/.htaccess"} {
		if r, err := client.Get("http://site.example" + path); err != nil || r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %v %v", path, r, err)
		}
	}
}

// bareType is a media type without the encoding of its text.
func bareType(kind string) string {
	return strings.TrimSuffix(strings.ToLower(kind), "; charset=utf-8")
}

// dial connects to a server that is about to listen.
func dial(ctx context.Context, socket string) (net.Conn, error) {
	for {
		c, err := (&net.Dialer{}).DialContext(ctx, "unix", socket)
		if err == nil {
			return c, nil
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(20 * time.Millisecond):
		}
	}
}
