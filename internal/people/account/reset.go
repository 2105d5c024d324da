package account

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"quoin/internal/domain/user"
	"quoin/internal/storage/auth"
)

// minPassword is the shortest password that people may choose, in characters.
const minPassword = 8

// resetForm is what the form for a new password shows.
type resetForm struct{ Action, Key, Login string }

func ignoreMissing(err error) error {
	if errors.Is(err, user.ErrNoToken) {
		return nil
	}
	return err
}

// reset is the page that a mailed link leads to. The key moves from the
// address into a cookie first: addresses are passed on to other sites and
// remembered by browsers.
func (v *visit) reset() error {
	cookie := v.Auth.Cookie(v.r, v.Auth.CookieName(v.ctx, auth.CookieReset), v.r.URL.Path) // #nosec G124 -- Authenticator.Cookie sets the attributes
	if q := v.r.URL.Query(); q.Get("key") != "" && q.Get("login") != "" {
		cookie.Value = url.QueryEscape(cut(q.Get("login"), 100)) + ":" + url.QueryEscape(cut(q.Get("key"), 100))
		http.SetCookie(v.w, cookie)
		v.redirect(v.base + auth.LoginPath + "?action=rp")
		return nil
	}
	key, t, u, err := v.resetToken(cookie.Name)
	if errors.Is(err, errInvalid) || errors.Is(err, errExpired) {
		return v.badLink(cookie, err)
	}
	if err != nil {
		return err
	}
	show := func(problem string) error {
		return v.show(http.StatusOK, "reset", page{Title: "Set a password", Problem: problem, Scripts: []string{scriptPassword}, Body: resetForm{
			Action: v.base + auth.LoginPath + "?action=resetpass", Key: key, Login: u.Login,
		}})
	}
	if !v.posted() {
		return show("")
	}
	if v.r.PostForm.Get("rp_key") != key {
		return v.badLink(cookie, errInvalid)
	}
	password := strings.TrimSpace(v.r.PostForm.Get("pass1"))
	if problem := unfit(password, strings.TrimSpace(v.r.PostForm.Get("pass2"))); problem != "" {
		return show(problem)
	}
	err = v.setPassword(u.ID, password, t, key)
	if errors.Is(err, errInvalid) || errors.Is(err, errExpired) {
		return v.badLink(cookie, err)
	}
	if err != nil {
		return err
	}
	cookie.MaxAge = -1
	http.SetCookie(v.w, cookie)
	v.redirect(v.base + auth.LoginPath + "?password=changed")
	return nil
}

// unfit says why a password can't be chosen, "" when it can.
func unfit(password, again string) string {
	switch {
	case password == "":
		return "The new password is missing."
	case utf8.RuneCountInString(password) < minPassword:
		return "A password has at least 8 characters."
	case len(password) > 1024:
		return "This password is too long."
	case password != again:
		return "The two passwords are not the same."
	}
	return ""
}

func (v *visit) badLink(cookie *http.Cookie, why error) error { // #nosec G124 -- Authenticator.Cookie has set the attributes
	cookie.MaxAge = -1
	http.SetCookie(v.w, cookie)
	v.redirect(v.base + auth.LoginPath + "?action=lostpassword&error=" + why.Error())
	return nil
}

// resetToken is the link whose key the cookie has, and its account.
func (v *visit) resetToken(name string) (string, *user.Token, *user.User, error) {
	c, err := v.r.Cookie(name)
	if err != nil {
		return "", nil, nil, errInvalid
	}
	first, second, _ := strings.Cut(c.Value, ":")
	login, err := url.QueryUnescape(first)
	if err != nil {
		return "", nil, nil, errInvalid
	}
	key, err := url.QueryUnescape(second)
	if err != nil || key == "" || len(key) > 100 || len(login) > 100 {
		return "", nil, nil, errInvalid
	}
	u, err := v.Store.UserByLogin(v.ctx, login)
	if errors.Is(err, user.ErrNotFound) {
		return "", nil, nil, errInvalid
	}
	if err != nil {
		return "", nil, nil, err
	}
	t, err := v.Store.TokenOf(v.ctx, u.ID, tokenPassword)
	if errors.Is(err, user.ErrNoToken) {
		return "", nil, nil, errInvalid
	}
	if err != nil {
		return "", nil, nil, err
	}
	_, err = v.links.check(v.ctx, t, key)
	return key, t, u, err
}

// setPassword stores a new password; with a link and its key it uses that up. All
// sessions of the account end.
func (v *visit) setPassword(id int64, password string, t *user.Token, key string) error {
	c, err := v.Users.Prepare(auth.PaidBy(v.ctx, v.Auth.Actor(v.r, &user.User{ID: id})), user.Change{Password: &password})
	if err != nil {
		return err
	}
	return v.Store.InTx(v.ctx, func(ctx context.Context) error {
		if t != nil {
			if _, err := v.links.take(ctx, t, key); err != nil {
				return err
			}
		}
		u, err := v.Store.UserByID(ctx, id)
		if err != nil {
			return err
		}
		if _, err = v.Users.Update(ctx, u, c); err != nil || t == nil {
			return err
		}
		return v.mails.tellAdmin(ctx, u.Email, "A password was set by a mailed link", "the account %s at %s has a new password, set by a link that was mailed to its address.", u.Login, v.base)
	})
}
