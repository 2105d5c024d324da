package netlimit

import (
	"io"
	"net"
	"testing"
	"time"
)

// writes writes to one client in one piece and tells how that ended.
func writes(t *testing.T, r reading, size int) (client net.Conn, ended <-chan error) {
	t.Helper()
	tcp, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	l := Limit(tcp, 10)
	l.reading = r
	t.Cleanup(func() { l.Close() })
	done := make(chan error, 1)
	go func() {
		c, err := l.Accept()
		if err == nil {
			_, err = c.Write(make([]byte, size))
			c.Close()
		}
		done <- err
	}()
	client, err = net.Dial("tcp", tcp.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client, done
}

const large = 48 << 20 // more than any system takes off our hands

func TestClientsThatDontReadAreLeft(t *testing.T) {
	t.Parallel()
	_, ended := writes(t, reading{part: 1 << 10, time: 50 * time.Millisecond}, large)
	if err := <-ended; err == nil {
		t.Error("everything was written to nobody")
	}
}

func TestSlowClientsGetEverything(t *testing.T) {
	t.Parallel()
	// Reading it all takes longer than any part may; no pause takes as long.
	client, ended := writes(t, reading{part: 1, time: 2 * time.Second}, large)
	got := int64(0)
	for {
		n, err := io.CopyN(io.Discard, client, 2<<20)
		if got += n; err != nil {
			break
		}
		time.Sleep(150 * time.Millisecond)
	}
	if err := <-ended; err != nil || got != large {
		t.Errorf("%d bytes, %v", got, err)
	}
}

func TestTimesShrinkAsPlacesFill(t *testing.T) {
	t.Parallel()
	l := Limit(nil, 10)
	for open, want := range map[int64]float64{0: 1, 5: 1, 8: 0.4, 10: 0.1} {
		l.count.Store(open)
		if got := l.patience(); got < want-0.01 || got > want+0.01 {
			t.Errorf("with %d of 10 places taken clients get %v of the time", open, got)
		}
	}
}
