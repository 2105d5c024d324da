package mail

import (
	"context"
	"log/slog"
	"regexp"
)

// LogSender writes messages to the log, for sites that send no mail.
type LogSender struct {
	Log *slog.Logger
	// Whole tells whether the log may have the secrets in links and codes, so
	// that they can be tried on the machine where the site is worked on.
	Whole func(ctx context.Context) bool
}

// Send implements Sender.
func (s LogSender) Send(ctx context.Context, m Message) error {
	text := m.Text
	if s.Whole == nil || !s.Whole(ctx) {
		text = hideSecrets(text)
	}
	s.Log.InfoContext(ctx, "mail isn't set up, a message stays here", "to", m.To, "subject", oneLine(m.Subject), "text", text)
	return nil
}

var (
	queries = regexp.MustCompile(`(https?://[^\s?]+)\?\S+`)
	codes   = regexp.MustCompile(`(?m)^\s*[0-9A-Z-]{4,64}\s*$`)
)

// hideSecrets leaves out what lets whoever reads it in: the queries of
// addresses, and codes that stand on lines of their own.
func hideSecrets(text string) string {
	return codes.ReplaceAllString(queries.ReplaceAllString(text, "$1?(hidden)"), "(hidden)")
}
