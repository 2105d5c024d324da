package admission

import (
	"errors"
	"io"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Sizes of what is written: from which on it counts, and how much is sent at a time.
const (
	counted = 64 << 10
	atATime = 128 << 10
)

var errCut = errors.New("others need the memory of an answer that isn't taken")

// answer is where a request writes to. What a request was made of is gone when it begins
// to answer.
type answer struct {
	http.ResponseWriter
	request request
	begun   bool
}

// Write implements io.Writer.
func (a *answer) Write(p []byte) (n int, err error) {
	if !a.begun {
		a.begun = true
		a.request.end()
	}
	if len(p) < counted {
		return a.ResponseWriter.Write(p)
	}
	s := &sent{client: a.request.client, bytes: p, control: http.NewResponseController(a.ResponseWriter)}
	taking := &a.request.gate.taking
	taking.begin(s)
	defer taking.end(s)
	for n < len(p) && err == nil {
		if s.cut.Load() {
			return n, errCut
		}
		var m int
		m, err = a.ResponseWriter.Write(p[n:min(len(p), n+atATime)])
		n += m
	}
	return n, err
}

// ReadFrom lets files be sent without a copy through the program.
func (a *answer) ReadFrom(src io.Reader) (int64, error) {
	if !a.begun {
		a.begun = true
		a.request.end()
	}
	return io.Copy(a.ResponseWriter, src)
}

// Unwrap gives http.ResponseController what it controls.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// sent is something long on its way to a client.
type sent struct {
	client  netip.Addr
	bytes   []byte
	control *http.ResponseController
	cut     atomic.Bool
}

// stop ends the sending, also of what waits for the client.
func (s *sent) stop() {
	s.cut.Store(true)
	_ = s.control.SetWriteDeadline(time.Now()) // of who has no deadlines nobody waits
}

// taking is what clients are taking. Several may be taking the same bytes, which are
// there once.
type taking struct {
	most int64

	mu   sync.Mutex
	list []*sent // the oldest first
	used int64
	same map[*byte]int
	// stopped are those that were cut off and haven't ended yet.
	stopped []*sent
}

// begin notes something that is about to be sent, and makes room for it.
func (t *taking) begin(s *sent) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.same == nil {
		t.same = map[*byte]int{}
	}
	t.list = append(t.list, s)
	if t.same[&s.bytes[0]]++; t.same[&s.bytes[0]] == 1 {
		t.used += int64(len(s.bytes))
	}
	for _, other := range t.stopped {
		other.stop() // it may have begun to wait anew meanwhile
	}
	for t.used > t.most && len(t.list) > 1 {
		other := t.list[t.dearest(s)]
		other.stop()
		t.drop(other)
		t.stopped = append(t.stopped, other)
	}
}

// dearest is the oldest of the client that has most on its way, beside the newest.
func (t *taking) dearest(newest *sent) int {
	held := map[netip.Addr]int64{}
	for _, s := range t.list {
		held[s.client] += int64(len(s.bytes))
	}
	found := -1
	for i, s := range t.list {
		if s != newest && (found < 0 || held[s.client] > held[t.list[found].client]) {
			found = i
		}
	}
	return found
}

// end forgets something that was sent, or cut off.
func (t *taking) end(s *sent) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drop(s)
	if i := slices.Index(t.stopped, s); i >= 0 {
		t.stopped = slices.Delete(t.stopped, i, i+1)
	}
}

func (t *taking) drop(s *sent) {
	i := slices.Index(t.list, s)
	if i < 0 {
		return
	}
	t.list = slices.Delete(t.list, i, i+1)
	if t.same[&s.bytes[0]]--; t.same[&s.bytes[0]] == 0 {
		delete(t.same, &s.bytes[0])
		t.used -= int64(len(s.bytes))
	}
}
