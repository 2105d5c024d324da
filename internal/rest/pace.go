package rest

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// pacedBody is a body that must keep coming. What was read of one that stalls
// would stay in memory for as long as its sender likes.
type pacedBody struct {
	io.ReadCloser
	conn  *http.ResponseController
	pause time.Duration
}

func (b *pacedBody) Read(p []byte) (int, error) {
	// What has no deadlines has no connection to a client either.
	_ = b.conn.SetReadDeadline(time.Now().Add(b.pause))
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		// From here on the server listens whether the client goes away. After any
		// other error the deadline stays, and ends the connection.
		_ = b.conn.SetReadDeadline(time.Time{})
	}
	return n, err
}
