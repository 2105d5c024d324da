package pgtest

import (
	"io"
	"net"
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
	return between(t, address, func(client, server net.Conn) {
		go func() {
			_, _ = io.Copy(server, client)
			server.Close()
		}()
		answers(client, server, cuts)
	})
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
