package account

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"

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
	if err == nil && t.Kind != tokenAddress {
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
	if !v.posted() {
		return v.show(http.StatusOK, "confirm", page{Title: "Confirm your address", Body: confirmForm{
			Action: v.base + auth.LoginPath + "?action=confirmaction", Key: key, ID: strconv.FormatInt(t.ID, 10), Text: t.Data,
			Question: "Is %s to be the address of your account?", Yes: "Yes, take it",
		}})
	}
	err = v.Store.InTx(v.ctx, func(ctx context.Context) error {
		u, err := v.links.take(ctx, t, key)
		if err != nil {
			return err
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
	return v.show(http.StatusOK, "message", page{Title: "Address confirmed", Notice: v.Site.Say(v.ctx, "Your address is now %s.", t.Data), Body: v.base + auth.AccountPath})
}

// askAddress mails a link to a new address, which confirms it.
func (v *visit) askAddress(ctx context.Context, u *user.User, email string) error {
	t, secret, err := v.links.issue(ctx, u, tokenAddress, email, resetTime)
	if err != nil {
		return err
	}
	link := v.base + auth.LoginPath + "?action=confirmaction&request_id=" + strconv.FormatInt(t.ID, 10) + "&confirm_key=" + url.QueryEscape(secret)
	return v.mails.send(user.SpeakTo(ctx, v.Site, u), email, "Confirm your address",
		"this is to be the new address of the account %s at %s.\n\nTo confirm it, follow this link until tomorrow:\n\n%s\n\nIf it wasn't you, there is nothing to do.",
		u.Login, v.base, link)
}
