package mailtest

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quoin/internal/people/mail"
	"quoin/internal/storage/store"
)

// Outbox is a mail.Sender that keeps what a site sends.
type Outbox struct {
	mu   sync.Mutex
	sent []mail.Message
}

// Send takes a message when what it belongs to is stored: a transaction may be
// begun again.
func (o *Outbox) Send(ctx context.Context, m mail.Message) error {
	store.AfterCommit(ctx, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.sent = append(o.sent, m)
	})
	return nil
}

// Sent are the messages that are kept, the oldest first.
func (o *Outbox) Sent() []mail.Message {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.sent)
}

// Last is the newest message, an empty one without any.
func (o *Outbox) Last() mail.Message {
	sent := o.Sent()
	if len(sent) == 0 {
		return mail.Message{}
	}
	return sent[len(sent)-1]
}

// Clear forgets all messages.
func (o *Outbox) Clear() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sent = nil
}

// Link waits for a message to an address whose subject has a text in it, forgets it,
// and returns the last link in it.
func (o *Outbox) Link(t testing.TB, to, subject string) string {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if m, ok := o.take(to, subject); ok {
			links := regexp.MustCompile(`http://\S+`).FindAllString(m.Text, -1)
			if len(links) == 0 {
				t.Fatalf("no link in %q", m.Text)
			}
			return links[len(links)-1]
		}
	}
	t.Fatalf("no message about %q to %s", subject, to)
	return ""
}

func (o *Outbox) take(to, subject string) (mail.Message, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	i := slices.IndexFunc(o.sent, func(m mail.Message) bool { return m.To[0] == to && strings.Contains(m.Subject, subject) })
	if i < 0 {
		return mail.Message{}, false
	}
	m := o.sent[i]
	o.sent = slices.Delete(o.sent, i, i+1)
	return m, true
}
