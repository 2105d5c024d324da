package s3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"quoin/internal/platform/fault"
)

// A service that says nothing, and takes nothing, for such a time is taken for one that is
// away. One that copies or puts parts together says nothing until it is done.
const (
	silence     = 10 * time.Second
	longSilence = 2 * time.Minute
)

var errSilent = errors.New("the service says nothing")

// maxAnswer is how long an answer may be that holds no object: a page of a list has
// about half a megabyte.
const maxAnswer = 8 << 20

var errEndless = errors.New("the service says too much")

// calling is the key of the function that ends all attempts of a call.
type calling struct{}

// call bounds what a service may keep somebody waiting: when one attempt met nothing but
// silence, none follows, since each would take as long. Who calls ends it with end, which
// says of an error whether the service was away.
func call(ctx context.Context) (_ context.Context, end func(error) error) {
	within, cancel := context.WithCancelCause(ctx)
	within = context.WithValue(within, calling{}, cancel)
	return within, func(err error) error {
		silent := errors.Is(context.Cause(within), errSilent)
		cancel(nil)
		if err != nil && silent && ctx.Err() == nil {
			return fmt.Errorf("%w: %w", fault.ErrNoStorage, errSilent)
		}
		return err
	}
}

// patience is a transport that ends requests to a service that stands still.
type patience struct {
	next                 http.RoundTripper
	silence, longSilence time.Duration
}

// RoundTrip implements http.RoundTripper.
func (p patience) RoundTrip(r *http.Request) (*http.Response, error) {
	limit := p.silence
	if r.Method == http.MethodPost || r.Header.Get("X-Amz-Copy-Source") != "" {
		limit = p.longSilence
	}
	ctx, cancel := context.WithCancelCause(r.Context())
	over := func() {
		cancel(errSilent)
		if end, ok := r.Context().Value(calling{}).(context.CancelCauseFunc); ok {
			end(errSilent)
		}
	}
	w := &watched{limit: limit, timer: time.AfterFunc(limit, over), cancel: cancel}
	r = r.WithContext(ctx)
	if r.Body != nil && r.Body != http.NoBody {
		// It is read as far as the service takes it.
		r.Body = &watchedBody{r.Body, w}
	}
	response, err := p.next.RoundTrip(r)
	w.answered.Store(true)
	w.timer.Stop()
	if err != nil {
		cancel(nil)
		if errors.Is(context.Cause(ctx), errSilent) {
			err = errSilent
		}
		return nil, err
	}
	answer := &watchedAnswer{ReadCloser: response.Body, w: w, limit: limit}
	if r.Header.Get("Range") == "" { // objects are read by ranges, as far as their size says
		answer.words, answer.left, answer.limit = true, maxAnswer, p.longSilence
	}
	response.Body = answer
	return response, nil
}

// watched is a request under way.
type watched struct {
	limit    time.Duration
	timer    *time.Timer
	cancel   context.CancelCauseFunc
	answered atomic.Bool // what is sent may be read on for a moment after that
}

// watchedBody is what is sent with it.
type watchedBody struct {
	io.ReadCloser
	w *watched
}

// Read implements io.Reader. What the reader itself takes doesn't count: it may wait for
// a client.
func (b *watchedBody) Read(p []byte) (int, error) {
	b.w.timer.Stop()
	n, err := b.ReadCloser.Read(p)
	if b.w.timer.Reset(b.w.limit); b.w.answered.Load() {
		b.w.timer.Stop()
	}
	return n, err
}

// watchedAnswer is what comes back.
type watchedAnswer struct {
	io.ReadCloser
	w     *watched
	limit time.Duration
	words bool // it holds no object
	left  int  // bytes of words that may come
}

// Read implements io.Reader. Only the time in which somebody wants bytes counts; words
// have one time for all of them.
func (a *watchedAnswer) Read(p []byte) (int, error) {
	if !a.words {
		a.w.timer.Reset(a.limit)
		n, err := a.ReadCloser.Read(p)
		a.w.timer.Stop()
		return n, err
	}
	if a.left <= 0 {
		return 0, errEndless
	}
	began := time.Now()
	a.w.timer.Reset(a.limit)
	n, err := a.ReadCloser.Read(p[:min(len(p), a.left)])
	a.w.timer.Stop()
	a.left -= n
	a.limit = max(time.Millisecond, a.limit-time.Since(began))
	return n, err
}

// Close implements io.Closer.
func (a *watchedAnswer) Close() error {
	a.w.timer.Stop()
	defer a.w.cancel(nil)
	return a.ReadCloser.Close()
}

// away tells whether an error means that the service can't be reached, or has failed: its
// own words are told by their status.
func away(err error) bool {
	var call *url.Error
	return errors.As(err, &call) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}
