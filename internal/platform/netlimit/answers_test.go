package netlimit

import (
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// multiplexing is a server of HTTP/2 behind a listener, with the bounds of both.
func multiplexing(t *testing.T, a *Answers, h http.Handler) *httptest.Server {
	t.Helper()
	tcp, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	limited := Limit(tcp, 100)
	s := httptest.NewUnstartedServer(a.Handler((&Bodies{Paces: DefaultPaces()}).Handler(h)))
	s.Listener.Close()
	s.Listener, s.EnableHTTP2 = limited, true
	s.Config.ConnState, s.Config.ConnContext = limited.ConnState, limited.ConnContext
	s.Config.HTTP2, s.Config.MaxHeaderBytes = HTTP2(), 64<<10
	s.StartTLS()
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// attacker speaks HTTP/2 frame by frame.
type attacker struct {
	*http2.Framer
	t    *testing.T
	conn net.Conn
	next uint32 // stream
}

// attack begins a connection on which nobody takes more than window bytes of an answer.
func attack(t *testing.T, s *httptest.Server, window uint32) *attacker {
	t.Helper()
	trust := s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	conn, err := tls.Dial("tcp", s.Listener.Addr().String(), &tls.Config{RootCAs: trust, ServerName: "example.com", NextProtos: []string{"h2"}, MinVersion: tls.VersionTLS12})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	a := &attacker{http2.NewFramer(conn, conn), t, conn, 1}
	if _, err := io.WriteString(conn, http2.ClientPreface); err != nil {
		t.Fatal(err)
	}
	if err := a.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: window}); err != nil {
		t.Fatal(err)
	}
	return a
}

// fields are the header of a request.
func fields(path string) []byte {
	var b bytes.Buffer
	e := hpack.NewEncoder(&b)
	for _, f := range [][2]string{{":method", "GET"}, {":scheme", "https"}, {":authority", "example.com"}, {":path", path}} {
		_ = e.WriteField(hpack.HeaderField{Name: f[0], Value: f[1]}) // a buffer takes everything
	}
	return b.Bytes()
}

// ask opens a stream.
func (a *attacker) ask(path string) (stream uint32, err error) {
	stream = a.next
	a.next += 2
	return stream, a.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: fields(path), EndHeaders: true, EndStream: true})
}

// status reads until the header of an answer comes, and is its status; 0 if the stream
// or the connection ends.
func (a *attacker) status(stream uint32) int {
	a.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	for {
		f, err := a.ReadFrame()
		if err != nil {
			return 0
		}
		switch f := f.(type) {
		case *http2.MetaHeadersFrame:
			if f.StreamID == stream {
				n := 0
				_, _ = fmt.Sscan(f.PseudoValue("status"), &n)
				return n
			}
		case *http2.RSTStreamFrame:
			if f.StreamID == stream {
				return 0
			}
		case *http2.SettingsFrame:
			if !f.IsAck() && a.WriteSettingsAck() != nil {
				return 0
			}
		}
	}
}

// get is an ordinary request.
func get(t *testing.T, s *httptest.Server, path string) int {
	t.Helper()
	answer, err := s.Client().Get(s.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.ProtoMajor != 2 {
		t.Errorf("the request went by %s", answer.Proto)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode
}

func TestAnswersOfHTTP2AreTaken(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 2)
	s := multiplexing(t, &Answers{reading: reading{part: 128 << 10, time: 200 * time.Millisecond}}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := w.Write(make([]byte, 4<<20))
		if err == nil {
			err = http.NewResponseController(w).Flush()
		}
		ended <- err
	}))
	a := attack(t, s, 1000)
	if _, err := a.ask("/"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("an answer that nobody takes is sent")
	}
	if status := get(t, s, "/"); status != http.StatusOK {
		t.Errorf("a client that takes its answer: %d", status)
	}
	if err := <-ended; err != nil {
		t.Errorf("a client that takes its answer: %v", err)
	}
}

// TestQuietStreams lets an answer rest for longer than its parts may take.
func TestQuietStreams(t *testing.T) {
	t.Parallel()
	s := multiplexing(t, &Answers{reading: reading{part: 128 << 10, time: 20 * time.Millisecond}}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for range 5 {
			_, err := io.WriteString(w, "event\n")
			if err == nil {
				err = http.NewResponseController(w).Flush()
			}
			if err != nil {
				t.Error(err)
			}
			time.Sleep(60 * time.Millisecond)
		}
	}))
	if status := get(t, s, "/"); status != http.StatusOK {
		t.Errorf("%d", status)
	}
}

// TestManyRequestsOfHTTP2 has one client ask for more beside each other than it may, on
// several connections.
func TestManyRequestsOfHTTP2(t *testing.T) {
	t.Parallel()
	release, running := make(chan struct{}), make(chan struct{}, 1000)
	s := multiplexing(t, &Answers{PerClient: 10}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/held" {
			running <- struct{}{}
			<-release
		}
	}))
	for range 2 {
		a := attack(t, s, 0)
		for range streamsOfConnection / 2 {
			if _, err := a.ask("/held"); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range streamsOfConnection {
		<-running
	}
	if status := get(t, s, "/"); status != http.StatusServiceUnavailable {
		t.Errorf("one more of the same client: %d", status)
	}
	close(release)
	for status := 0; status != http.StatusOK; time.Sleep(time.Millisecond) {
		status = get(t, s, "/")
	}
}

// TestRapidReset opens streams and ends them at once.
func TestRapidReset(t *testing.T) {
	t.Parallel()
	var now, most, all atomic.Int64
	s := multiplexing(t, &Answers{}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			return
		}
		all.Add(1)
		n := now.Add(1)
		defer now.Add(-1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(time.Millisecond) // a handler that doesn't see the end
	}))
	a := attack(t, s, 1000)
	go func() { _, _ = io.Copy(io.Discard, a.conn) }()
	const asked = 20_000
	sent := 0
	for ; sent < asked; sent++ {
		stream, err := a.ask("/work")
		if err == nil {
			err = a.WriteRSTStream(stream, http2.ErrCodeCancel)
		}
		if err != nil {
			break
		}
	}
	if status := get(t, s, "/"); status != http.StatusOK {
		t.Errorf("another client: %d", status)
	}
	if most.Load() > streamsOfConnection || all.Load() > asked/2 {
		t.Errorf("%d streams opened, %d handlers ran, %d beside each other", sent, all.Load(), most.Load())
	}
}

// TestEndlessHeadersOfHTTP2 sends a header that never ends.
func TestEndlessHeadersOfHTTP2(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	s := multiplexing(t, &Answers{}, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	var long bytes.Buffer
	e := hpack.NewEncoder(&long)
	for n := range 300 {
		_ = e.WriteField(hpack.HeaderField{Name: fmt.Sprint("x-", n), Value: "0123456789012345678901234567890"}) // a buffer takes everything
	}
	for name, start := range map[string][]byte{"long": long.Bytes(), "empty": nil} {
		a := attack(t, s, 1000)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = io.Copy(io.Discard, a.conn)
		}()
		err := a.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: fields("/"), EndStream: true})
		sent := 0
		for ; err == nil && sent < 1<<20; sent += 9 + len(start) {
			err = a.WriteContinuation(1, false, start)
		}
		if name == "long" && err == nil {
			<-ended // by the server
		}
		a.conn.Close()
	}
	if status := get(t, s, "/"); status != http.StatusOK || asked.Load() != 1 {
		t.Errorf("another client: %d, %d requests", status, asked.Load())
	}
}

// TestLargeHeadersOfHTTP2 names a long field of the compression table again and again:
// a few bytes each, and much memory.
func TestLargeHeadersOfHTTP2(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	s := multiplexing(t, &Answers{}, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	a := attack(t, s, 1000)
	var b bytes.Buffer
	b.Write(fields("/"))
	e := hpack.NewEncoder(&b)
	for range 10_000 {
		_ = e.WriteField(hpack.HeaderField{Name: "x-long", Value: string(bytes.Repeat([]byte("a"), 3000))}) // a buffer takes everything
	}
	if b.Len() > 16<<10 {
		t.Fatalf("%d bytes don't fit into a frame", b.Len())
	}
	if err := a.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: b.Bytes(), EndStream: true, EndHeaders: true}); err != nil {
		t.Fatal(err)
	}
	if status := a.status(1); status != http.StatusRequestHeaderFieldsTooLarge && status != 0 || asked.Load() != 0 {
		t.Errorf("a header of 30 MB: %d", status)
	}
}

// TestStreamsOfOneConnection opens more streams than a connection may have.
func TestStreamsOfOneConnection(t *testing.T) {
	t.Parallel()
	release, running := make(chan struct{}), atomic.Int64{}
	s := multiplexing(t, &Answers{PerClient: 1000}, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		running.Add(1)
		<-release
	}))
	a := attack(t, s, 1000)
	var last uint32
	var err error
	for range streamsOfConnection + 50 {
		if last, err = a.ask("/"); err != nil {
			break
		}
	}
	if status := a.status(last); status != 0 {
		t.Errorf("a stream too many: %d", status)
	}
	if n := running.Load(); n > streamsOfConnection {
		t.Errorf("%d requests of one connection", n)
	}
	close(release)
	if _, err := a.conn.Write(nil); errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
}
