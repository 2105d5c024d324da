// Package mailtest takes mail in tests: as a server, or within the program.
package mailtest

import (
	"crypto/tls"
	"io"
	"net"
	"slices"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Office is a real SMTP server that keeps what it takes.
type Office struct {
	// Refuse answers every recipient; nil takes all.
	Refuse *smtp.SMTPError
	// User has to log in with Password; "" is for everybody.
	User string

	mu      sync.Mutex
	letters []Letter
}

// Password is what the office wants of its User.
const Password = "sec:ret/"

// Letters are what was taken.
func (p *Office) Letters() []Letter {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.letters)
}

// Letter is one message with its envelope.
type Letter struct {
	From string
	To   []string
	Text string
}

// NewSession implements smtp.Backend.
func (p *Office) NewSession(*smtp.Conn) (smtp.Session, error) { return &caller{office: p}, nil }

type caller struct {
	office *Office
	now    Letter
	in     bool
}

func (c *caller) AuthMechanisms() []string { return []string{sasl.Plain} }

func (c *caller) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != c.office.User || password != Password {
			return smtp.ErrAuthFailed
		}
		c.in = true
		return nil
	}), nil
}

func (c *caller) Mail(from string, _ *smtp.MailOptions) error {
	if c.office.User != "" && !c.in {
		return smtp.ErrAuthRequired
	}
	c.now = Letter{From: from}
	return nil
}

func (c *caller) Rcpt(to string, _ *smtp.RcptOptions) error {
	if c.office.Refuse != nil {
		return c.office.Refuse
	}
	c.now.To = append(c.now.To, to)
	return nil
}

func (c *caller) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	c.now.Text = string(text)
	c.office.mu.Lock()
	defer c.office.mu.Unlock()
	c.office.letters = append(c.office.letters, c.now)
	return err
}

func (c *caller) Reset()        { c.now = Letter{} }
func (c *caller) Logout() error { return nil }

// Open starts the server until the test ends; with TLS it takes log-ins only over that.
func (p *Office) Open(t testing.TB, keys *tls.Config) string {
	t.Helper()
	s := smtp.NewServer(p)
	s.Domain, s.TLSConfig, s.AllowInsecureAuth = "localhost", keys, keys == nil
	s.ErrorLog = quietLog{}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
	return l.Addr().String()
}

type quietLog struct{}

func (quietLog) Printf(string, ...any) {}
func (quietLog) Println(...any)        {}
