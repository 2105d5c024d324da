package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"net"

	gomail "github.com/wneessen/go-mail"
)

// maxAnswers is how many bytes a mail server may say in one conversation, its
// certificates included. An answer may have as many lines as its server likes, and is
// held in memory until it ends.
const maxAnswers = 1 << 20

var errTalkative = errors.New("the mail server says more than a conversation takes")

// dialer reaches a mail server that is listened to for so long. With secure it speaks
// TLS from the first byte.
func (s *Server) dialer(secure bool) gomail.Option {
	return gomail.WithDialContextFunc(func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		heard := &listened{Conn: conn, left: maxAnswers}
		if !secure {
			return heard, nil
		}
		over := tls.Client(heard, &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12, RootCAs: s.roots})
		if err := over.HandshakeContext(ctx); err != nil {
			_ = conn.Close() // nothing was said yet
			return nil, err
		}
		return over, nil
	})
}

// listened is a connection from which so much is read.
type listened struct {
	net.Conn
	left int
}

// Read implements net.Conn.
func (l *listened) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errTalkative
	}
	n, err := l.Conn.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}
