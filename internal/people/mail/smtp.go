package mail

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"quoin/internal/platform/job"
)

// Server is a mail server that takes messages by SMTP. It is safe for concurrent
// use.
type Server struct {
	host    string
	from    *mail.Address
	options []gomail.Option
	roots   *x509.CertPool // whom to trust with smtps; nil for those of the system
}

// How long one step with the mail server may take, and a message in all.
const (
	stepTime    = 20 * time.Second
	deliverTime = time.Minute
)

// ParseServer reads the address of a mail server:
//
//	smtp://USER:PASSWORD@HOST:587?from=ADDRESS    TLS begun by STARTTLS, or nothing is sent
//	smtps://USER:PASSWORD@HOST:465?from=ADDRESS   TLS from the first byte
//
// The port may be left out, as may user and password. tls=optional takes a
// server without TLS too, tls=off doesn't try; neither sends a password in the
// clear to another machine. from may have a name, as in "The Site <a@b>".
func ParseServer(address string) (*Server, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("the address of the mail server can't be read (want smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS)")
	}
	if u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" || u.Path != "" && u.Path != "/" {
		return nil, errors.New("the address of the mail server begins with smtp:// or smtps:// and a host, and has no path")
	}
	s := &Server{host: u.Hostname()}
	q := u.Query()
	for name := range q {
		if name != "from" && name != "tls" {
			return nil, fmt.Errorf("the address of the mail server has from= and tls=, not %s=", name)
		}
	}
	if s.from, err = mail.ParseAddress(q.Get("from")); err != nil {
		return nil, errors.New("the address of the mail server lacks from=, the address that messages come from")
	}
	// A network may answer the probe for the connection's state with an error.
	s.options = []gomail.Option{gomail.WithTimeout(stepTime), gomail.WithoutNoop()}
	if err := s.setSecurity(u.Scheme, q.Get("tls"), u.Port()); err != nil {
		return nil, err
	}
	if u.User != nil {
		password, _ := u.User.Password()
		s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	if _, err := gomail.NewClient(s.host, s.options...); err != nil {
		return nil, fmt.Errorf("mail server %s: %w", s.host, err)
	}
	return s, nil
}

func (s *Server) setSecurity(scheme, tls, port string) error {
	number := 587
	s.options = append(s.options, s.dialer(scheme == "smtps"))
	switch {
	case scheme == "smtps" && tls == "":
		number = 465
		// The connection is one with TLS already, which the library finds out.
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	case scheme == "smtp" && tls == "":
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case scheme == "smtp" && tls == "optional":
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	case scheme == "smtp" && tls == "off":
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		return fmt.Errorf("the address of the mail server says tls=%s; there are tls=optional and tls=off, with smtp://", tls)
	}
	if port != "" {
		var err error
		if number, err = strconv.Atoi(port); err != nil || number < 1 || number > 65535 {
			return fmt.Errorf("the mail server can't listen on port %s", port)
		}
	}
	s.options = append(s.options, gomail.WithPort(number))
	return nil
}

// String names the server without its password.
func (s *Server) String() string { return s.host + " as " + s.from.Address }

// Deliver hands one message over. An error that wraps job.ErrGiveUp is for good.
func (s *Server) Deliver(ctx context.Context, m Message) error {
	ctx, cancel := context.WithTimeout(ctx, deliverTime)
	defer cancel()
	letter, err := s.letter(m)
	if err != nil {
		return fmt.Errorf("message %s: %w: %w", m.ID, err, job.ErrGiveUp)
	}
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return fmt.Errorf("mail server %s: %w", s.host, err)
	}
	if err := client.DialWithContext(ctx); err != nil {
		return fmt.Errorf("reach mail server %s: %w", s.host, err)
	}
	err = client.Send(letter)
	// The server has taken the message by now, or said why not.
	_ = client.Close()
	if err == nil {
		return nil
	}
	err = fmt.Errorf("message %s to mail server %s: %w", m.ID, s.host, err)
	if refusedForGood(err) {
		return errors.Join(err, job.ErrGiveUp)
	}
	return err
}

// Reach tells whether the server answers, and takes the password.
func (s *Server) Reach(ctx context.Context) error {
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return fmt.Errorf("mail server %s: %w", s.host, err)
	}
	if err := client.DialWithContext(ctx); err != nil {
		return fmt.Errorf("reach mail server %s: %w", s.host, err)
	}
	_ = client.Close() // it has answered
	return nil
}

// refusedForGood tells whether the server won't take the message at any time.
func refusedForGood(err error) bool {
	var refused *gomail.SendError
	var broken net.Error
	return errors.As(err, &refused) && !errors.As(err, &broken) && !refused.IsTemp() && refused.ErrorCode() >= 500
}

func (s *Server) letter(m Message) (*gomail.Msg, error) {
	m, err := m.sane()
	if err != nil {
		return nil, err
	}
	letter := gomail.NewMsg()
	letter.FromMailAddress(s.from)
	if err := letter.To(m.To...); err != nil {
		return nil, err
	}
	if m.ReplyTo != "" {
		if err := letter.ReplyTo(m.ReplyTo); err != nil {
			return nil, err
		}
	}
	letter.Subject(m.Subject)
	letter.SetDate()
	letter.SetMessageIDWithValue(m.ID + s.from.Address[strings.LastIndexByte(s.from.Address, '@'):])
	// Programs that answer by themselves leave it alone.
	letter.SetGenHeader("Auto-Submitted", "auto-generated")
	letter.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		letter.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return letter, nil
}
