package account

import (
	"context"
	"net/http"
	"strings"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/storage/auth"
)

// Whose is what an address is that of: the account of who asked for it, or the site.
type Whose string

// Owners of addresses.
const (
	OwnAddress  Whose = tokenAddress
	SiteAddress Whose = tokenSite
)

// AskAddress mails a link to a new address that whoever is logged in wants for their account, or for the
// site. It holds when they follow the link; whether another account has it is told to its owner only.
func (p *Pages) AskAddress(w http.ResponseWriter, r *http.Request, of Whose, email string) error {
	email = clean.Email(strings.TrimSpace(email))
	if !clean.IsEmail(email) || len(email) > 100 {
		return fault.BadRequest("invalid_email", p.Site.Say(r.Context(), "This is no email address."))
	}
	v := p.visiting(w, r)
	return p.Store.InTx(v.ctx, func(ctx context.Context) error { return v.askAddress(ctx, v.user, of, email) })
}

// PendingAddress is the address that the owner of an account asked for and hasn't confirmed, "" for none.
func (p *Pages) PendingAddress(ctx context.Context, u *user.User, of Whose) (string, error) {
	t, err := p.Store.TokenOf(ctx, u.ID, string(of))
	if err != nil || t.Expires <= p.Site.Clock().UTC().Format(site.DateForm) {
		return "", ignoreMissing(err)
	}
	return t.Data, nil
}

// KeepAddress forgets the address that waits to be confirmed.
func (p *Pages) KeepAddress(ctx context.Context, u *user.User, of Whose) error {
	t, err := p.Store.TokenOf(ctx, u.ID, string(of))
	if err != nil {
		return ignoreMissing(err)
	}
	return p.Store.InTx(ctx, func(ctx context.Context) error {
		_, err := p.Store.TakeToken(ctx, t.ID, t.Digest)
		return err
	})
}

// ChangePassword sets a new password of whoever is logged in. All their browsers are logged out
// but this one, which gets a new session.
func (p *Pages) ChangePassword(w http.ResponseWriter, r *http.Request, password string) error {
	password = strings.TrimSpace(password)
	if problem := unfit(password, password); problem != "" {
		return fault.BadRequest("unfit_password", p.Site.Say(r.Context(), problem))
	}
	v := p.visiting(w, r)
	return v.replacePassword(password)
}

// replacePassword sets the password of who visits, and logs this browser in again.
func (v *visit) replacePassword(password string) error {
	if err := v.setPassword(v.user.ID, password, nil, ""); err != nil {
		return err
	}
	u, err := v.Store.UserByID(v.ctx, v.user.ID)
	if err != nil {
		return err
	}
	_, err = v.Auth.StartSession(v.w, v.r, u, v.session.Expires.After(v.Site.Clock().Add(auth.SessionShort)))
	return err
}

// Sessions is how many browsers are logged in to an account.
func (p *Pages) Sessions(ctx context.Context, u *user.User) (int, error) {
	list, err := p.Store.Sessions(ctx, u.ID, p.Site.Clock().UTC().Format(site.DateForm))
	return len(list), err
}

// EndSessions logs all browsers of an account out but that of a session; all of them for the
// zero session.
func (p *Pages) EndSessions(ctx context.Context, u *user.User, but auth.Session) error {
	keep := ""
	if but.ID != "" {
		keep = but.StoredID()
	}
	return p.Store.DeleteOtherSessions(ctx, u.ID, keep)
}

// SendReset mails the owner of an account a link with which to set a new password.
func (p *Pages) SendReset(ctx context.Context, u *user.User) error {
	if u.Email == "" {
		return fault.BadRequest("no_email", p.Site.Say(ctx, "This account has no address."))
	}
	return p.Store.InTx(ctx, func(ctx context.Context) error {
		return p.mailReset(ctx, u, "", resetTime, "Set a new password", resetText)
	})
}
