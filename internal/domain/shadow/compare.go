package shadow

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"quoin/internal/platform/scope"
)

// The budget of what this site does beside the old one, on one node.
const (
	comparers  = 2 // answers that are made at a time
	maxWaiting = 64
	// maxBody bounds an answer that is compared, maxHeld all that wait.
	maxBody = 4 << 20
	maxHeld = 64 << 20
	// answerWithin bounds the time for an answer of this site.
	answerWithin = 10 * time.Second
	// againAfter is how long an address that was compared isn't again.
	againAfter = time.Minute
	// maxRecent is how many addresses are remembered for that.
	maxRecent = 20_000
)

type pairKey struct{}

// pair is an answer of the old site, and what it was to.
type pair struct {
	route  string
	target *url.URL
	accept []string
	old    Answer
	body   bytes.Buffer
	size   int64 // that is held
}

// plain is what a request asks, if its answer may be compared; else nil.
func (s *Shadow) plain(r *http.Request) *pair {
	if r.Method != http.MethodGet {
		return nil
	}
	route := routeOf(r.URL)
	s.tally.asked(route)
	for _, name := range []string{"Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Range"} {
		if r.Header.Get(name) != "" {
			return s.skip(skipNotPlain)
		}
	}
	if personal(r) || overridden(r) || dynamic(r.URL.Path) {
		return s.skip(skipNotPlain)
	}
	if s.recent.again(r.URL.RequestURI(), s.Clock()) {
		return s.skip(skipAgain)
	}
	target := *r.URL
	return &pair{route: route, target: &target, accept: r.Header.Values("Accept")}
}

func (s *Shadow) skip(why skip) *pair {
	s.Counts.Skipped[why].Add(1)
	return nil
}

// dynamic tells of what isn't asked here too: it is no place that visitors look at.
func dynamic(path string) bool {
	return strings.HasPrefix(path, "/wp-admin") || strings.HasPrefix(path, "/wp-login") || strings.HasPrefix(path, "/wp-cron") || strings.HasPrefix(path, "/xmlrpc")
}

// recent are the addresses that were compared last, however many visitors think of: each
// has one place by its hash, and one that takes the place of another lets that be compared
// again sooner.
type recent struct {
	seed maphash.Seed

	mu     sync.Mutex
	places [maxRecent]struct {
		hash uint64
		at   time.Time
	}
}

func newRecent() *recent { return &recent{seed: maphash.MakeSeed()} }

// again tells whether an address was compared a short while ago, and notes it.
func (c *recent) again(uri string, now time.Time) bool {
	hash := maphash.String(c.seed, uri)
	c.mu.Lock()
	defer c.mu.Unlock()
	place := &c.places[hash%maxRecent]
	if place.hash == hash && now.Sub(place.at) < againAfter {
		return true
	}
	place.hash, place.at = hash, now
	return false
}

// forget has an address compared again at once.
func (c *recent) forget(uri string) {
	hash := maphash.String(c.seed, uri)
	c.mu.Lock()
	defer c.mu.Unlock()
	if place := &c.places[hash%maxRecent]; place.hash == hash {
		place.at = time.Time{}
	}
}

// tee copies an answer of the old site while the visitor gets it.
func (s *Shadow) tee(res *http.Response) error {
	if missingOf(res.Request.Context()) != nil {
		return s.leftover(res)
	}
	s.answered()
	if unmeasured, ok := res.Request.Context().Value(unmeasuredKey{}).(*bool); ok {
		*unmeasured = res.ContentLength < 0 && res.StatusCode != http.StatusSwitchingProtocols
	}
	p, ok := res.Request.Context().Value(pairKey{}).(*pair)
	if !ok {
		return nil
	}
	switch {
	case res.StatusCode == http.StatusNotModified || res.StatusCode == http.StatusPartialContent || res.StatusCode == http.StatusSwitchingProtocols:
		s.skip(skipNotPlain)
		return nil
	case res.StatusCode >= http.StatusInternalServerError || res.StatusCode == http.StatusTooManyRequests:
		s.skip(skipOld)
		return nil
	case res.ContentLength > maxBody:
		s.skip(skipLarge)
		return nil
	}
	p.old.Status, p.old.Header = res.StatusCode, res.Header.Clone()
	p.old.Header.Del("Set-Cookie")
	res.Body = &copied{ReadCloser: res.Body, s: s, p: p}
	return nil
}

// copied is the body of an answer that is copied as it is read.
type copied struct {
	io.ReadCloser
	s     *Shadow
	p     *pair // nil once it isn't copied any more
	whole bool
}

// Read implements io.Reader.
func (c *copied) Read(b []byte) (int, error) {
	n, err := c.ReadCloser.Read(b)
	if c.p != nil {
		c.take(b[:n])
		c.whole = errors.Is(err, io.EOF)
	}
	return n, err
}

func (c *copied) take(b []byte) {
	size := int64(len(b))
	switch {
	case int64(c.p.body.Len())+size > maxBody:
		c.give(skipLarge)
	case c.s.held.Add(size) > maxHeld:
		c.s.held.Add(-size)
		c.give(skipBusy)
	default:
		c.p.size += size
		c.p.body.Write(b)
	}
}

// give gives up copying.
func (c *copied) give(why skip) {
	c.s.held.Add(-c.p.size)
	if why != skipLarge {
		c.s.recent.forget(c.p.target.RequestURI())
	}
	c.s.skip(why)
	c.p = nil
}

// Close implements io.Closer: the whole answer is there, or it never will be.
func (c *copied) Close() error {
	if c.p != nil {
		switch {
		case !c.whole:
			c.give(skipOld)
		default:
			select {
			case c.s.jobs <- c.p:
				c.p = nil
			default:
				c.give(skipBusy)
			}
		}
	}
	return c.ReadCloser.Close()
}

// compare makes this site's answers and compares, until ctx ends.
func (s *Shadow) compare(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case p := <-s.jobs:
			s.one(ctx, p)
			s.held.Add(-p.size)
		}
	}
}

func (s *Shadow) one(ctx context.Context, p *pair) {
	if s.gate.current() != Old {
		return // what is written here now isn't there
	}
	body, err := decoded(p.old.Header.Get("Content-Encoding"), &p.body)
	if err != nil {
		s.skip(skipOld)
		return
	}
	p.old.Body = body
	base := s.Base(ctx)
	here, err := s.here(ctx, base, p)
	if err != nil {
		s.skip(skipHere)
		s.Log.DebugContext(ctx, "no answer to compare", "path", p.target.Path, "error", err)
		return
	}
	difference, err := s.Compare(ctx, p.target.RequestURI(), &p.old, here)
	if err != nil {
		s.skip(skipHere)
		return
	}
	s.Counts.Compared.Add(1)
	if difference == "" {
		s.Counts.Equal.Add(1)
	}
	s.tally.compared(p.route, p.target.Path, difference)
}

// decoded is the body of an answer as it was before it was packed.
func decoded(encoding string, body io.Reader) ([]byte, error) {
	var r io.Reader
	var err error
	switch strings.ToLower(encoding) {
	case "", "identity":
		r = body
	case "gzip", "x-gzip":
		r, err = gzip.NewReader(body)
	case "deflate":
		r, err = zlib.NewReader(body)
	case "br":
		r = brotli.NewReader(body)
	case "zstd":
		var z *zstd.Decoder
		if z, err = zstd.NewReader(body, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBody)); err == nil {
			defer z.Close()
			r = z
		}
	default:
		err = fmt.Errorf("unknown encoding %q", encoding)
	}
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(r, maxBody+1))
	if err == nil && len(text) > maxBody {
		err = errLarge
	}
	return text, err
}

var errLarge = errors.New("the answer is larger than is compared")

// here is what this site says to what the old one was asked, to nobody.
func (s *Shadow) here(ctx context.Context, base string, p *pair) (a *Answer, err error) {
	ctx, cancel := context.WithTimeout(scope.Unwatched(ctx), answerWithin)
	defer cancel()
	at, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	target := *p.target
	target.Scheme, target.Host = at.Scheme, at.Host
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, err
	}
	req.RequestURI, req.RemoteAddr = req.URL.RequestURI(), "127.0.0.1:1"
	if len(p.accept) > 0 {
		req.Header["Accept"] = p.accept
	}
	w := &kept{header: http.Header{}, status: http.StatusOK}
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	s.Here.ServeHTTP(w, req)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case w.large:
		return nil, errLarge
	}
	return &Answer{Status: w.status, Header: w.header, Body: w.body.Bytes()}, nil
}

// kept keeps an answer, up to a size.
type kept struct {
	header http.Header
	status int
	begun  bool
	large  bool
	body   bytes.Buffer
}

// Header implements http.ResponseWriter, as do WriteHeader and Write.
func (k *kept) Header() http.Header { return k.header }

func (k *kept) WriteHeader(status int) {
	if !k.begun && status >= http.StatusOK {
		k.begun, k.status = true, status
	}
}

func (k *kept) Write(p []byte) (int, error) {
	k.begun = true
	if k.body.Len()+len(p) > maxBody {
		k.large = true
		return 0, errLarge
	}
	return k.body.Write(p)
}
