package mail

import gomail "github.com/wneessen/go-mail"

// With adds options of the library, such as whom to trust.
func (s *Server) With(more ...gomail.Option) { s.options = append(s.options, more...) }
