package comment

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/scope"
)

// Service is the only writer of comments. Its methods join the transaction of
// their context.
type Service struct {
	Store Store
	Users user.Store
	Site  *site.Site
	// Render shows a comment, so that the links that visitors would see can be
	// counted.
	Render func(ctx context.Context, c *Comment) string
	// Actor is an account with the rights that its roles have at the site; nil knows those of
	// every site.
	Actor func(ctx context.Context, u *user.User) access.Actor
	// Notify is told of new comments; nil tells nobody.
	Notify Notifier
	Hooks  Hooks
}

// Notifier tells people about comments. It is called inside the transaction of
// the change, so an implementation that sends mail enqueues that.
type Notifier interface {
	// Posted follows a new comment; mentioned are the users that a note names.
	Posted(ctx context.Context, e *content.Entry, c *Comment, mentioned []int64) error
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
	// SetStatus is a word for the status, see Service.applyStatus; "" leaves
	// it to the rules of the site.
	SetStatus string
	Meta      content.Meta
}

// The refusals of the service.
var (
	ErrContent       = errors.New("a comment needs a text")
	ErrAuthorData    = errors.New("a comment needs a name and an e-mail address")
	ErrDuplicate     = errors.New("this was said already")
	ErrFlood         = errors.New("this follows the last comment too soon")
	ErrNameLength    = errors.New("the name is too long")
	ErrEmailLength   = errors.New("the e-mail address is too long")
	ErrURLLength     = errors.New("the address is too long")
	ErrContentLength = errors.New("the text is too long")
	ErrAgentLength   = errors.New("the name of the program is too long")
)

// The most bytes that the texts of a comment may have.
const (
	maxNameBytes    = 245
	maxEmailBytes   = 100
	maxURLBytes     = 200
	maxContentBytes = 65525
	MaxAgentBytes   = 255
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
	if d.User == 0 && !a.Can("moderate_comments") {
		// Whatever name it has: who may approve it, and how soon the next one
		// may follow, depends on who wrote it.
		d.User = a.ID
	}
	if site.RequireNameEmail.Of(ctx, s.Site) && (d.Name == "" || d.Email == "") {
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
	ch := Change{Meta: maps.Clone(d.Meta)}
	s.applyStatus(c, d.SetStatus, &ch)
	s.filter(ctx, c, a.Can("unfiltered_html"))
	if err := s.Hooks.Before(ctx, nil, c, &ch); err != nil {
		return nil, err
	}
	for key, values := range ch.Meta {
		if len(values) > 0 {
			c.Meta[key] = values
		}
	}
	if err := s.Store.InsertComment(ctx, c); err != nil {
		return nil, fmt.Errorf("create comment: %w", err)
	}
	if s.Notify != nil {
		if err := s.Notify.Posted(ctx, d.Entry, c, mentioned(c)); err != nil {
			return nil, fmt.Errorf("notify of comment %d: %w", c.ID, err)
		}
	}
	return c, s.Hooks.Saved(ctx, nil, c)
}

// Copy stores a copy of a comment below another entry, as it is: it was judged
// before, and nobody is told of it. It keeps its date, or gets the present one.
func (s *Service) Copy(ctx context.Context, c *Comment, e *content.Entry, parent int64, keepDate bool) (*Comment, error) {
	copied := c.Clone()
	copied.ID, copied.Entry, copied.Parent = 0, e.ID, parent
	if !keepDate {
		copied.Date, copied.DateUTC = s.Site.Stamp(ctx)
	}
	if err := s.Hooks.Before(ctx, nil, copied, &Change{}); err != nil {
		return nil, err
	}
	if err := s.Store.InsertComment(ctx, copied); err != nil {
		return nil, fmt.Errorf("copy comment %d: %w", c.ID, err)
	}
	return copied, s.Hooks.Saved(ctx, nil, copied)
}

// Change is what an update asks for; nil leaves a part as it is.
type Change struct {
	Entry, Parent, User *int64
	Name, Email, URL    *string
	IP, Agent, Content  *string
	Date                *content.Date
	// SetStatus is a word for the status, see Service.applyStatus.
	SetStatus string
	// Meta replaces the values of keys; an empty list removes one. Other keys
	// stay.
	Meta content.Meta
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
	// Compat (core-v2/comments#the date in UTC follows): the date in UTC follows from the other one at every update.
	c.DateUTC = s.Site.ToUTC(ctx, c.Date)
	if err := checkLengths(&Comment{
		AuthorName: deref(ch.Name), AuthorEmail: deref(ch.Email), AuthorURL: deref(ch.URL), Content: deref(ch.Content), Agent: deref(ch.Agent),
	}); err != nil {
		return nil, err
	}
	free, err := s.mayKeepHTML(ctx, a, before)
	if err != nil {
		return nil, err
	}
	s.filter(ctx, c, free)
	s.applyStatus(c, ch.SetStatus, &ch)
	return c, s.update(ctx, before, c, ch)
}

// update stores a changed comment with its meta.
func (s *Service) update(ctx context.Context, before, c *Comment, ch Change) error {
	ch.Meta = maps.Clone(ch.Meta)
	if err := s.Hooks.Before(ctx, before, c, &ch); err != nil {
		return err
	}
	if err := s.Store.UpdateComment(ctx, c); err != nil {
		return fmt.Errorf("update comment %d: %w", c.ID, err)
	}
	for _, key := range slices.Sorted(maps.Keys(ch.Meta)) {
		values := ch.Meta[key]
		if len(values) == 0 && len(c.Meta[key]) == 0 {
			continue
		}
		if err := s.Store.SetCommentMeta(ctx, c.ID, key, values...); err != nil {
			return fmt.Errorf("comment %d: %w", c.ID, err)
		}
		if c.Meta == nil {
			c.Meta = content.Meta{}
		}
		if c.Meta[key] = values; len(values) == 0 {
			delete(c.Meta, key)
		}
	}
	return s.Hooks.Saved(ctx, before, c)
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Prepare filters the text of a coming Create before its transaction: the
// request remembers the result. free leaves the HTML as it is.
func (s *Service) Prepare(ctx context.Context, text string, free bool) {
	if len(text) <= maxContentBytes {
		s.filter(ctx, &Comment{Content: text}, free)
	}
}

// PrepareUpdate does the same for an Update that makes the text of a comment
// the given one.
func (s *Service) PrepareUpdate(ctx context.Context, a access.Actor, before *Comment, text string) {
	// An error is met again, and told, in the transaction.
	if free, err := s.mayKeepHTML(ctx, a, before); err == nil {
		s.Prepare(ctx, text, free)
	}
}

// mayKeepHTML tells whether a comment that the actor changes may have any HTML.
func (s *Service) mayKeepHTML(ctx context.Context, a access.Actor, before *Comment) (bool, error) {
	if !a.Can("unfiltered_html") {
		return false, nil
	}
	return s.mayWriteHTML(ctx, before.User)
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
	return u != nil && s.actor(ctx, u).Can("unfiltered_html"), nil
}

func (s *Service) actor(ctx context.Context, u *user.User) access.Actor {
	if s.Actor == nil {
		return u.Actor()
	}
	return s.Actor(ctx, u)
}

// checkLengths refuses texts that are longer than their columns.
func checkLengths(c *Comment) error {
	switch {
	case len(c.AuthorName) > maxNameBytes:
		return ErrNameLength
	case len(c.AuthorEmail) > maxEmailBytes:
		return ErrEmailLength
	case len(c.AuthorURL) > maxURLBytes:
		return ErrURLLength
	case len(c.Content) > maxContentBytes:
		return ErrContentLength
	case len(c.Agent) > MaxAgentBytes:
		return ErrAgentLength
	}
	return nil
}

func (s *Service) filter(ctx context.Context, c *Comment, free bool) {
	Filter(ctx, c, free, s.Site.Base(ctx))
}

// Filter brings the texts of a comment on the site at base into the form in
// which they are stored. free leaves the HTML of the content as it is.
func Filter(ctx context.Context, c *Comment, free bool, base string) {
	c.AuthorName = entity.SpecialChars(sanitize.Inline(clean.TextField(c.AuthorName)), entity.NoQuotes, false)
	c.AuthorEmail = clean.Email(strings.TrimSpace(c.AuthorEmail))
	c.AuthorURL = clean.URL(clean.StripAllTags(c.AuthorURL), nil)
	c.Content = entity.FixWindows(c.Content)
	if !free {
		c.Content = scope.OnText(ctx, "filtering a comment", c.Content, sanitize.Comment)
	}
	host := hostOf(base)
	c.Content = scope.OnText(ctx, "marking links that lead away from "+host, c.Content, func(s string) string {
		return sanitize.Rel(s, sanitize.UGC, host)
	})
}

func hostOf(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	host, _, _ = strings.Cut(host, ":")
	return strings.ToLower(host)
}
