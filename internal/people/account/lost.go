package account

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/job"
	"quoin/internal/storage/auth"
)

// JobLost is the kind of job that mails a link to who lost a password. A job
// does it so that the answer, and how long it takes, is the same whether there
// is such an account or not.
const JobLost = "lost-password"

// lostEvery is how often an account gets such a message at most.
const lostEvery = 2 * time.Minute

// lostForm is what the form for lost passwords shows.
type lostForm struct{ Action, Login, RedirectTo, Name string }

// lost is the page of who lost a password.
func (v *visit) lost() error {
	p, to := page{Title: "Lost password"}, v.value("redirect_to")
	login := strings.TrimSpace(v.r.PostForm.Get("user_login"))
	switch v.value("error") {
	case "invalidkey":
		p.Problem = "This link isn't valid, or was used before. Ask for a new one below."
	case "expiredkey":
		p.Problem = "This link is too old. Ask for a new one below."
	}
	if v.posted() {
		p.Problem = ""
		if login == "" || len(login) > 100 {
			p.Problem = "Your name or address is missing."
		} else {
			sum := sha256.Sum256([]byte(strings.ToLower(login)))
			if err := v.Queue.Enqueue(v.ctx, JobLost, hex.EncodeToString(sum[:]), []byte(login), v.Site.Clock()); err != nil {
				return fmt.Errorf("lost password: %w", err)
			}
			if to != "" {
				v.redirect(v.safe(to, v.base+auth.LoginPath+"?checkemail=confirm"))
				return nil
			}
			p.Notice = "If there is such an account, a message with a link is on its way to its address."
		}
	}
	p.Body = lostForm{
		Action: v.base + auth.LoginPath + "?action=lostpassword", Login: v.base + auth.LoginPath, RedirectTo: v.safe(to, ""), Name: cut(login, 100),
	}
	return v.show(http.StatusOK, "lost", p)
}

// SendLost runs a job of kind JobLost.
func (p *Pages) SendLost(ctx context.Context, j job.Job) error {
	login := string(j.Payload)
	// Who names an address means its account, though another's log-in name be the same, as in the field.
	u, err := (*user.User)(nil), error(user.ErrNotFound)
	if strings.Contains(login, "@") {
		u, err = p.Store.UserByEmail(ctx, login)
	}
	if errors.Is(err, user.ErrNotFound) {
		u, err = p.Store.UserByLogin(ctx, login)
	}
	switch {
	case errors.Is(err, user.ErrNotFound):
		return nil
	case err != nil:
		return fmt.Errorf("lost password: %w", err)
	case u.Email == "":
		return nil
	}
	return p.Store.InTx(ctx, func(ctx context.Context) error {
		last, err := p.Store.TokenOf(ctx, u.ID, tokenPassword)
		if err == nil && last.Data != ofInvitation && last.Created > p.Site.Clock().UTC().Add(-lostEvery).Format(site.DateForm) {
			return nil
		}
		if err != nil && !errors.Is(err, user.ErrNoToken) {
			return err
		}
		return p.mailReset(ctx, u, "", resetTime, "Set a new password", resetText)
	})
}

const resetText = "somebody asked for a new password for the account %s at %s.\n\n" +
	"To set one, follow this link. It works once, until tomorrow:\n\n%s\n\nIf it wasn't you, there is nothing to do: nothing has changed."

const invitation = "there is an account %s for you at %s.\n\nTo set its password, follow this link. It works once, for a week:\n\n%s"

// Invite mails a link to the owner of a new account, with which to set its
// first password. It joins the transaction of ctx.
func (p *Pages) Invite(ctx context.Context, u *user.User) error {
	return p.mailReset(ctx, u, ofInvitation, inviteTime, "Your new account", invitation)
}

// InviteByHand is Invite, and returns the link for whoever made the account to
// pass on.
func (p *Pages) InviteByHand(ctx context.Context, u *user.User) (string, error) {
	link, err := p.passwordLink(ctx, u, ofInvitation, inviteTime)
	if err != nil || u.Email == "" {
		return link, err
	}
	return link, p.mails.tell(ctx, u, "Your new account", invitation, u.Login, p.Site.Base(ctx), link)
}

// SetPasswordLink is an address at which the password of an account can be set
// once.
func (p *Pages) SetPasswordLink(ctx context.Context, u *user.User, lasts time.Duration) (string, error) {
	return p.passwordLink(ctx, u, "", lasts)
}

func (p *Pages) passwordLink(ctx context.Context, u *user.User, data string, lasts time.Duration) (string, error) {
	_, secret, err := p.links.issue(ctx, u, tokenPassword, data, lasts)
	if err != nil {
		return "", err
	}
	return p.Site.Base(ctx) + auth.LoginPath + "?action=rp&key=" + secret + "&login=" + url.QueryEscape(u.Login), nil
}

func (p *Pages) mailReset(ctx context.Context, u *user.User, data string, lasts time.Duration, subject, text string) error {
	link, err := p.passwordLink(ctx, u, data, lasts)
	if err != nil {
		return err
	}
	return p.mails.tell(ctx, u, subject, text, u.Login, p.Site.Base(ctx), link)
}
