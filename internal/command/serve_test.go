package command

import (
	"net"
	"testing"
)

func TestReachable(t *testing.T) {
	t.Parallel()
	bound := &net.TCPAddr{IP: net.IPv6unspecified, Port: 8081}
	for listen, want := range map[string]string{
		"127.0.0.1:8081": "127.0.0.1:8081", "example.org:8081": "example.org:8081", "[::1]:8081": "[::1]:8081",
		":8081": "localhost:8081", "0.0.0.0:8081": "localhost:8081", "[::]:8081": "localhost:8081",
		"localhost:0": "localhost:8081", "localhost:http": "localhost:8081",
	} {
		if got := reachable(listen, bound); got != want {
			t.Errorf("%s: %s, want %s", listen, got, want)
		}
	}
}
