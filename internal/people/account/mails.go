package account

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/people/mail"
	"quoin/internal/platform/language"
)

// mails write to the owners of accounts and to whoever looks after the site. They are safe
// for concurrent use.
type mails struct {
	store  Store
	site   *site.Site
	sender mail.Sender
}

// tell mails a text to the owner of an account, see send.
func (m *mails) tell(ctx context.Context, u *user.User, subject, text string, values ...string) error {
	return m.send(user.SpeakTo(ctx, m.site, u), u.Email, subject, text, values...)
}

// send mails a text with values in its places to one person, in the language of ctx.
func (m *mails) send(ctx context.Context, to, subject, text string, values ...string) error {
	message := mail.Message{
		To: []string{to}, Subject: "[" + m.site.PlainTitle(ctx) + "] " + m.site.Say(ctx, subject),
		Text: m.site.Say(ctx, "Hello,") + "\n\n" + m.site.Say(ctx, text, values...) + "\n",
	}
	if err := m.sender.Send(ctx, message); err != nil {
		return fmt.Errorf("mail %q: %w", subject, err)
	}
	return nil
}

// tellAddress mails a text to whoever has an address, in the language of the account, or
// else of the site.
func (m *mails) tellAddress(ctx context.Context, email, subject, text string, values ...string) error {
	spoken := language.Speak(ctx, m.site.Language(ctx))
	switch u, err := m.store.UserByEmail(ctx, email); {
	case err == nil:
		spoken = user.SpeakTo(ctx, m.site, u)
	case !errors.Is(err, user.ErrNotFound):
		return err
	}
	return m.send(spoken, email, subject, text, values...)
}

// tellAdmin mails a text to whoever looks after the site, unless that is the
// one whom it is about, in the language of the site.
func (m *mails) tellAdmin(ctx context.Context, about, subject, text string, values ...string) error {
	admin := site.AdminEmail.Of(ctx, m.site)
	if admin == "" || strings.EqualFold(admin, about) {
		return nil
	}
	return m.send(language.Speak(ctx, m.site.Language(ctx)), admin, subject, text, values...)
}
