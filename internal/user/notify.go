package user

import (
	"context"
	"fmt"
	"log/slog"
)

// Notifier tells the owner of an account about changes that somebody else may
// have made. It is called inside the transaction of the change, so an
// implementation that sends mail enqueues that, and nothing is sent for a
// change that was rolled back.
type Notifier interface {
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

// LogNotifier writes changes to the log, for sites that send no mail.
type LogNotifier struct{ Log *slog.Logger }

// PasswordChanged implements Notifier.
func (n LogNotifier) PasswordChanged(_ context.Context, before *User) error {
	n.Log.Info("password changed", "user", before.ID, "login", before.Login)
	return nil
}

// EmailChanged implements Notifier.
func (n LogNotifier) EmailChanged(_ context.Context, before *User, email string) error {
	n.Log.Info("e-mail address changed", "user", before.ID, "login", before.Login, "from", before.Email, "to", email)
	return nil
}
