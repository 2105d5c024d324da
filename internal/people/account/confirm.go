package account

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
	"quoin/internal/storage/auth"
)

type confirmForm struct{ Action, Key, ID, Text, Question, Yes string }

// confirm is the page that a link in a message leads to which confirms
// something. Programs that look at links before people do must not confirm, so
// there is a button.
func (v *visit) confirm() error {
	id, _ := strconv.ParseInt(v.value("request_id"), 10, 64)
	key := cut(v.value("confirm_key"), 100)
	t, err := v.Store.Token(v.ctx, id)
	if err == nil {
		_, err = v.links.check(v.ctx, t, key)
	}
	if err == nil && t.Kind != tokenAddress && t.Kind != tokenSite {
		err = errInvalid
	}
	if errors.Is(err, user.ErrNoToken) || errors.Is(err, errInvalid) {
		return requests{v}.confirm(id, key) // requests have ids of their own
	}
	if errors.Is(err, errExpired) {
		v.failure(http.StatusForbidden, badLink)
		return nil
	}
	if err != nil {
		return err
	}
	words := addressWords[Whose(t.Kind)]
	if !v.posted() {
		return v.show(http.StatusOK, "confirm", page{Title: "Confirm your address", Body: confirmForm{
			Action: v.base + auth.LoginPath + "?action=confirmaction", Key: key, ID: strconv.FormatInt(t.ID, 10), Text: t.Data,
			Question: words.question, Yes: "Yes, take it",
		}})
	}
	err = v.Store.InTx(v.ctx, func(ctx context.Context) error {
		u, err := v.links.take(ctx, t, key)
		if err != nil {
			return err
		}
		if t.Kind == tokenSite {
			return takeForSite(ctx, v, u, t.Data)
		}
		_, err = v.Users.Update(ctx, u, user.Change{Email: &t.Data})
		return err
	})
	var refusal user.Refusal
	switch {
	case errors.Is(err, errInvalid):
		v.failure(http.StatusForbidden, "This link was used before.")
		return nil
	case errors.As(err, &refusal), fault.As(err) != nil:
		v.failure(http.StatusConflict, "This address can't be taken: another account has it.")
		return nil
	case err != nil:
		return err
	}
	return v.show(http.StatusOK, "message", page{Title: "Address confirmed", Notice: v.Site.Say(v.ctx, words.thanks, t.Data), Body: v.base + auth.AccountPath})
}

// What is said of addresses that are to be confirmed.
var addressWords = map[Whose]struct{ question, thanks, ask string }{
	OwnAddress: {
		"Is %s to be the address of your account?", "Your address is now %s.",
		"this is to be the new address of the account %s at %s.\n\nTo confirm it, follow this link until tomorrow:\n\n%s\n\nIf it wasn't you, there is nothing to do.",
	},
	SiteAddress: {
		"Are messages about this site to go to %s?", "Messages about this site go to %s from now on.",
		"the account %s wants messages about %s to whoever looks after it to go to this address.\n\nTo confirm that, follow this link until tomorrow:\n\n%s\n\nIf you don't want that, there is nothing to do.",
	},
}

// takeForSite has messages about the site go to an address that somebody asked for, who may still ask for that.
func takeForSite(ctx context.Context, v *visit, u *user.User, email string) error {
	if !v.Auth.Actor(v.r, u).Can("manage_options") {
		return errInvalid
	}
	return site.AdminEmail.Set(ctx, v.Site, email)
}

// askAddress mails a link to a new address, which confirms it.
func (v *visit) askAddress(ctx context.Context, u *user.User, of Whose, email string) error {
	t, secret, err := v.links.issue(ctx, u, string(of), email, resetTime)
	if err != nil {
		return err
	}
	link := v.base + auth.LoginPath + "?action=confirmaction&request_id=" + strconv.FormatInt(t.ID, 10) + "&confirm_key=" + url.QueryEscape(secret)
	return v.mails.send(user.SpeakTo(ctx, v.Site, u), email, "Confirm your address",
		addressWords[of].ask, u.Login, v.base, link)
}
