package pgtest

import (
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
)

// Cut is another address for a database, over which answers are lost: while cuts says
// yes to an answer's command tag, such as COMMIT, the server has carried the command
// out, and the client hears in place of the answer that the server ends the
// connection, as from pg_terminate_backend in that moment.
func (s *Server) Cut(t testing.TB, address string, cuts func(tag string) bool) string {
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
			go func() {
				defer client.Close()
				conn, err := net.Dial(network, server)
				if err != nil {
					return
				}
				defer conn.Close()
				go func() {
					_, _ = io.Copy(conn, client)
					conn.Close()
				}()
				answers(client, conn, cuts)
			}()
		}
	}()
	q := u.Query()
	q.Del("host")
	q.Set("sslmode", "disable")
	u.Host, u.RawQuery = ln.Addr().String(), q.Encode()
	return u.String()
}

// answers copies what a server says until one of the answers is cut.
func answers(client io.Writer, server io.Reader, cuts func(tag string) bool) {
	from := pgproto3.NewFrontend(server, io.Discard)
	for {
		message, err := from.Receive()
		if err != nil {
			return
		}
		done, ok := message.(*pgproto3.CommandComplete)
		cut := ok && cuts(string(done.CommandTag))
		if cut {
			message = &pgproto3.ErrorResponse{
				Severity: "FATAL", SeverityUnlocalized: "FATAL", Code: "57P01",
				Message: "terminating connection due to administrator command",
			}
		}
		text, err := message.Encode(nil)
		if err != nil {
			return
		}
		if _, err := client.Write(text); err != nil || cut {
			return
		}
	}
}

// Once is for Cut: cuts says yes to the first answer with a tag after arm.
func Once(tag string) (cuts func(string) bool, arm func()) {
	var armed atomic.Bool
	return func(got string) bool { return got == tag && armed.CompareAndSwap(true, false) },
		func() { armed.Store(true) }
}
