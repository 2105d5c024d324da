package user

import (
	"context"
	"fmt"
)

// Notifier tells the owner of an account about changes that somebody else may
// have made. It is called inside the transaction of the change, so an
// implementation that sends mail enqueues that, and nothing is sent for a
// change that was rolled back.
type Notifier interface {
	// Created gets an account that was just made.
	Created(ctx context.Context, u *User) error
	// PasswordChanged and EmailChanged get the account as it was: mail goes to
	// the address that its owner had until now.
	PasswordChanged(ctx context.Context, before *User) error
	EmailChanged(ctx context.Context, before *User, email string) error
}

func (s *Service) notify(ctx context.Context, before, after *User) error {
	if s.Notify == nil {
		return nil
	}
	if after.PasswordHash != before.PasswordHash {
		if err := s.Notify.PasswordChanged(ctx, before); err != nil {
			return fmt.Errorf("notify user %d: %w", before.ID, err)
		}
	}
	if after.Email != before.Email {
		if err := s.Notify.EmailChanged(ctx, before, after.Email); err != nil {
			return fmt.Errorf("notify user %d: %w", before.ID, err)
		}
	}
	return nil
}

func (s *Service) notifyCreated(ctx context.Context, u *User) error {
	if s.Notify == nil {
		return nil
	}
	if err := s.Notify.Created(ctx, u); err != nil {
		return fmt.Errorf("notify new user %d: %w", u.ID, err)
	}
	return nil
}
