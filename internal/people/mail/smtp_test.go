package mail_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"mime"
	"net"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	gomail "github.com/wneessen/go-mail"

	"quoin/internal/people/mail"
	"quoin/internal/people/mail/mailtest"
	"quoin/internal/platform/job"
)

// certificate is one for this machine, and the pool that trusts it.
func certificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	shape := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, shape, shape, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, MinVersion: tls.VersionTLS12}, pool
}

func server(t *testing.T, address string, more ...gomail.Option) *mail.Server {
	t.Helper()
	s, err := mail.ParseServer(address)
	if err != nil {
		t.Fatal(err)
	}
	s.With(more...)
	return s
}

func hello() mail.Message {
	return mail.Message{
		To: []string{"ann@example.org"}, Subject: "[Söme Site] Hello\r\nBcc: evil@example.org", Text: "Grüße\n.\nfrom here\n", HTML: "<p>Grüße</p>",
		ReplyTo: "guest@example.org", ID: "one",
	}
}

func TestDeliver(t *testing.T) {
	office := &mailtest.Office{User: "site@example.org"}
	keys, pool := certificate(t)
	at := office.Open(t, keys)
	trust := gomail.WithTLSConfig(&tls.Config{RootCAs: pool, ServerName: "127.0.0.1", MinVersion: tls.VersionTLS12})
	s := server(t, "smtp://site%40example.org:sec%3Aret%2F@"+at+"?from=The+Site+%3Csite@example.org%3E", trust)
	if err := s.Deliver(t.Context(), hello()); err != nil {
		t.Fatal(err)
	}
	if len(office.Letters()) != 1 {
		t.Fatalf("%d letters", len(office.Letters()))
	}
	got := office.Letters()[0]
	if got.From != "site@example.org" || fmt.Sprint(got.To) != "[ann@example.org]" {
		t.Errorf("from %s to %v", got.From, got.To)
	}
	m, err := netmail.ReadMessage(strings.NewReader(got.Text))
	if err != nil {
		t.Fatal(err)
	}
	subject, _ := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	for name, pair := range map[string][2]string{
		"subject": {subject, "[Söme Site] Hello Bcc: evil@example.org"}, "from": {m.Header.Get("From"), `"The Site" <site@example.org>`},
		"bcc": {m.Header.Get("Bcc"), ""}, "reply": {m.Header.Get("Reply-To"), "<guest@example.org>"}, "id": {m.Header.Get("Message-ID"), "<one@example.org>"},
		"auto": {m.Header.Get("Auto-Submitted"), "auto-generated"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s is %q, want %q", name, pair[0], pair[1])
		}
	}
	body, _ := io.ReadAll(m.Body)
	if !bytes.Contains(body, []byte("Gr=C3=BC=C3=9Fe")) || !bytes.Contains(body, []byte("text/html")) {
		t.Errorf("body %s", body)
	}
}

// TestDeliverFails tells failures that end by themselves from those that don't.
func TestDeliverFails(t *testing.T) {
	keys, pool := certificate(t)
	trust := gomail.WithTLSConfig(&tls.Config{RootCAs: pool, ServerName: "127.0.0.1", MinVersion: tls.VersionTLS12})
	secured := (&mailtest.Office{User: "site"}).Open(t, keys)
	plain := (&mailtest.Office{}).Open(t, nil)
	full := (&mailtest.Office{Refuse: &smtp.SMTPError{Code: 452, EnhancedCode: smtp.EnhancedCode{4, 2, 2}, Message: "mailbox full"}}).Open(t, nil)
	unknown := (&mailtest.Office{Refuse: &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such person"}}).Open(t, nil)
	for name, c := range map[string]struct {
		server  *mail.Server
		message mail.Message
		gone    bool
	}{
		"certificate that nobody trusts": {server(t, "smtp://"+secured+"?from=a@b.example"), hello(), false},
		"server without TLS":             {server(t, "smtp://"+plain+"?from=a@b.example"), hello(), false},
		"wrong password":                 {server(t, "smtp://site:wrong@"+secured+"?from=a@b.example", trust), hello(), false},
		"nobody there":                   {server(t, "smtp://127.0.0.1:1?from=a@b.example"), hello(), false},
		"mailbox full":                   {server(t, "smtp://"+full+"?from=a@b.example&tls=off"), hello(), false},
		"no such person":                 {server(t, "smtp://"+unknown+"?from=a@b.example&tls=off"), hello(), true},
		"no recipient":                   {server(t, "smtp://"+plain+"?from=a@b.example&tls=off"), mail.Message{To: []string{"nobody"}, ID: "x"}, true},
	} {
		err := c.server.Deliver(t.Context(), c.message)
		if err == nil || errors.Is(err, job.ErrGiveUp) != c.gone {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && strings.Contains(err.Error(), "wrong") && name == "wrong password" {
			t.Errorf("the password stands in %v", err)
		}
	}
	if err := server(t, "smtp://"+plain+"?from=a@b.example&tls=optional").Deliver(t.Context(), hello()); err != nil {
		t.Errorf("optional TLS: %v", err)
	}
}

func TestParseServer(t *testing.T) {
	for _, bad := range []string{
		"", "http://x?from=a@b.example", "smtp://?from=a@b.example", "smtp://host", "smtp://host?from=nobody", "smtp://host:0?from=a@b.example", "smtp://host:70000?from=a@b.example",
		"smtp://host?from=a@b.example&tls=maybe", "smtps://host?from=a@b.example&tls=off", "smtp://host/path?from=a@b.example", "smtp://host?from=a@b.example&x=1", "smtp://a:secret@ho st",
	} {
		if s, err := mail.ParseServer(bad); err == nil {
			t.Errorf("%s is taken for %v", bad, s)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("%v tells the password", err)
		}
	}
	if s := server(t, "smtps://u:p@mail.example?from=a@b.example"); s.String() != "mail.example as a@b.example" {
		t.Error(s)
	}
}

func TestLogHidesSecrets(t *testing.T) {
	for _, whole := range []bool{true, false} {
		var out bytes.Buffer
		s := mail.LogSender{Log: slog.New(slog.NewTextHandler(&out, nil)), Whole: func(context.Context) bool { return whole }}
		m := mail.Message{To: []string{"ann@example.org"}, Subject: "New\npassword", Text: "Follow this:\n\nhttps://example.org/wp-login.php?action=rp&key=SECRET\n\nOr give\n\n123456\n\nnow."}
		if err := s.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"SECRET", "123456"} {
			if strings.Contains(out.String(), secret) != whole {
				t.Errorf("whole %v: %s", whole, out.String())
			}
		}
		if !strings.Contains(out.String(), "https://example.org/wp-login.php") || !strings.Contains(out.String(), "New password") {
			t.Error(out.String())
		}
	}
}
