package user

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/markup/clean"
)

// Service is the only writer of accounts. Its methods join the transaction of
// their context. What they don't take they refuse with a Refusal.
type Service struct {
	Store   Store
	Entries *content.Service
	Site    *site.Site
	// Hash is the stored form of a password. It is slow: callers that can
	// prepare a change outside of the transaction do so with Prepare.
	Hash func(ctx context.Context, password string) (string, error)
	// Notify hears of changes that the owner of an account should know about;
	// nil tells nobody.
	Notify Notifier
	// Forbidden are log-in names that nobody may take, in lower case.
	Forbidden []string
	Hooks     Hooks
}

// Bounds on what an account holds, in characters.
const (
	maxLogin = 60
	maxSlug  = 50
	maxURL   = 100
)

// Refusal says why an account can't be as it is asked for.
type Refusal string

// Error implements error.
func (r Refusal) Error() string { return string(r) }

// The refusals of the service.
const (
	ErrLoginEmpty   = Refusal("an account needs a log-in name")
	ErrLoginLong    = Refusal("a log-in name has at most 60 characters")
	ErrLoginTaken   = Refusal("another account has this log-in name")
	ErrLoginRefused = Refusal("this log-in name can't be taken")
	ErrEmailTaken   = Refusal("another account has this e-mail address")
	ErrSlugEmpty    = Refusal("nothing of the slug is left")
	ErrSlugLong     = Refusal("a slug has at most 50 characters")
	ErrURLLong      = Refusal("the address of a user has at most 100 characters")
)

// DefaultRole is what new accounts get when nothing else is said.
func (s *Service) DefaultRole(ctx context.Context) string {
	return site.DefaultRole.Of(ctx, s.Site)
}

// IsForbidden tells whether nobody may take a log-in name.
func (s *Service) IsForbidden(login string) bool {
	return slices.Contains(s.Forbidden, strings.ToLower(login))
}

// Prepare does what takes a while about a change, so that the transaction that
// follows doesn't have to: it hashes the password, and filters the texts, which
// the request remembers.
func (s *Service) Prepare(ctx context.Context, c Change) (Change, error) {
	c.filtered(ctx)
	return s.hashed(ctx, c)
}

// hashed is the change with its password hashed.
func (s *Service) hashed(ctx context.Context, c Change) (Change, error) {
	if c.Password == nil || *c.Password == "" || c.Hash != nil {
		return c, nil
	}
	hash, err := s.Hash(ctx, *c.Password)
	if err != nil {
		return c, fmt.Errorf("hash password: %w", err)
	}
	c.Hash = &hash
	return c, nil
}

// Create makes an account. Without a password nobody can log in to it.
func (s *Service) Create(ctx context.Context, c Change) (*User, error) {
	c, err := s.hashed(ctx, c.filtered(ctx))
	if err != nil {
		return nil, fmt.Errorf("create user: %w", err)
	}
	u := &User{Meta: content.Meta{}, PasswordHash: text(c.Hash), URL: text(c.URL), Registered: text(c.Registered)}
	u.Login = strings.TrimSpace(clean.Username(site.Locale.Of(ctx, s.Site), text(c.Login), true))
	if err := s.checkLogin(ctx, u.Login); err != nil {
		return nil, err
	}
	if u.Slug, err = s.slug(ctx, u, text(c.Slug)); err != nil {
		return nil, err
	}
	if u.Email = text(c.Email); u.Email != "" {
		if err := s.emailFree(ctx, u, u.Email); err != nil {
			return nil, err
		}
	}
	if utf8.RuneCountInString(u.URL) > maxURL {
		return nil, ErrURLLong
	}
	if u.Registered == "" {
		_, u.Registered = s.Site.Stamp(ctx)
	}
	for key, v := range c.textMeta() {
		u.Meta[key] = []any{text(v)}
	}
	if text(c.Nickname) == "" {
		u.Meta[MetaNickname] = []any{u.Login}
	}
	if u.Name = text(c.Name); u.Name == "" {
		u.Name = fullName(u)
	}
	u.Roles = []string{s.DefaultRole(ctx)}
	if c.Roles != nil {
		u.Roles = distinct(*c.Roles)
	}
	c.changeRights(u)
	c.Meta = maps.Clone(c.Meta)
	if err := s.Hooks.Before(ctx, nil, u, &c); err != nil {
		return nil, err
	}
	for key, values := range c.Meta {
		if len(values) > 0 {
			u.Meta[key] = values
		}
	}
	if err := s.Store.InsertUser(ctx, u); err != nil {
		return nil, fmt.Errorf("create user %q: %w", u.Login, err)
	}
	if err := s.notifyCreated(ctx, u); err != nil {
		return nil, err
	}
	return u, s.Hooks.Saved(ctx, nil, u)
}

// fullName is what a user is called who chose no name.
func fullName(u *User) string {
	name := strings.TrimSpace(u.Meta.Text(MetaFirstName) + " " + u.Meta.Text(MetaLastName))
	if name == "" {
		return u.Login
	}
	return name
}

func (s *Service) checkLogin(ctx context.Context, login string) error {
	switch {
	case login == "":
		return ErrLoginEmpty
	case utf8.RuneCountInString(login) > maxLogin:
		return ErrLoginLong
	}
	_, err := s.Store.UserByLogin(ctx, login)
	switch {
	case err == nil:
		return ErrLoginTaken
	case !errors.Is(err, ErrNotFound):
		return fmt.Errorf("look for login %q: %w", login, err)
	case s.IsForbidden(login):
		return ErrLoginRefused
	}
	return nil
}

func (s *Service) emailFree(ctx context.Context, u *User, email string) error {
	other, err := s.Store.UserByEmail(ctx, email)
	switch {
	case errors.Is(err, ErrNotFound):
		return nil
	case err != nil:
		return fmt.Errorf("look for e-mail %q: %w", email, err)
	case other.ID == u.ID:
		return nil
	}
	return ErrEmailTaken
}

// slug is the slug of an account: the wanted one or one made of the log-in
// name, with a number when another account has it.
func (s *Service) slug(ctx context.Context, u *User, wanted string) (string, error) {
	if wanted != "" {
		wanted = clean.Username(site.Locale.Of(ctx, s.Site), wanted, true)
	} else {
		wanted = firstRunes(u.Login, maxSlug)
	}
	base := s.Site.Slug(ctx, wanted)
	switch {
	case base == "":
		return "", ErrSlugEmpty
	case utf8.RuneCountInString(base) > maxSlug:
		return "", ErrSlugLong
	}
	slug := base
	for n := 2; ; n++ {
		other, err := s.Store.UserBySlug(ctx, slug)
		switch {
		case errors.Is(err, ErrNotFound):
			return slug, nil
		case err != nil:
			return "", fmt.Errorf("look for slug %q: %w", slug, err)
		case other.ID == u.ID:
			return slug, nil
		}
		number := fmt.Sprintf("-%d", n)
		slug = firstRunes(base, maxSlug-len(number)) + number
	}
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

func distinct(list []string) []string {
	var out []string
	for _, v := range list {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}
