// Package notice writes the messages that tell people of comments and notes:
// the author of an entry, those who judge comments, those whom a note names.
package notice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/people/mail"
	"quoin/internal/platform/access"
	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
)

// Comments tells people of comments. It implements comment.Notifier.
type Comments struct {
	Mail   mail.Sender
	Site   *site.Site
	Users  user.Store
	Store  content.Store
	Links  *content.Permalinks
	Policy comment.Policy
	// Actor is an account with the rights that its roles have at the site.
	Actor func(ctx context.Context, u *user.User) access.Actor
}

var _ comment.Notifier = (*Comments)(nil)

// Posted implements comment.Notifier.
func (n *Comments) Posted(ctx context.Context, e *content.Entry, c *comment.Comment, mentioned []int64) error {
	switch {
	case c.IsNote():
		return n.note(ctx, e, c, mentioned)
	case c.Status == comment.Hold:
		return n.held(ctx, e, c)
	case c.Status == comment.Approved:
		return n.approved(ctx, e, c)
	}
	return nil
}

// Changed follows writes of comments: one that was held until now is new to the
// author of its entry.
func (n *Comments) Changed(ctx context.Context, before, after *comment.Comment) error {
	if before == nil || before.Status != comment.Hold || after.Status != comment.Approved || after.IsNote() {
		return nil
	}
	e, err := n.Store.EntryByID(ctx, after.Entry)
	if errors.Is(err, content.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return n.approved(ctx, e, after)
}

// approved tells the author of an entry of a comment that everybody sees.
func (n *Comments) approved(ctx context.Context, e *content.Entry, c *comment.Comment) error {
	if !site.NotifyComments.Of(ctx, n.Site) {
		return nil
	}
	author, err := n.author(ctx, e, c)
	if err != nil || author == nil {
		return err
	}
	replyTo := ""
	if n.Policy.CanModerate(n.Actor(ctx, author)) {
		replyTo = c.AuthorEmail
	}
	ctx = user.SpeakTo(ctx, n.Site, author)
	return n.send(ctx, author.Email, n.Site.Say(ctx, "New comment on “%s”", n.title(ctx, e)), replyTo,
		n.Site.Say(ctx, "there is a new comment on “%s”.\n\n%s\n\nTo see it: %s", n.title(ctx, e), n.described(ctx, c, author), n.link(ctx, e, c)))
}

// held tells those who may judge a comment that it waits.
func (n *Comments) held(ctx context.Context, e *content.Entry, c *comment.Comment) error {
	if !site.NotifyHeld.Of(ctx, n.Site) {
		return nil
	}
	tell := func(ctx context.Context, address string, to *user.User) error {
		return n.send(ctx, address, n.Site.Say(ctx, "A comment on “%s” waits", n.title(ctx, e)), "",
			n.Site.Say(ctx, "a comment on “%s” waits to be approved.\n\n%s\n\nThe entry: %s\nTo approve it or put it away: %s",
				n.title(ctx, e), n.described(ctx, c, to), n.Links.Link(ctx, e), n.judge(ctx, c)))
	}
	admin := site.AdminEmail.Of(ctx, n.Site)
	if admin != "" {
		if err := tell(language.Speak(ctx, n.Site.Language(ctx)), admin, nil); err != nil {
			return err
		}
	}
	author, err := n.author(ctx, e, c)
	if err != nil || author == nil || strings.EqualFold(author.Email, admin) || !n.Policy.CanEdit(ctx, n.Actor(ctx, author), c, e) {
		return err
	}
	return tell(user.SpeakTo(ctx, n.Site, author), author.Email, author)
}

// note tells of an editorial note: the author of the entry, and whom it names.
// It goes to nobody who couldn't read it in the editor.
func (n *Comments) note(ctx context.Context, e *content.Entry, c *comment.Comment, mentioned []int64) error {
	if !site.NotifyNotes.Of(ctx, n.Site) {
		return nil
	}
	author, err := n.author(ctx, e, c)
	if err != nil {
		return err
	}
	if author != nil {
		ctx := user.SpeakTo(ctx, n.Site, author)
		err := n.send(ctx, author.Email, n.Site.Say(ctx, "New note on “%s”", n.title(ctx, e)), "",
			n.Site.Say(ctx, "%s wrote a note on “%s”:\n\n%s", n.name(ctx, c), n.title(ctx, e), textOf(c.Content)))
		if err != nil {
			return err
		}
	}
	mentioned = slices.DeleteFunc(slices.Clone(mentioned), func(id int64) bool { return id == e.Author })
	users, err := n.Users.UsersByID(ctx, mentioned)
	if err != nil {
		return fmt.Errorf("users whom note %d names: %w", c.ID, err)
	}
	for _, id := range mentioned {
		u := users[id]
		if u == nil || u.Email == "" || !n.Policy.CanEdit(ctx, n.Actor(ctx, u), c, e) {
			continue
		}
		ctx := user.SpeakTo(ctx, n.Site, u)
		err := n.send(ctx, u.Email, n.Site.Say(ctx, "A note on “%s” names you", n.title(ctx, e)), "",
			n.Site.Say(ctx, "%s named you in a note on “%s”:\n\n%s", n.name(ctx, c), n.title(ctx, e), textOf(c.Content)))
		if err != nil {
			return err
		}
	}
	return nil
}

// author is the author of an entry, if a comment is news to them: they have an
// address, may read the entry, and didn't write the comment.
func (n *Comments) author(ctx context.Context, e *content.Entry, c *comment.Comment) (*user.User, error) {
	if e.Author == 0 || e.Author == c.User {
		return nil, nil
	}
	u, err := n.Users.UserByID(ctx, e.Author)
	switch {
	case errors.Is(err, user.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("author of entry %d: %w", e.ID, err)
	case u.Email == "" || !n.Policy.Entries.CanRead(ctx, n.Actor(ctx, u), e):
		return nil, nil
	}
	return u, nil
}

// described is what is told of a comment. Where its writer called from and what
// address they gave is for those who judge comments: nil stands for whoever
// looks after the site.
func (n *Comments) described(ctx context.Context, c *comment.Comment, to *user.User) string {
	var b strings.Builder
	b.WriteString(n.Site.Say(ctx, "From: %s", n.name(ctx, c)))
	if to == nil || n.Policy.CanModerate(n.Actor(ctx, to)) {
		for _, line := range [][2]string{{"Address: %s", c.AuthorEmail}, {"IP address: %s", c.AuthorIP}} {
			if line[1] != "" {
				b.WriteString("\n" + n.Site.Say(ctx, line[0], line[1]))
			}
		}
	}
	if c.AuthorURL != "" {
		b.WriteString("\n" + n.Site.Say(ctx, "Page: %s", c.AuthorURL))
	}
	b.WriteString("\n\n" + textOf(c.Content))
	return b.String()
}

func (n *Comments) name(ctx context.Context, c *comment.Comment) string {
	if name := textOf(c.AuthorName); name != "" {
		return name
	}
	return n.Site.Say(ctx, "Somebody")
}

func (n *Comments) title(ctx context.Context, e *content.Entry) string {
	if title := textOf(e.Title); title != "" {
		return title
	}
	return n.Site.Say(ctx, "entry %s", strconv.FormatInt(e.ID, 10))
}

// link is where a comment is shown.
func (n *Comments) link(ctx context.Context, e *content.Entry, c *comment.Comment) string {
	return n.Links.Link(ctx, e) + "#comment-" + strconv.FormatInt(c.ID, 10)
}

// judge is the screen on which a comment is approved or put away.
func (n *Comments) judge(ctx context.Context, c *comment.Comment) string {
	return n.Site.Base(ctx) + "/wp-admin/comment.php?action=approve&c=" + strconv.FormatInt(c.ID, 10)
}

// textOf is stored HTML as text.
func textOf(html string) string {
	return strings.TrimSpace(entity.DecodeEntities(clean.StripAllTags(html)))
}

// send mails a text to one person; answers go to replyTo.
func (n *Comments) send(ctx context.Context, to, subject, replyTo, text string) error {
	m := mail.Message{
		To: []string{to}, Subject: "[" + n.Site.PlainTitle(ctx) + "] " + subject, Text: n.Site.Say(ctx, "Hello,") + "\n\n" + text + "\n", ReplyTo: replyTo,
	}
	if err := n.Mail.Send(ctx, m); err != nil {
		return fmt.Errorf("mail %q: %w", subject, err)
	}
	return nil
}
