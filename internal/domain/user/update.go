package user

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"quoin/internal/domain/content"
)

// Update changes an account, which the caller loaded in the same transaction,
// and returns it as stored. The given one isn't touched.
func (s *Service) Update(ctx context.Context, before *User, c Change) (*User, error) {
	c, err := s.hashed(ctx, c.filtered(ctx))
	if err != nil {
		return nil, fmt.Errorf("update user %d: %w", before.ID, err)
	}
	u := before.Clone()
	if c.Hash != nil {
		u.PasswordHash = *c.Hash
	}
	if c.Slug != nil {
		if u.Slug, err = s.slug(ctx, u, *c.Slug); err != nil {
			return nil, err
		}
	}
	if c.Email != nil {
		u.Email = *c.Email
		if err := s.emailFree(ctx, u, u.Email); err != nil {
			return nil, err
		}
	}
	if c.URL != nil {
		u.URL = *c.URL
	}
	if utf8.RuneCountInString(u.URL) > maxURL {
		return nil, ErrURLLong
	}
	if c.Name != nil {
		if u.Name = *c.Name; u.Name == "" {
			u.Name = u.Login
		}
	}
	if c.Roles != nil {
		u.Roles = distinct(*c.Roles)
		if err := s.KeepsOwner(ctx, before, u.Roles); err != nil {
			return nil, err
		}
	}
	c.changeRights(u)
	c.Meta = maps.Clone(c.Meta)
	if err := s.Hooks.Before(ctx, before, u, &c); err != nil {
		return nil, err
	}
	if err := s.Store.UpdateUser(ctx, u); err != nil {
		return nil, fmt.Errorf("update user %d: %w", u.ID, err)
	}
	if err := s.updateMeta(ctx, u, c); err != nil {
		return nil, err
	}
	if err := s.notify(ctx, before, u); err != nil {
		return nil, err
	}
	return u, s.Hooks.Saved(ctx, before, u)
}

// updateMeta replaces the values of keys, in the database and in u.
func (s *Service) updateMeta(ctx context.Context, u *User, c Change) error {
	if c.Nickname != nil && *c.Nickname == "" {
		c.Nickname = &u.Login
	}
	changes := maps.Clone(c.Meta)
	if changes == nil {
		changes = content.Meta{}
	}
	for key, v := range c.textMeta() {
		if v != nil && u.Meta.Get(key) != *v {
			changes[key] = []any{*v}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(changes)) {
		values := changes[key]
		if len(values) == 0 && len(u.Meta[key]) == 0 {
			continue
		}
		if err := s.Store.SetUserMeta(ctx, u.ID, key, values...); err != nil {
			return fmt.Errorf("set %s of user %d: %w", key, u.ID, err)
		}
		if u.Meta[key] = values; len(values) == 0 {
			delete(u.Meta, key)
		}
	}
	return nil
}
