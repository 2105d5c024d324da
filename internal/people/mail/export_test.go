package mail

import (
	"crypto/x509"

	gomail "github.com/wneessen/go-mail"
)

// With adds options of the library, such as whom to trust.
func (s *Server) With(more ...gomail.Option) { s.options = append(s.options, more...) }

// Trust says whom to trust with smtps.
func (s *Server) Trust(roots *x509.CertPool) { s.roots = roots }
