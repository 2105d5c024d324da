package netlimit

import (
	"net"
	"testing"
	"time"
)

// TestAcceptWaiting has clients connect that nobody accepts yet: closing the
// listener would reset them, so whoever is about to waits until they are accepted.
func TestAcceptWaiting(t *testing.T) {
	t.Parallel()
	tcp, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	l := Limit(tcp, 100)
	defer l.Close()
	const clients = 5
	for range clients {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	if n := waiting(tcp); n != clients {
		t.Fatalf("%d connections wait, want %d", n, clients)
	}
	if l.AcceptWaiting(10 * time.Millisecond) {
		t.Error("nobody accepts, and nothing waits")
	}
	accepted := make(chan struct{}, clients)
	go func() {
		for range clients {
			time.Sleep(5 * time.Millisecond)
			if c, err := l.Accept(); err == nil {
				defer c.Close()
				accepted <- struct{}{}
			}
		}
	}()
	if !l.AcceptWaiting(20 * time.Second) {
		t.Error("the wait isn't over when all are accepted")
	}
	if n := waiting(tcp); n != 0 {
		t.Errorf("%d connections wait", n)
	}
	for range clients {
		<-accepted
	}
}
