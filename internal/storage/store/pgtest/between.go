package pgtest

import (
	"net"
	"net/url"
	"path/filepath"
	"testing"
)

// between is another address for a database. carry has each connection there, with the
// server's for it, and takes from the one to the other until it returns, when both end.
func between(t testing.TB, address string, carry func(client, server net.Conn)) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	network, server := "tcp", u.Host
	if socket := u.Query().Get("host"); socket != "" {
		network, server = "unix", filepath.Join(socket, ".s.PGSQL.5432")
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	go func() {
		for {
			client, err := ln.Accept()
			if err != nil {
				return
			}
			// As many are opened at the same time as a server takes: none waits for another.
			go func() {
				defer client.Close()
				conn, err := net.Dial(network, server)
				if err != nil {
					return
				}
				defer conn.Close()
				carry(client, conn)
			}()
		}
	}()
	q := u.Query()
	q.Del("host")
	q.Set("sslmode", "disable")
	u.Host, u.RawQuery = ln.Addr().String(), q.Encode()
	return u.String()
}
