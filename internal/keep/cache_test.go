package keep

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func answer(body string) *Answer { return NewAnswer(200, http.Header{}, []byte(body), nil) }

func TestDropRemovesExactlyWhatReadTheTag(t *testing.T) {
	c := New(1 << 20)
	c.Put(c.Begin(), "a", answer("a"), []string{"entry:1", "entries:post"}, time.Time{})
	c.Put(c.Begin(), "b", answer("b"), []string{"entry:2"}, time.Time{})
	c.Drop([]string{"entry:1"})
	if c.Get("a") != nil {
		t.Error("an answer that read entry 1 is still kept")
	}
	if c.Get("b") == nil {
		t.Error("an answer that didn't read entry 1 was dropped")
	}
	if n, _ := c.Stats(); n != 1 {
		t.Errorf("%d answers kept, want 1", n)
	}
}

func TestPutRefusesWhatChangedMeanwhile(t *testing.T) {
	c := New(1 << 20)
	ticket := c.Begin()
	c.Drop([]string{"entry:1"})
	if c.Put(ticket, "a", answer("a"), []string{"entry:1"}, time.Time{}) {
		t.Error("kept an answer that was begun before its entry changed")
	}
	if !c.Put(ticket, "b", answer("b"), []string{"entry:2"}, time.Time{}) {
		t.Error("refused an answer that the change doesn't concern")
	}
	for i := range 3 * remembered {
		c.Drop([]string{fmt.Sprint("other:", i)})
	}
	if c.Put(ticket, "c", answer("c"), []string{"entry:3"}, time.Time{}) {
		t.Error("kept an answer whose ticket is older than what is remembered")
	}
}

func TestBoundedByBytes(t *testing.T) {
	c := New(100_000)
	for i := range 1000 {
		c.Put(c.Begin(), fmt.Sprint(i), answer(string(make([]byte, 1000))), []string{fmt.Sprint("entry:", i)}, time.Time{})
	}
	if n, bytes := c.Stats(); bytes > 100_000 || n == 0 {
		t.Errorf("%d answers in %d bytes", n, bytes)
	}
	if c.Get("999") == nil || c.Get("0") != nil {
		t.Error("the least recently used answers should go first")
	}
	if len(c.byTag) != len(c.byKey) {
		t.Errorf("%d tags for %d answers", len(c.byTag), len(c.byKey))
	}
}

func TestUntil(t *testing.T) {
	c := New(1 << 20)
	now := time.Now()
	c.now = func() time.Time { return now }
	c.Put(c.Begin(), "a", answer("a"), nil, now.Add(time.Minute))
	if c.Get("a") == nil {
		t.Fatal("not kept")
	}
	now = now.Add(time.Minute)
	if c.Get("a") != nil {
		t.Error("kept beyond its end")
	}
}

func TestDoMakesOnce(t *testing.T) {
	c := New(1 << 20)
	var made atomic.Int32
	release := make(chan struct{})
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			a, _ := c.Do("k", func(tk Ticket) *Answer {
				made.Add(1)
				<-release
				a := answer("x")
				c.Put(tk, "k", a, nil, time.Time{})
				return a
			})
			if a == nil || string(a.Body) != "x" {
				t.Error("no answer")
			}
		})
	}
	for made.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
	close(release)
	wg.Wait()
	if n := made.Load(); n != 1 {
		t.Errorf("made %d times", n)
	}
}

func TestDoDoesNotShareAcrossAChange(t *testing.T) {
	c := New(1 << 20)
	started, release := make(chan struct{}), make(chan struct{})
	go c.Do("k", func(Ticket) *Answer { close(started); <-release; return answer("old") })
	<-started
	c.Drop([]string{"entry:1"})
	a, own := c.Do("k", func(Ticket) *Answer { return answer("new") })
	if !own || string(a.Body) != "new" {
		t.Errorf("got %q, made by itself: %v", a.Body, own)
	}
	close(release)
}

// TestNeverStale runs readers and writers on a little database: whatever a
// reader gets after a write was acknowledged is at least as new.
func TestNeverStale(t *testing.T) {
	c := New(1 << 16)
	const things = 8
	var db [things]atomic.Int64
	var acknowledged [things]atomic.Int64
	var wg sync.WaitGroup
	for w := range 2 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 1))
			for range 3000 {
				i := w*things/2 + r.IntN(things/2)
				v := db[i].Add(1)
				c.Drop([]string{fmt.Sprint("t:", i)})
				acknowledged[i].Store(v)
			}
		})
	}
	for g := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 2))
			for range 5000 {
				i := r.IntN(things)
				key := fmt.Sprint(i)
				least := acknowledged[i].Load()
				a := c.Get(key)
				if a == nil {
					a, _ = c.Do(key, func(tk Ticket) *Answer {
						a := answer(fmt.Sprint(db[i].Load()))
						c.Put(tk, key, a, []string{fmt.Sprint("t:", i)}, time.Time{})
						return a
					})
				}
				var got int64
				fmt.Sscan(string(a.Body), &got)
				if got < least {
					t.Errorf("thing %d: read %d after %d was acknowledged", i, got, least)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestWrite(t *testing.T) {
	body := make([]byte, 5000)
	a := NewAnswer(200, http.Header{"X-Wp-Total": {"3"}}, body, nil)
	for _, c := range []struct {
		accept, match, encoding string
		status                  int
	}{
		{"", "", "", 200},
		{"gzip, br", "", "br", 200},
		{"gzip;q=0.5", "", "gzip", 200},
		{"gzip;q=0, br;q=0", "", "", 200},
		{"", a.ETag, "", 304},
		{"br", "W/" + a.ETag, "", 304},
		{"", `"other"`, "", 200},
	} {
		req := httptest.NewRequest("GET", "/", nil)
		req.Header.Set("Accept-Encoding", c.accept)
		if c.match != "" {
			req.Header.Set("If-None-Match", c.match)
		}
		w := httptest.NewRecorder()
		a.Write(w, req)
		if w.Code != c.status || w.Header().Get("Content-Encoding") != c.encoding {
			t.Errorf("%+v: got %d %q", c, w.Code, w.Header().Get("Content-Encoding"))
		}
		if w.Header().Get("Etag") == "" {
			t.Errorf("%+v: no ETag", c)
		}
	}
}
