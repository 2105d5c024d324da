package mail_test

import (
	"crypto/tls"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"quoin/internal/people/mail"
	"quoin/internal/people/mail/mailtest"
)

// A mail server whose greeting never ends, as many lines or as one, is left after a
// megabyte.
func TestServersThatNeverEnd(t *testing.T) {
	t.Parallel()
	for name, piece := range map[string]string{"lines": "220-" + strings.Repeat("x", 60) + "\r\n", "one line": strings.Repeat("x", 1000)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			var said atomic.Int64
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				conn, err := l.Accept()
				if err != nil {
					return
				}
				defer func() { _ = conn.Close() }()
				for {
					n, err := io.WriteString(conn, piece)
					said.Add(int64(n))
					if err != nil {
						return
					}
				}
			}()
			err = server(t, "smtp://"+l.Addr().String()+"?from=a@b.example&tls=off").Deliver(t.Context(), hello())
			if err == nil || !strings.Contains(err.Error(), "says more than") {
				t.Errorf("%v", err)
			}
			_ = l.Close()
			<-ended
			if said.Load() > 64<<20 { // what the system holds for both is among it
				t.Errorf("the server said %d bytes", said.Load())
			}
		})
	}
}

// A server is reached with TLS from the first byte, and told the password over that.
func TestDeliverOverTLS(t *testing.T) {
	t.Parallel()
	keys, pool := certificate(t)
	office := &mailtest.Office{User: "site"}
	plain := office.Open(t, nil)
	l, err := tls.Listen("tcp", "127.0.0.1:0", keys)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", plain)
			if err != nil {
				_ = conn.Close()
				return
			}
			go func() { _, _ = io.Copy(to, conn); _ = to.Close() }()
			go func() { _, _ = io.Copy(conn, to); _ = conn.Close() }()
		}
	}()
	address := "smtps://site:sec%3Aret%2F@" + l.Addr().String() + "?from=a@b.example"
	if err := server(t, address).Deliver(t.Context(), hello()); err == nil {
		t.Error("a certificate that nobody trusts is taken")
	}
	s := server(t, address)
	s.Trust(pool)
	if err := s.Deliver(t.Context(), hello()); err != nil || len(office.Letters()) != 1 {
		t.Errorf("%v, %d letters", err, len(office.Letters()))
	}
}

// Nothing that a guest writes becomes a header or a step of the conversation, however
// long it is.
func TestHostileLetters(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*mail.Message){
		"subject":    func(m *mail.Message) { m.Subject = "a\r\nBcc: evil@example.org\r\n\r\nbody" },
		"bare line":  func(m *mail.Message) { m.Subject = "a\nBcc: evil@example.org" },
		"long":       func(m *mail.Message) { m.Subject = strings.Repeat("é", 1<<20) },
		"invalid":    func(m *mail.Message) { m.Subject = "\xff\xfe\x00\r\nBcc: evil@example.org" },
		"reply":      func(m *mail.Message) { m.ReplyTo = "a@b.example\r\nBcc: evil@example.org" },
		"reply name": func(m *mail.Message) { m.ReplyTo = "\"x\r\nBcc: evil@example.org\" <a@b.example>" },
		"recipient":  func(m *mail.Message) { m.To = append(m.To, "a@b.example>\r\nRCPT TO:<evil@example.org") },
		"text":       func(m *mail.Message) { m.Text = "a\r\n.\r\nMAIL FROM:<x@y.example>\r\nRCPT TO:<evil@example.org>\r\n" },
		"bare dot":   func(m *mail.Message) { m.Text = "a\n.\nRCPT TO:<evil@example.org>\n" },
		"one line":   func(m *mail.Message) { m.Text = strings.Repeat("x", 200_000) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			office := &mailtest.Office{}
			m := hello()
			change(&m)
			if err := server(t, "smtp://"+office.Open(t, nil)+"?from=a@b.example&tls=off").Deliver(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			letters := office.Letters()
			if len(letters) != 1 || len(letters[0].To) != 1 || letters[0].To[0] != "ann@example.org" {
				t.Fatalf("%d letters: %+v", len(letters), letters)
			}
			head, _, _ := strings.Cut(letters[0].Text, "\r\n\r\n")
			if strings.Contains(head, "\r\nBcc:") || strings.Contains(head, "\nBcc:") || len(head) > 16<<10 {
				t.Errorf("a header of %d bytes: %.2000q", len(head), head)
			}
			for line := range strings.SplitSeq(letters[0].Text, "\r\n") {
				if len(line) > 998 {
					t.Errorf("a line of %d bytes: %.100q", len(line), line)
				}
			}
		})
	}
}
