package shadow

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Config is what a Shadow is made of.
type Config struct {
	// Old is the address of the old site, which visitors know it by. Transport reaches
	// its server, and nothing else.
	Old       *url.URL
	Transport http.RoundTripper
	// Here answers as this site, Base is its address.
	Here http.Handler
	Base func(ctx context.Context) string
	// Compare tells in what two answers to one path differ; "" for equal ones.
	Compare func(ctx context.Context, path string, old, here *Answer) (difference string, err error)
	// Serve are the paths whose routes this site answers once they have proved equal.
	Serve []Pattern
	Store Store
	Log   *slog.Logger
	Clock func() time.Time
	// Client is who makes a request, Trusted whether its connection is that of a proxy
	// whose word is believed, TLS whether the visitor came by https.
	Client  func(r *http.Request) netip.Addr
	Trusted func(r *http.Request) bool
	TLS     func(r *http.Request) bool
}

// Answer is what a site says.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Shadow stands before an old site. It is safe for concurrent use.
type Shadow struct {
	Config
	// Counts are those of this node.
	Counts Counts

	id     string
	proxy  *httputil.ReverseProxy
	gate   *gate
	tally  *tally
	recent *recent
	jobs   chan *pair
	held   atomic.Int64 // bytes of answers that wait to be compared
	turns  atomic.Int64 // of requests that this site could have answered
	away   atomic.Bool
	// leftUntil is until when the old site isn't asked for files, in nanoseconds.
	leftUntil atomic.Int64
	// leftFailed counts how often it didn't answer in a row.
	leftFailed atomic.Int32
}

// New makes a Shadow. Run lets it compare and switch.
func New(c Config) *Shadow {
	s := &Shadow{Config: c, id: newID(), gate: newGate(), tally: newTally(), recent: newRecent(), jobs: make(chan *pair, maxWaiting)}
	s.proxy = s.newProxy()
	return s
}

// Run follows the phase, and compares, until ctx ends.
func (s *Shadow) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.follow(ctx) })
	g.Go(func() error { return s.count(ctx) })
	for range comparers {
		g.Go(func() error { return s.compare(ctx) })
	}
	return g.Wait()
}

// loopHeader marks requests to the old site, so that one that comes back is known.
const loopHeader = "X-Quoin-Shadow"

// oftenOld is how often a route that this site answers is still answered by the old one,
// and compared: one of so many.
const oftenOld = 16

// ServeHTTP answers as the old site, or once it is switched as this one.
func (s *Shadow) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if slices.Contains(r.Header.Values(loopHeader), s.id) {
		s.Counts.Refused.Add(1)
		http.Error(w, "The old site leads back here: say where its server is with --shadow-connect.", http.StatusLoopDetected)
		return
	}
	phase := s.gate.current()
	if isWrite(r) {
		var err error
		if phase, err = s.gate.enter(r.Context(), s.Clock); err != nil {
			s.refuse(w, err)
			return
		}
		defer s.gate.leave()
	}
	switch {
	case phase == Switched:
		s.Counts.FromHere.Add(1)
		s.hereOrLeftover(w, r)
		return
	case s.mayServe(r):
		s.Counts.FromHere.Add(1)
		s.Here.ServeHTTP(w, r)
		return
	}
	s.Counts.FromOld.Add(1)
	s.fromOld(w, r)
}

func (s *Shadow) refuse(w http.ResponseWriter, err error) {
	if errors.Is(err, errHeld) {
		s.Counts.Refused.Add(1)
		w.Header().Set("Retry-After", "5")
		http.Error(w, "The site is moving. Try again in a moment.", http.StatusServiceUnavailable)
	}
}

// mayServe tells whether this site answers a request in place of the old one.
func (s *Shadow) mayServe(r *http.Request) bool {
	if len(s.Serve) == 0 || r.Method != http.MethodGet && r.Method != http.MethodHead || personal(r) || overridden(r) ||
		!slices.ContainsFunc(s.Serve, func(p Pattern) bool { return p.matches(r.URL.Path) }) {
		return false
	}
	return (*s.tally.proved.Load())[routeOf(r.URL)] && s.turns.Add(1)%oftenOld != 0
}

// personal tells whether a request brings something of a visitor that an answer may
// depend on.
func personal(r *http.Request) bool {
	for _, name := range []string{"Cookie", "Authorization", "X-Wp-Nonce", "Upgrade"} {
		if r.Header.Get(name) != "" {
			return true
		}
	}
	return false
}

// fromOld answers with what the old site says.
func (s *Shadow) fromOld(w http.ResponseWriter, r *http.Request) {
	// Nothing that stands around says anything in its answers.
	clear(w.Header())
	// Without a type none is guessed.
	w.Header()["Content-Type"] = nil
	if p := s.plain(r); p != nil {
		r = r.WithContext(context.WithValue(r.Context(), pairKey{}, p))
	}
	unmeasured := false
	s.proxy.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), unmeasuredKey{}, &unmeasured)))
	if unmeasured {
		// An empty answer would get a length of zero where its head wasn't sent yet.
		_ = http.NewResponseController(w).Flush()
	}
}

// unmeasuredKey is for whether the old site doesn't say how long its answer is.
type unmeasuredKey struct{}

// newProxy is the way to the old site.
func (s *Shadow) newProxy() *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Transport:      s.Transport,
		FlushInterval:  -1,
		BufferPool:     &buffers{sync.Pool{New: func() any { p := make([]byte, 32<<10); return &p }}},
		ErrorLog:       slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
		Rewrite:        s.rewrite,
		ModifyResponse: s.tee,
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() != nil {
				return // nobody waits any more
			}
			if m := missingOf(r.Context()); m != nil {
				s.stays(w, m, err)
				return
			}
			s.failed(err)
			clear(w.Header())
			status, text := http.StatusBadGateway, "The site's server doesn't answer."
			var slow net.Error
			if errors.As(err, &slow) && slow.Timeout() {
				status, text = http.StatusGatewayTimeout, "The site's server takes too long to answer."
			}
			w.Header().Set("Cache-Control", "no-store")
			w.Header().Set("Retry-After", "5")
			http.Error(w, text, status)
		},
	}
}

// rewrite makes the request that the old site gets: under its public name, as the proxy
// that it now has in front of it asks.
func (s *Shadow) rewrite(p *httputil.ProxyRequest) {
	out, in := p.Out, p.In
	out.URL.Scheme, out.URL.Host, out.Host = s.Old.Scheme, s.Old.Host, s.Old.Host
	if base := strings.TrimSuffix(s.Old.EscapedPath(), "/"); base != "" {
		p.SetURL(s.Old)
		out.Host = s.Old.Host
	}
	out.URL.RawQuery = in.URL.RawQuery // as it is, whatever it has
	// Servers that hand headers on as variables take these for those with dashes, which the
	// old site now believes.
	maps.DeleteFunc(out.Header, func(name string, _ []string) bool { return strings.Contains(name, "_") })
	out.Header.Del("X-Real-Ip")
	if missingOf(in.Context()) == nil { // who asks for a file that was left over is nobody's business
		s.tellClient(out, in)
	}
	// The name that a visitor asked for is anything: whoever believes it makes links of it.
	out.Header.Set("X-Forwarded-Host", s.Old.Host)
	out.Header.Set("X-Forwarded-Proto", "http")
	if s.TLS(in) {
		out.Header.Set("X-Forwarded-Proto", "https")
	}
	out.Header.Add(loopHeader, s.id)
}

// tellClient tells the old site where a request came from.
func (s *Shadow) tellClient(out, in *http.Request) {
	client := s.Client(in)
	if s.Trusted(in) {
		for _, name := range []string{"X-Forwarded-For", "Forwarded"} {
			if values := in.Header.Values(name); len(values) > 0 {
				out.Header[name] = slices.Clone(values)
			}
		}
		if peer, _, err := net.SplitHostPort(in.RemoteAddr); err == nil {
			out.Header.Set("X-Forwarded-For", strings.TrimPrefix(strings.Join(append(out.Header.Values("X-Forwarded-For"), peer), ", "), ", "))
		}
	} else if client.IsValid() {
		out.Header.Set("X-Forwarded-For", client.Unmap().String())
	}
	if client.IsValid() {
		out.Header.Set("X-Real-Ip", client.Unmap().String())
	}
}

// failed notes that the old site doesn't answer: in the log once.
func (s *Shadow) failed(err error) {
	s.Counts.OldFailed.Add(1)
	if !s.away.Swap(true) {
		s.Log.Error("the old site doesn't answer", "error", err)
	}
}

func (s *Shadow) answered() {
	if s.away.Swap(false) {
		s.Log.Info("the old site answers again")
	}
}

// buffers are those of bodies on their way.
type buffers struct{ pool sync.Pool }

// Get implements httputil.BufferPool, as does Put.
func (b *buffers) Get() []byte { return *b.pool.Get().(*[]byte) }

// Put takes a buffer back.
func (b *buffers) Put(p []byte) { b.pool.Put(&p) }
