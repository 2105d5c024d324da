package account

import (
	"context"
	"strings"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/language"
	"quoin/internal/platform/schema"
	"quoin/internal/storage/auth"
)

// Created implements user.Notifier: the owner of a new account gets a link to
// set a password, and whoever looks after the site hears of it.
func (p *Pages) Created(ctx context.Context, u *user.User) error {
	if u.Email != "" {
		if err := p.Invite(ctx, u); err != nil {
			return err
		}
	}
	return p.mails.tellAdmin(ctx, u.Email, "New account", "there is a new account at %s: %s, with the address %s.", p.Site.Base(ctx), u.Login, u.Email)
}

// PasswordChanged implements user.Notifier.
func (p *Pages) PasswordChanged(ctx context.Context, before *user.User) error {
	if before.Email == "" {
		return nil
	}
	return p.mails.tell(ctx, before, "Your password was changed",
		"the password of your account %s at %s was changed, and all browsers were logged out.\n\n"+
			"If it wasn't you, set a new one and tell the site's owner:\n\n%s",
		before.Login, p.Site.Base(ctx), p.Site.Base(ctx)+auth.LoginPath+"?action=lostpassword")
}

// EmailChanged implements user.Notifier.
func (p *Pages) EmailChanged(ctx context.Context, before *user.User, email string) error {
	if before.Email == "" {
		return nil
	}
	return p.mails.tell(ctx, before, "Your address was changed",
		"the e-mail address of your account %s at %s is now %s.\n\nIf it wasn't you, tell the site's owner.",
		before.Login, p.Site.Base(ctx), email)
}

// Changed follows writes of accounts: a new password ends all sessions, and a new
// password or address whatever was given to the owner with the one before: links
// and codes, which don't fit any more, and the count of those that were wrong.
func (p *Pages) Changed(ctx context.Context, before, after *user.User) error {
	if before == nil || mark(before) == mark(after) {
		return nil
	}
	if before.PasswordHash != after.PasswordHash {
		if err := p.Store.DeleteOtherSessions(ctx, after.ID, ""); err != nil {
			return err
		}
		if err := p.Store.ForgetTries(ctx, after.ID); err != nil {
			return err
		}
	}
	return p.Store.DeleteTokens(ctx, after.ID)
}

// OptionChanged follows writes of options: who looked after the site until now
// hears that somebody else does.
func (p *Pages) OptionChanged(ctx context.Context, name string, before, after any) error {
	old, now := schema.ToText(before), schema.ToText(after)
	if name != site.AdminEmail.Name || old == "" || strings.EqualFold(old, now) {
		return nil
	}
	return p.mails.send(language.Speak(ctx, p.Site.Language(ctx)), old, "The site's address for messages was changed",
		"messages about %s to whoever looks after it go to %s from now on, not to this address.", p.Site.Base(ctx), now)
}
