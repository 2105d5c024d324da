package changes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/netlimit"
	"quoin/internal/platform/scope"
)

// stream is one open stream of events.
type stream struct {
	client string // netlimit.Network of its address
	actor  access.Actor
	end    func()
	ended  <-chan struct{}
	// doubted has something when a session of the account may have ended.
	doubted chan struct{}
}

// doubt has a stream ask whether its caller would still be let in.
func (st *stream) doubt() {
	select {
	case st.doubted <- struct{}{}:
	default:
	}
}

const (
	// heartbeat is how often something is sent when nothing happens: whoever
	// stands between keeps the connection, and one whose client is gone is found.
	heartbeat = 15 * time.Second
	// lifetime bounds streams of those who are logged in: then they say again who
	// they are.
	lifetime = 5 * time.Minute
	// writeTime is how long a client may not read.
	writeTime = 30 * time.Second
	// comeBack is when a client asks again after the end of a stream.
	comeBack = 2 * time.Second
)

var errManyStreams = fault.New(http.StatusServiceUnavailable, "quoin_many_streams", "There are too many streams. Ask for the feed from time to time, or come back later.")

// openStream answers with the changes as they come.
func (s *feed) openStream(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	scope.NoStore(ctx)
	if !strings.Contains(strings.Join(r.Header["Accept"], ","), rest.EventStream) {
		return nil, errNoStream
	}
	v := s.viewerOf(r)
	if err := s.recorder.numbered(ctx); err != nil {
		return nil, err
	}
	newest, err := s.history.newest(ctx, false)
	if err != nil {
		return nil, err
	}
	since := r.Header.Get("Last-Event-ID")
	if since == "" {
		since = argSince.Of(r)
	}
	var from position
	if since == "" {
		from, err = s.history.newest(ctx, v.publicOnly())
	} else if from, err = s.history.parseCursor(ctx, since); err == nil {
		var known bool
		if known, err = s.history.complete(ctx, from, v.publicOnly()); err == nil && !known {
			err = errGone
		}
	}
	if err != nil {
		return nil, err
	}
	set := declared.Of(ctx, s.Options)
	most, part := int(set.streams), int(set.streamsOfAddress)
	res := &rest.Response{Write: func(w http.ResponseWriter) {
		if r.Method == http.MethodHead {
			return
		}
		ended := make(chan struct{})
		st := &stream{
			client: netlimit.Network(r.Actor.IP), actor: r.Actor, doubted: make(chan struct{}, 1),
			ended: ended, end: sync.OnceFunc(func() { close(ended) }),
		}
		if !s.hub.join(st, newest.seq, most, part) {
			w.Header().Set("Content-Type", "application/json; charset=UTF-8")
			w.Header().Set("Retry-After", "60")
			w.WriteHeader(errManyStreams.Status)
			_, _ = w.Write(r.Mount.Encode(ctx, errManyStreams.Body()))
			return
		}
		defer s.hub.leave(st)
		st.doubt() // what ended since the caller was let in told nobody
		out := &events{w: w, control: http.NewResponseController(w), encode: func(v any) []byte { return r.Mount.Encode(ctx, v) }}
		if err := s.follow(ctx, st, v, from, out); err != nil && ctx.Err() == nil && !errors.Is(err, errAway) {
			s.Log.WarnContext(ctx, "a stream of changes ended", "error", err)
		}
	}}
	return res.SetHeader("Content-Type", rest.EventStream).SetHeader("Cache-Control", "no-store").SetHeader("X-Accel-Buffering", "no"), nil
}

// follow writes what a viewer sees after a position until the stream ends.
func (s *feed) follow(ctx context.Context, st *stream, v *viewer, at position, out *events) error {
	fmt.Fprintf(&out.next, "retry: %d\n\n", comeBack.Milliseconds())
	if err := out.send(); err != nil {
		return err
	}
	// A server that goes away tells clients only when to come back.
	select {
	case <-s.Draining:
		return nil
	default:
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	var over <-chan time.Time
	if st.actor.ID != 0 {
		timer := time.NewTimer(lifetime)
		defer timer.Stop()
		over = timer.C
	}
	for {
		if over, err := s.over(ctx, st); over || err != nil {
			return err
		}
		rows, news, begin, ok := s.hub.since(at.seq)
		var list []seen
		if ok {
			for _, c := range rows {
				at = c.position
				if e := v.sees(c); e != none {
					list = append(list, seen{c, e})
				}
			}
		} else {
			var more bool
			var err error
			from := at
			if list, at, more, err = s.history.page(scope.New(ctx), v, at, usualLimit); err != nil {
				return err
			}
			if known, err := s.history.complete(ctx, from, v.publicOnly()); err != nil || !known {
				return err // the client is told when it comes back
			}
			if !more {
				// What it sees of the changes up to there it has just read.
				at.seq = max(at.seq, begin)
			}
		}
		for _, c := range list {
			if err := s.event(ctx, c, out); err != nil {
				return err
			}
		}
		if err := out.send(); err != nil {
			return err
		}
		if !ok {
			continue
		}
		select {
		case <-news:
		case <-st.doubted:
			st.doubt() // looked at above
		case <-beat.C:
			st.doubt() // a session may have expired
			out.next.WriteString(":\n\n")
			if err := out.send(); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		case <-st.ended:
			return nil
		case <-s.Draining:
			return nil
		case <-over:
			return nil
		}
	}
}

// over tells whether a stream has ended, before anything more is told: its caller
// may have lost the session that it came with.
func (s *feed) over(ctx context.Context, st *stream) (bool, error) {
	select {
	case <-st.ended:
		return true, nil
	default:
	}
	select {
	case <-st.doubted:
		ok, err := s.Current(scope.New(ctx), st.actor)
		return !ok, err
	default:
		return false, nil
	}
}

// event adds a change to what is sent.
func (s *feed) event(ctx context.Context, c seen, out *events) error {
	o, err := s.history.object(ctx, c)
	if err != nil {
		return err
	}
	fmt.Fprintf(&out.next, "id: %s\nevent: %s\ndata: ", o.Text("cursor"), o.Text("event"))
	out.next.Write(out.encode(o)) // JSON on one line
	out.next.WriteString("\n\n")
	if out.next.Len() > mostUnsent {
		return out.send()
	}
	return nil
}

// mostUnsent is how much is gathered before it is sent.
const mostUnsent = 32 << 10

// errAway says that the client doesn't read any more.
var errAway = errors.New("the client went away")

// events is the way to the client of a stream.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
	encode  func(v any) []byte
	next    bytes.Buffer
}

func (e *events) send() error {
	if e.next.Len() == 0 {
		return nil
	}
	// What has no deadlines has no connection to a client either.
	_ = e.control.SetWriteDeadline(time.Now().Add(writeTime))
	defer e.next.Reset()
	if _, err := e.w.Write(e.next.Bytes()); err != nil {
		return errAway
	}
	if err := e.control.Flush(); err != nil {
		return errAway
	}
	return nil
}

// guarded is the hub's work, in which a panic is an error.
func (h *hub) guarded(ctx context.Context) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return h.work(ctx)
}
