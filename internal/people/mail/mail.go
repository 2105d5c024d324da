// Package mail is how the site sends messages to people.
//
// Whoever has something to tell hands a Message to a Sender, in the transaction
// of what it tells. With a mail server that is a Queue: the message becomes a
// job, so that it is sent exactly when the transaction commits, survives a
// restart, and is tried again while the mail server can't be reached. Without
// one it is a LogSender.
package mail

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
)

// Message is one message in plain text, and optionally in HTML beside it.
type Message struct {
	To      []string // addresses
	Subject string   // one line
	Text    string
	HTML    string `json:",omitempty"` // "" for none
	// ReplyTo is where answers go, "" for whoever sends the message.
	ReplyTo string `json:",omitempty"`
	// ID tells the message from all others, also when it is sent twice: what is
	// before the @ of its Message-ID. Queue sets it.
	ID string `json:",omitempty"`
}

// Sender takes messages. Send joins the transaction of ctx where it has one,
// so that nothing is sent for a write that was rolled back; it doesn't wait
// for the delivery.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// Bounds on a message. What is longer says nothing that was meant.
const (
	maxRecipients = 50
	maxSubject    = 500
	maxBody       = 1 << 20
)

// sane makes a message one that can be sent, or tells why there is none: what
// can't be written to isn't, and addresses may come from anywhere.
func (m Message) sane() (Message, error) {
	m.To = slices.DeleteFunc(slices.Clone(m.To), func(to string) bool { return !isAddress(to) })
	if len(m.To) == 0 || len(m.To) > maxRecipients {
		return m, fmt.Errorf("a message goes to 1 to %d addresses, not %d", maxRecipients, len(m.To))
	}
	if len(m.Text)+len(m.HTML) > maxBody {
		return m, errors.New("the message is too long")
	}
	if !isAddress(m.ReplyTo) {
		m.ReplyTo = ""
	}
	m.Subject = oneLine(m.Subject)
	return m, nil
}

func isAddress(s string) bool {
	_, err := mail.ParseAddress(s)
	return err == nil
}

// oneLine makes a header of a text: a break in one would begin another.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxSubject {
		s = strings.ToValidUTF8(s[:maxSubject], "")
	}
	return s
}
