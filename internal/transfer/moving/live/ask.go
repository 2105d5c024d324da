package live

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"quoin/internal/platform/outbound"
	"quoin/internal/platform/wire"
)

// Errors of an old site that can't be read.
var (
	ErrNoSite = errors.New("there is no API of the reference's kind")
	ErrUser   = errors.New("the account may not see what administrators see; an application password of an administrator is needed")
	// ErrLogin is of an account that the site doesn't recognise.
	ErrLogin       = errors.New("the site doesn't take the log-in name with this application password; check both, and that its server hands the header Authorization on")
	ErrUnreachable = errors.New("it can't be reached; check its address")
	ErrBusy        = errors.New("the site asks to be left alone; run the same command again then, it goes on where it stopped")
	ErrMoved       = errors.New("the site leads elsewhere; name the address that it really has")
)

// How the old side is asked.
const (
	maxAnswer  = 32 << 20
	tries      = 6
	busyTries  = 12
	longest    = 2 * time.Minute
	firstPause = time.Second
)

// Access is the old site and who asks it.
type Access struct {
	URL, User, Password string
	// Client may be told to reach the site's own host wherever it is (Request.Site).
	Client *outbound.Client
	// Parallel requests at a time, PerSecond in a second.
	Parallel  int
	PerSecond float64
	// Pause waits; a test doesn't.
	Pause func(ctx context.Context, d time.Duration) error
	// Waiting is told for how long the site is left alone, and what failed before; nil of a
	// site that asks for it. Nil tells nobody.
	Waiting func(d time.Duration, failed error)
}

// Check asks whether the site can be read as the account.
func (a Access) Check(ctx context.Context) error {
	_, err := newAsker(a).find(ctx)
	return err
}

// asker asks the API, politely.
type asker struct {
	Access
	limit *rate.Limiter
	slots *semaphore.Weighted
	asked atomic.Int64
	heard atomic.Bool // the site has answered something
	plain bool        // the API is reached by a parameter
	// ahead are answers that were asked for before somebody needs them.
	ahead map[string]*answer

	mu   sync.Mutex
	busy time.Duration // how long nobody asks; 0 while the site isn't busy
}

func newAsker(a Access) *asker {
	a.URL = strings.TrimRight(a.URL, "/")
	return &asker{Access: a, limit: rate.NewLimiter(rate.Limit(a.PerSecond), max(1, a.Parallel)), slots: semaphore.NewWeighted(int64(max(1, a.Parallel)))}
}

// answer is what the API said.
type answer struct {
	status int
	header http.Header
	value  any
}

// address is that of a path of the API, with arguments behind a question mark.
func (a *asker) address(path string) string {
	if !a.plain {
		return a.URL + "/wp-json" + path
	}
	route, args, _ := strings.Cut(path, "?")
	if args != "" {
		args = "&" + args
	}
	return a.URL + "/?rest_route=" + route + args
}

// signed are the headers by which the site knows the administrator. They go to its own
// host only.
func (a *asker) signed() http.Header {
	return http.Header{
		"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte(a.User+":"+a.Password))},
		"Accept":        {"application/json"},
	}
}

// get asks for a path of the API. A refusal is an answer; one without JSON is an error.
func (a *asker) get(ctx context.Context, path string) (*answer, error) {
	if got := a.ahead[path]; got != nil {
		return got, nil
	}
	return a.send(ctx, http.MethodGet, path)
}

func (a *asker) send(ctx context.Context, method, path string) (*answer, error) {
	got, err := a.patiently(ctx, func(ctx context.Context) (int, http.Header, []byte, error) {
		r, err := a.Client.Do(ctx, outbound.Request{
			Method: method, URL: a.address(path), Header: a.signed(), MaxBytes: maxAnswer, NoRedirects: true, Site: a.URL,
		})
		if err != nil {
			return 0, nil, nil, err
		}
		return r.Status, r.Header, r.Body, nil
	})
	if err != nil {
		return nil, fmt.Errorf("the old site: %w", err)
	}
	if got.status >= 300 && got.status < 400 {
		return nil, fmt.Errorf("%s: %w: %s", path, ErrMoved, got.header.Get("Location"))
	}
	v, err := wire.Decode(got.body)
	if err != nil {
		if got.status >= http.StatusInternalServerError {
			return &answer{got.status, got.header, nil}, nil
		}
		return nil, fmt.Errorf("%s: %w: the answer is no JSON", path, ErrNoSite)
	}
	return &answer{got.status, got.header, v}, nil
}

type raw struct {
	status int
	header http.Header
	body   []byte
}

// pause waits, and says why.
func (a *asker) pause(ctx context.Context, d time.Duration, failed error) error {
	if a.Waiting != nil && d > 0 {
		a.Waiting(d, failed)
	}
	return a.Pause(ctx, d)
}

// unreachable tells of a failure that another try won't mend where the site has never answered:
// a wrong name, nothing that listens, or another side than the one that was meant.
func unreachable(err error) bool {
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	return errors.Is(err, syscall.ECONNREFUSED) || errors.As(err, &name) && name.IsNotFound || errors.As(err, &certificate) || errors.Is(err, http.ErrSchemeMismatch)
}

// patiently asks again what failed on the way or because the site is busy. While it is
// busy nobody asks.
func (a *asker) patiently(ctx context.Context, ask func(context.Context) (int, http.Header, []byte, error)) (*raw, error) {
	failed, busy := 0, 0
	for {
		if err := a.turn(ctx); err != nil {
			return nil, err
		}
		a.asked.Add(1)
		status, header, body, err := ask(ctx)
		a.slots.Release(1)
		wait := firstPause << min(failed+busy, 6)
		why := err
		if err == nil {
			a.heard.Store(true)
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, outbound.ErrRefused) || errors.Is(err, outbound.ErrTooLarge):
			return nil, err
		case !a.heard.Load() && unreachable(err):
			return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
		case err != nil:
			if failed++; failed == tries {
				return nil, err
			}
		case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable:
			if busy++; busy == busyTries {
				return &raw{status, header, body}, nil
			}
			if told, ok := told(header); ok {
				if told > longest {
					return nil, fmt.Errorf("%w for %v", ErrBusy, told)
				}
				wait = told
			}
			a.rest(wait)
			continue
		case status == http.StatusBadGateway || status == http.StatusGatewayTimeout:
			if failed++; failed == tries {
				return &raw{status, header, body}, nil
			}
			why = fmt.Errorf("it answers %d %s", status, http.StatusText(status))
		default:
			return &raw{status, header, body}, nil
		}
		if err := a.pause(ctx, min(wait, longest), why); err != nil {
			return nil, err
		}
	}
}

// told is how long an answer asks to be left alone: seconds, or until a moment by the
// clock of who says so.
func told(h http.Header) (time.Duration, bool) {
	says := h.Get("Retry-After")
	if n, err := strconv.ParseInt(says, 10, 32); err == nil {
		return time.Duration(n) * time.Second, n >= 0
	}
	until, err := http.ParseTime(says)
	if err != nil {
		return 0, false
	}
	now, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return max(until.Sub(now), 0), true
}

// rest lets nobody ask for a while.
func (a *asker) rest(d time.Duration) {
	a.mu.Lock()
	a.busy = max(a.busy, min(d, longest))
	a.mu.Unlock()
}

// turn waits until one more request may be sent. Whoever finds the site busy waits for
// all.
func (a *asker) turn(ctx context.Context) error {
	if err := a.slots.Acquire(ctx, 1); err != nil {
		return err
	}
	a.mu.Lock()
	wait := a.busy
	a.busy = 0
	var err error
	if wait > 0 {
		err = a.pause(ctx, wait, nil)
	}
	a.mu.Unlock()
	if err == nil {
		err = a.limit.Wait(ctx)
	}
	if err != nil {
		a.slots.Release(1)
	}
	return err
}

// pathOf is the path of an address, without a slash at its end.
func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return strings.TrimRight(u.Path, "/")
}

// find learns how the API is reached, and that the account sees what it must.
func (a *asker) find(ctx context.Context) (index *wire.Object, err error) {
	for _, plain := range []bool{false, true} {
		a.plain = plain
		got, e := a.get(ctx, "/")
		if e != nil {
			if errors.Is(e, outbound.ErrRefused) || errors.Is(e, ErrMoved) || errors.Is(e, ErrBusy) || errors.Is(e, ErrUnreachable) || ctx.Err() != nil {
				return nil, e
			}
			err = errors.Join(err, e)
			continue
		}
		if o, ok := got.value.(*wire.Object); ok && o.Has("namespaces") {
			// Where addresses are plain, the site answers at any path.
			if home := o.Text("home"); plain && pathOf(home) != pathOf(a.URL) {
				return nil, fmt.Errorf("%s: %w; the site that answers says that its address is %s", a.URL, ErrNoSite, home)
			}
			index = o
			break
		}
	}
	if index == nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", a.URL, ErrNoSite), err)
	}
	got, err := a.get(ctx, "/wp/v2/settings")
	if err != nil {
		return nil, err
	}
	switch got.status {
	case http.StatusOK:
		return index, nil
	case http.StatusUnauthorized:
		return nil, fmt.Errorf("%s: %w", a.URL, ErrLogin)
	}
	return nil, fmt.Errorf("%s: %w", a.URL, ErrUser)
}
