package static

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"

	"quoin/internal/platform/markup/links"
)

// Exporter writes a site.
type Exporter struct {
	// Handler answers as the site, Base is its address without a slash at the end.
	Handler http.Handler
	Base    string
	// Paths are further addresses to ask for, below Base: those that nothing links to,
	// such as former ones. They may mean nothing.
	Paths iter.Seq2[string, error]
	// Dynamic tells of a path that only a server has anything for, such as the API.
	Dynamic func(path string) bool
	// Rules are redirects that follow from more than one address.
	Rules []Rule
	// Workers is how many answers are made at a time; 0 means one.
	Workers int
	// Progress is told how many addresses are done and known; nil tells nobody. One call
	// at a time.
	Progress func(done, known int)
}

// Rule is a redirect in the words of servers, "" in those of one that has none for it.
type Rule struct{ Nginx, Apache string }

// What pages have that only a server can do.
const (
	NeedsComments = "comments"
	NeedsSearch   = "search"
	NeedsPassword = "passwords"
	NeedsForms    = "forms"
)

// Report tells what an export did.
type Report struct {
	Files     int   `json:"files"`
	Bytes     int64 `json:"bytes"`
	Written   int   `json:"written"`
	Unchanged int   `json:"unchanged"`
	Removed   int   `json:"removed"`
	Redirects int   `json:"redirects"`
	// LeftOut are addresses that are named and can't be files, by the reason; examples of
	// them in Examples.
	LeftOut  map[string]int      `json:"left_out"`
	Examples map[string][]string `json:"examples"`
	// Missing are addresses that are named and mean nothing on the site either.
	Missing []string `json:"missing"`
	// Needs counts the pages that have what only a server can do.
	Needs map[string]int `json:"needs_a_server"`
	// Failed are addresses that the site failed to answer; what was written of them
	// before stays.
	Failed []string `json:"failed"`
}

// maxListed bounds how many addresses of one kind are listed.
const maxListed = 20

// start is where the links of every site begin.
var start = []string{"/", "/feed/", "/comments/feed/", "/wp-sitemap.xml", "/sitemap_index.xml", "/robots.txt", "/favicon.ico", "/llms.txt"}

// lostPath means nothing on any site.
const lostPath = "/quoin-export-of-what-is-nowhere/"

// byID are queries that lead to a place by its number. They are asked for: others have
// pages of their own, which no file can be.
var byID = regexp.MustCompile(`^(?:p|page_id|attachment_id|cat|m|author)=[0-9]+$`)

type run struct {
	*Exporter
	folder *folder
	base   *url.URL

	mu        sync.Mutex
	more      *sync.Cond
	seen      map[string]bool // and whether something links to it
	queue     []string
	working   int
	done      int
	err       error
	report    Report
	redirects map[string]redirect
	types     map[string]string // of files whose name tells another
}

// Write writes the site to a folder.
func (x *Exporter) Write(ctx context.Context, dir string) (*Report, error) {
	base, err := url.Parse(x.Base)
	if err != nil {
		return nil, err
	}
	f, err := open(dir)
	if err != nil {
		return nil, err
	}
	r := &run{
		Exporter: x, folder: f, base: base, seen: map[string]bool{}, redirects: map[string]redirect{}, types: map[string]string{},
		report: Report{LeftOut: map[string]int{}, Examples: map[string][]string{}, Needs: map[string]int{}, Missing: []string{}, Failed: []string{}},
	}
	r.more = sync.NewCond(&r.mu)
	err = r.write(ctx)
	if err == nil {
		r.report.Removed, err = f.finish(x.Base)
	}
	r.count()
	return &r.report, errors.Join(err, f.close())
}

func (r *run) count() {
	r.report.Written, r.report.Unchanged, r.report.Files, r.report.Redirects = r.folder.written, r.folder.unchanged, len(r.folder.now), len(r.redirects)
	for _, k := range r.folder.now {
		r.report.Bytes += k.Size
	}
	slices.Sort(r.report.Missing)
	slices.Sort(r.report.Failed)
}

func (r *run) write(ctx context.Context) error {
	for _, path := range start {
		r.add(path, false)
	}
	if r.Paths != nil {
		for path, err := range r.Paths {
			if err != nil {
				return err
			}
			r.add(path, false)
		}
	}
	var workers sync.WaitGroup
	for range max(r.Workers, 1) {
		workers.Go(func() { r.work(ctx) })
	}
	workers.Wait()
	if err := cmp.Or(r.err, ctx.Err()); err != nil {
		return err
	}
	if err := r.lost(ctx); err != nil {
		return err
	}
	return r.serverFiles()
}

// work asks for addresses until none is left and nobody may add one.
func (r *run) work(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		for len(r.queue) == 0 && r.working > 0 && r.err == nil {
			r.more.Wait()
		}
		if len(r.queue) == 0 || r.err != nil {
			r.more.Broadcast()
			return
		}
		path := r.queue[0]
		r.queue = r.queue[1:]
		r.working++
		r.mu.Unlock()
		err := ctx.Err()
		if err == nil {
			err = r.visit(ctx, path)
		}
		r.mu.Lock()
		r.working--
		r.done++
		r.err = cmp.Or(r.err, err)
		if r.Progress != nil {
			r.Progress(r.done, len(r.seen))
		}
		r.more.Broadcast()
	}
}

// add has an address asked for, once. linked says that the site names it.
func (r *run) add(path string, linked bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if already, ok := r.seen[path]; ok {
		r.seen[path] = already || linked
		return
	}
	r.seen[path] = linked
	r.queue = append(r.queue, path)
	r.more.Signal()
}

// follow adds what an answer at a path names, as far as it is of the site.
func (r *run) follow(at, link string) {
	here, err := url.Parse(r.Base + at)
	if err != nil {
		return
	}
	u, err := here.Parse(strings.TrimSpace(link))
	if err != nil || !strings.EqualFold(u.Host, r.base.Host) || u.Scheme != r.base.Scheme || u.User != nil || u.Opaque != "" {
		return
	}
	path, ok := strings.CutPrefix(u.EscapedPath(), strings.TrimSuffix(r.base.EscapedPath(), "/"))
	if path == "" {
		path = "/"
	}
	if !ok || path[0] != '/' || r.Dynamic != nil && r.Dynamic(u.Path) {
		return
	}
	switch last := path[strings.LastIndexByte(path, '/')+1:]; {
	case u.RawQuery == "":
	case strings.Contains(last, ".") && !strings.HasSuffix(last, ".php"):
		// The query of a file tells browsers of a new version of it.
	case byID.MatchString(u.RawQuery) && path == "/":
		path += "?" + u.RawQuery
	default:
		r.leaveOut(path+"?"+u.RawQuery, errQuery)
		return
	}
	r.add(path, true)
}

func (r *run) leaveOut(path string, why error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.seen["left out "+path]; ok {
		return
	}
	r.seen["left out "+path] = true
	r.done++
	reason := why.Error()
	r.report.LeftOut[reason]++
	if list := r.report.Examples[reason]; len(list) < maxListed {
		r.report.Examples[reason] = append(list, path)
	}
}

// visit asks for an address and keeps the answer.
func (r *run) visit(ctx context.Context, path string) error {
	a := &answer{folder: r.folder}
	if err := r.ask(ctx, path, a); err != nil {
		return errors.Join(err, a.drop())
	}
	r.mu.Lock()
	linked := r.seen[path]
	r.mu.Unlock()
	switch {
	case a.status == http.StatusNotModified:
		kind, ok := r.folder.stay(path)
		if !ok {
			return fmt.Errorf("%s: its file went away meanwhile", path)
		}
		return r.kept(path, r.folder.address[path], kind, "")
	case a.status >= 300 && a.status < 400 && a.header.Get("Location") != "":
		r.lead(path, a)
		return a.drop()
	case a.status >= http.StatusInternalServerError:
		r.mu.Lock()
		r.report.Failed = append(r.report.Failed, path)
		r.mu.Unlock()
		if kind, ok := r.folder.stay(path); ok {
			text, err := r.folder.read(path)
			if err != nil {
				return err
			}
			return errors.Join(r.kept(path, r.folder.address[path], kind, text), a.drop())
		}
		return a.drop()
	case a.status == http.StatusNotFound || a.status == http.StatusGone:
		if linked {
			r.mu.Lock()
			if len(r.report.Missing) < maxListed {
				r.report.Missing = append(r.report.Missing, path)
			}
			r.mu.Unlock()
		}
		return a.drop()
	case a.status != http.StatusOK || strings.Contains(path, "?"):
		if linked {
			why := errQuery
			if a.status != http.StatusOK {
				why = fmt.Errorf("the site answers %d", a.status)
			}
			r.leaveOut(path, why)
		}
		return a.drop()
	}
	return r.store(path, a)
}

// store keeps the answer to an address, and reads what it names.
func (r *run) store(path string, a *answer) error {
	kind := a.header.Get("Content-Type")
	name, err := nameOf(path, kind)
	if err == nil {
		err = a.keep(name, path)
	} else {
		err = errors.Join(err, a.drop())
	}
	if err != nil {
		why := leavesOut(err)
		if why == nil {
			return err
		}
		r.leaveOut(path, why)
	}
	return r.kept(path, name, kind, a.text.String())
}

func (r *run) kept(path, name, kind, text string) error {
	if stated, _, _ := strings.Cut(kind, ";"); kind != "" && !sameType(strings.TrimSpace(strings.ToLower(stated)), typeOf(name)) {
		r.mu.Lock()
		r.types[path] = kind
		r.mu.Unlock()
	}
	r.read(path, kind, text)
	return nil
}

// errFile is why an address has no file where the file system refuses its name.
var errFile = errors.New("the file system doesn't take it")

// leavesOut is why one address alone has no file; nil for errors that end the export.
func leavesOut(err error) error {
	for _, why := range []error{errQuery, errSlash, errName, errLong, errOwn, errNoText, errTaken, errForeign} {
		if errors.Is(err, why) {
			return why
		}
	}
	for _, why := range []error{syscall.ENAMETOOLONG, syscall.ENOTDIR, syscall.EISDIR, syscall.EEXIST, syscall.EINVAL} {
		if errors.Is(err, why) {
			return errFile
		}
	}
	if strings.Contains(err.Error(), "path escapes") {
		return errFile
	}
	return nil
}

// read follows what an answer names, and notes what it needs a server for.
func (r *run) read(path, kind, text string) {
	for _, link := range links.In(kind, text, r.Base) {
		r.follow(path, link)
	}
	if !strings.HasPrefix(kind, "text/html") {
		return
	}
	needs := needsOf(text)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, need := range needs {
		r.report.Needs[need]++
	}
}

// lost writes the page for addresses that mean nothing.
func (r *run) lost(ctx context.Context) error {
	a := &answer{folder: r.folder, anyStatus: true}
	if err := r.ask(ctx, lostPath, a); err != nil {
		return errors.Join(err, a.drop())
	}
	if a.status != http.StatusNotFound {
		return a.drop()
	}
	r.seen[lostPath] = true // which it may name
	r.read(lostPath, a.header.Get("Content-Type"), a.text.String())
	if err := a.keep(lostFile, ""); err != nil {
		return err
	}
	// It may be the only one that names something.
	for len(r.queue) > 0 {
		path := r.queue[0]
		r.queue = r.queue[1:]
		if err := r.visit(ctx, path); err != nil {
			return err
		}
	}
	return nil
}

// ask asks the site for a path as a visitor who brings nothing.
func (r *run) ask(ctx context.Context, path string, a *answer) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base.Scheme+"://"+r.base.Host+path, nil)
	if err != nil {
		return fmt.Errorf("ask for %s: %w", path, err)
	}
	req.RequestURI, req.RemoteAddr = path, "127.0.0.1:1"
	if tag := r.folder.tag(path); tag != "" {
		req.Header.Set("If-None-Match", tag)
	}
	a.header = http.Header{}
	r.Handler.ServeHTTP(a, req)
	a.WriteHeader(http.StatusOK)
	if a.err != nil {
		return fmt.Errorf("write the answer to %s: %w", path, a.err)
	}
	return ctx.Err()
}

// answer is what the site says to one address. Texts are held, for their links; all goes
// to a file.
type answer struct {
	folder    *folder
	anyStatus bool
	header    http.Header
	status    int
	begun     bool
	part      *part
	held      bool
	text      bytes.Buffer
	err       error
}

// maxText bounds what is read for links.
const maxText = 64 << 20

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.begun || status < http.StatusOK {
		return
	}
	a.begun, a.status = true, status
	kind := a.header.Get("Content-Type")
	a.held = strings.HasPrefix(kind, "text/html") || strings.HasPrefix(kind, "text/css") || strings.Contains(kind, "xml")
	if status == http.StatusOK || a.anyStatus {
		a.part, a.err = a.folder.create()
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	if a.part == nil || a.err != nil {
		return len(p), a.err
	}
	if a.held && a.text.Len()+len(p) <= maxText {
		a.text.Write(p)
	}
	if _, err := a.part.Write(p); err != nil {
		a.err = err
	}
	return len(p), a.err
}

func (a *answer) drop() error {
	if a.part == nil {
		return nil
	}
	p := a.part
	a.part = nil
	return p.drop()
}

func (a *answer) keep(name, address string) error {
	p := a.part
	if a.part = nil; p == nil {
		return io.ErrUnexpectedEOF
	}
	// Only of files is asked again by it: what a page names isn't in such an answer.
	tag := a.header.Get("ETag")
	if a.held || strings.HasPrefix(tag, "W/") {
		tag = ""
	}
	return p.keep(name, address, tag, a.header.Get("Content-Type"))
}

var (
	form     = regexp.MustCompile(`(?s)<form\b[^>]*>.*?</form>`)
	comments = regexp.MustCompile(`action="[^"]*/wp-comments-post\.php"`)
	password = regexp.MustCompile(`<input[^>]*\bname="post_password"`)
	search   = regexp.MustCompile(`<input[^>]*\bname="s"`)
)

// needsOf are what a page has that only a server can do, each once.
func needsOf(page string) []string {
	found := map[string]bool{}
	for _, f := range form.FindAllString(page, -1) {
		switch {
		case comments.MatchString(f):
			found[NeedsComments] = true
		case password.MatchString(f):
			found[NeedsPassword] = true
		case search.MatchString(f):
			found[NeedsSearch] = true
		default:
			found[NeedsForms] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}
