package comment

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"quoin/internal/access"
	"quoin/internal/content"
	"quoin/internal/fault"
	"quoin/internal/markup/clean"
	"quoin/internal/markup/entity"
	"quoin/internal/markup/sanitize"
	"quoin/internal/site"
	"quoin/internal/user"
)

// Service is the only writer of comments. Its methods join the transaction of
// their context.
type Service struct {
	Store   Store
	Entries content.Store
	Users   user.Store
	Site    *site.Site
	// Render shows a comment, so that the links that visitors would see can be
	// counted.
	Render func(ctx context.Context, c *Comment) string
	// Notify is told of new comments; nil tells nobody.
	Notify Notifier
}

// Notifier tells people about comments. It is called inside the transaction of
// the change, so an implementation that sends mail enqueues that.
type Notifier interface {
	// Posted follows a new comment; mentioned are the users that a note names.
	Posted(ctx context.Context, e *content.Entry, c *Comment, mentioned []int64) error
}

// LogNotifier writes new comments to the log, for sites that send no mail.
type LogNotifier struct{ Log *slog.Logger }

// Posted implements Notifier.
func (n LogNotifier) Posted(_ context.Context, e *content.Entry, c *Comment, mentioned []int64) error {
	n.Log.Info("new comment", "comment", c.ID, "entry", e.ID, "status", string(c.Status), "type", c.ShownType(), "mentioned", mentioned)
	return nil
}

// Draft is a comment as somebody sends it. Date "" means now.
type Draft struct {
	Entry   *content.Entry
	Parent  int64
	Type    string
	User    int64
	Name    string
	Email   string
	URL     string
	IP      string
	Agent   string
	Content string
	Date    content.Date
}

// Faults of the service, as the reference answers them.
var (
	ErrContent     = fault.BadRequest("rest_comment_content_invalid", "A comment needs a text.")
	ErrAuthorData  = fault.BadRequest("rest_comment_author_data_required", "A comment needs a name and an e-mail address.")
	ErrDuplicate   = fault.New(409, "comment_duplicate", "You have said that already.")
	ErrFlood       = fault.BadRequest("comment_flood", "You are commenting too fast; wait a moment.")
	errNameLength  = fault.BadRequest("comment_author_column_length", "The name is too long.")
	errEmailLength = fault.BadRequest("comment_author_email_column_length", "The e-mail address is too long.")
	errURLLength   = fault.BadRequest("comment_author_url_column_length", "The address is too long.")
	errTooLong     = fault.BadRequest("comment_content_column_length", "The text is too long.")
)

// The most bytes that the texts of a comment may have.
const (
	maxNameBytes    = 245
	maxEmailBytes   = 100
	maxURLBytes     = 200
	maxContentBytes = 65525
)

// Create stores a new comment of the actor's and returns it as stored. An
// empty text is the caller's to refuse, since notes may be empty.
func (s *Service) Create(ctx context.Context, a access.Actor, d Draft) (*Comment, error) {
	if d.User == 0 && d.Name == "" && d.Email == "" && d.URL == "" && a.ID != 0 {
		u, err := s.Users.UserByID(ctx, a.ID)
		if err != nil {
			return nil, fmt.Errorf("author of new comment: %w", err)
		}
		d.User, d.Name, d.Email, d.URL = u.ID, u.Name, u.Email, user.HomePage(ctx, s.Site, u)
	}
	if s.Site.Bool(ctx, "require_name_email", true) && (d.Name == "" || d.Email == "") {
		return nil, ErrAuthorData
	}
	c := &Comment{
		Entry: d.Entry.ID, Parent: d.Parent, User: d.User, Type: d.Type, AuthorName: d.Name, AuthorEmail: d.Email,
		AuthorURL: d.URL, AuthorIP: d.IP, Agent: d.Agent, Content: d.Content, Meta: content.Meta{},
		Date: d.Date.Local, DateUTC: d.Date.UTC,
	}
	if c.Type == "" {
		c.Type = TypeComment
	}
	if c.Date == "" {
		c.Date, c.DateUTC = s.Site.Stamp(ctx)
	}
	if err := checkLengths(c); err != nil {
		return nil, err
	}
	c.Status = Approved
	if !c.IsNote() {
		if err := s.refuse(ctx, a, c); err != nil {
			return nil, err
		}
		status, err := s.approval(ctx, d.Entry, c)
		if err != nil {
			return nil, err
		}
		c.Status = status
	}
	s.filter(ctx, c, a.Can("unfiltered_html"))
	if err := s.Store.InsertComment(ctx, c); err != nil {
		return nil, fmt.Errorf("create comment: %w", err)
	}
	if s.Notify != nil {
		if err := s.Notify.Posted(ctx, d.Entry, c, mentioned(c)); err != nil {
			return nil, fmt.Errorf("notify of comment %d: %w", c.ID, err)
		}
	}
	return c, nil
}

// Change is what an update asks for; nil leaves a part as it is.
type Change struct {
	Entry, Parent, User *int64
	Name, Email, URL    *string
	IP, Agent, Content  *string
	Date                *content.Date
}

func set[T any](dst *T, v *T) {
	if v != nil {
		*dst = *v
	}
}

// Update changes a comment, which the caller loaded in the same transaction,
// and returns it as stored. The given comment isn't touched.
func (s *Service) Update(ctx context.Context, a access.Actor, before *Comment, ch Change) (*Comment, error) {
	if ch.Content != nil && *ch.Content == "" {
		return nil, ErrContent
	}
	c := before.Clone()
	set(&c.Entry, ch.Entry)
	set(&c.Parent, ch.Parent)
	set(&c.User, ch.User)
	set(&c.AuthorName, ch.Name)
	set(&c.AuthorEmail, ch.Email)
	set(&c.AuthorURL, ch.URL)
	set(&c.AuthorIP, ch.IP)
	set(&c.Agent, ch.Agent)
	set(&c.Content, ch.Content)
	if ch.Date != nil {
		c.Date = ch.Date.Local
	}
	// Compat: the date in UTC follows from the other one at every update.
	c.DateUTC = s.Site.ToUTC(ctx, c.Date)
	if err := checkLengths(&Comment{
		AuthorName: deref(ch.Name), AuthorEmail: deref(ch.Email), AuthorURL: deref(ch.URL), Content: deref(ch.Content),
	}); err != nil {
		return nil, err
	}
	free := a.Can("unfiltered_html")
	if free {
		var err error
		if free, err = s.mayWriteHTML(ctx, before.User); err != nil {
			return nil, err
		}
	}
	s.filter(ctx, c, free)
	if err := s.Store.UpdateComment(ctx, c); err != nil {
		return nil, fmt.Errorf("update comment %d: %w", c.ID, err)
	}
	return c, nil
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// mayWriteHTML tells whether the writer of a comment may use any HTML: an
// editor who changes the comment of another doesn't vouch for all of it.
func (s *Service) mayWriteHTML(ctx context.Context, id int64) (bool, error) {
	if id == 0 {
		return false, nil
	}
	found, err := s.Users.UsersByID(ctx, []int64{id})
	if err != nil {
		return false, fmt.Errorf("author %d of comment: %w", id, err)
	}
	u := found[id]
	return u != nil && access.NewActor(u.ID, u.Login, u.Roles).Can("unfiltered_html"), nil
}

// checkLengths refuses texts that are longer than their columns.
func checkLengths(c *Comment) error {
	switch {
	case len(c.AuthorName) > maxNameBytes:
		return errNameLength
	case len(c.AuthorEmail) > maxEmailBytes:
		return errEmailLength
	case len(c.AuthorURL) > maxURLBytes:
		return errURLLength
	case len(c.Content) > maxContentBytes:
		return errTooLong
	}
	return nil
}

// filter brings the texts of a comment into the form in which they are stored.
// free leaves the HTML of the content as it is.
func (s *Service) filter(ctx context.Context, c *Comment, free bool) {
	c.AuthorName = entity.SpecialChars(sanitize.Inline(clean.TextField(c.AuthorName)), entity.NoQuotes, false)
	c.AuthorEmail = clean.Email(strings.TrimSpace(c.AuthorEmail))
	c.AuthorURL = clean.URL(clean.StripAllTags(c.AuthorURL), nil)
	c.Content = entity.FixWindows(c.Content)
	if !free {
		c.Content = sanitize.Comment(c.Content)
	}
	c.Content = sanitize.Rel(c.Content, sanitize.UGC, hostOf(s.Site.Base(ctx)))
}

func hostOf(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	host, _, _ = strings.Cut(host, ":")
	return strings.ToLower(host)
}
