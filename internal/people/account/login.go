package account

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
	"quoin/internal/storage/auth"
)

// nonceLogout is the action of the nonce in links to log out.
const nonceLogout = auth.NonceLogout

// login is the page of which the parameter action says what it does.
func (v *visit) login() error {
	switch v.value("action") {
	case "logout":
		return v.logout()
	case "lostpassword", "retrievepassword":
		return v.lost()
	case "rp", "resetpass":
		return v.reset()
	case "postpass":
		return v.unlock()
	case "confirmaction":
		return v.confirm()
	case fileAction:
		return requests{v}.file()
	case "challenge":
		return v.answer()
	case "passkey":
		return v.byPasskey()
	case "register":
		return v.register()
	}
	switch v.value("checkemail") {
	case "":
	case "registered":
		return v.show(http.StatusOK, "message", page{
			Title: "Check your mail", Notice: "You are registered. A message with a link to set your password is on its way to your address.", Body: v.base + auth.LoginPath,
		})
	default:
		return v.show(http.StatusOK, "message", page{
			Title: "Check your mail", Notice: "If there is such an account, a message with a link is on its way to its address.", Body: v.base + auth.LoginPath,
		})
	}
	if v.posted() {
		return v.logIn()
	}
	if v.user != nil && v.value("reauth") == "" && v.value("loggedout") == "" {
		return v.arrived(v.user)
	}
	return v.showLogin(http.StatusOK, "")
}

// loginForm is what the log-in form shows.
type loginForm struct {
	Action, Lost, Login, RedirectTo string
	Register                        string // where strangers register, "" where they can't
	Remember, Interim               bool
	Passkey                         *passkeyForm
}

const cookieTest = "wordpress_test_cookie"

func (v *visit) showLogin(status int, problem string) error {
	interim := v.r.Form.Has("interim-login")
	test := v.Auth.Cookie(v.r, cookieTest, "/") // #nosec G124 -- Authenticator.Cookie sets the attributes
	test.Value = "1"
	http.SetCookie(v.w, test)
	passkey, err := v.passkeys.ask(v.ctx, nil)
	if err != nil {
		return err
	}
	register := ""
	if site.Registration.Of(v.ctx, v.Site) {
		register = v.base + registerPath
	}
	p := page{Title: "Log In", Problem: problem, Alone: interim, Interim: interim, Scripts: append(passkeyScript(passkey), scriptPassword), Body: loginForm{
		Action: v.base + auth.LoginPath, Lost: v.base + auth.LoginPath + "?action=lostpassword", Register: register, Login: cut(v.value("log"), 100),
		RedirectTo: v.safe(v.value("redirect_to"), v.base+adminPath), Remember: v.value("rememberme") != "", Interim: interim, Passkey: passkey,
	}}
	switch {
	case problem != "":
	case v.value("loggedout") != "":
		p.Notice = "You are logged out."
	case interim:
		p.Notice = "Your session has ended. Log in to go on where you were."
	case v.value("registration") == "disabled":
		p.Problem = "Nobody can register here."
	case v.value("password") == "changed":
		p.Notice = "Your password is set. Log in with it."
	}
	return v.show(status, "login", p)
}

func cut(s string, n int) string {
	if len(s) > n {
		return s[:n]
	}
	return s
}

// wrong says no to credentials, and nothing of which part is wrong.
const wrong = "The name and the password don't belong together."

// logIn takes the log-in form.
func (v *visit) logIn() error {
	login, password := v.r.PostForm.Get("log"), v.r.PostForm.Get("pwd")
	switch {
	case login == "":
		return v.showLogin(http.StatusOK, "Your name or address is missing.")
	case password == "":
		return v.showLogin(http.StatusOK, "The password is missing.")
	}
	u, err := v.Auth.LogIn(v.r, login, password)
	var asked *auth.ChallengeError
	switch {
	case errors.As(err, &asked):
		return v.challenge(asked)
	case err != nil:
		return v.refused(err)
	case u == nil:
		return v.showLogin(http.StatusOK, wrong)
	}
	return v.start(u, v.value("rememberme") != "")
}

// byPasskey takes a passkey instead of name and password.
func (v *visit) byPasskey() error {
	if !v.posted() {
		return v.showLogin(http.StatusOK, "")
	}
	u, err := v.passkeys.provenBy(v.ctx, v.r.PostForm.Get("passkey_state"), v.r.PostForm.Get("credential"), nil)
	switch {
	case err != nil:
		return err
	case u == nil:
		return v.showLogin(http.StatusOK, "That passkey wasn't accepted. Try again, or log in with your password.")
	}
	if err := v.Auth.Admit(v.r, u); err != nil {
		return v.refused(err)
	}
	return v.start(u, v.value("rememberme") != "")
}

// refused shows the log-in form to whom a fault keeps from logging in.
func (v *visit) refused(err error) error {
	f := fault.As(err)
	if f == nil {
		return err
	}
	status := f.Status
	if status == 0 || status >= http.StatusInternalServerError {
		status = http.StatusServiceUnavailable
	}
	if f.Data != nil {
		if seconds, ok := f.Data.Get("retry_after").(int); ok {
			v.w.Header().Set("Retry-After", strconv.Itoa(seconds))
		}
	}
	return v.showLogin(status, f.Message)
}

// start begins the session of a person and leads where they wanted.
func (v *visit) start(u *user.User, long bool) error {
	// A session of somebody else that was there before ends: its cookie is overwritten. One of
	// the same person goes on, as on the reference: a page that is open in it works on.
	if v.user != nil && v.user.ID != u.ID {
		if err := v.Store.DeleteSession(v.ctx, v.user.ID, v.session.StoredID()); err != nil {
			return err
		}
	}
	if _, err := v.Auth.StartSession(v.w, v.r, u, long); err != nil {
		return err
	}
	if _, err := v.r.Cookie(cookieTest); err != nil && v.value("testcookie") != "" {
		return v.showLogin(http.StatusOK, "Your browser keeps no cookies of this site, which a log-in needs.")
	}
	return v.arrived(u)
}

// arrived leads a person who is logged in on.
func (v *visit) arrived(u *user.User) error {
	if v.r.Form.Has("interim-login") {
		return v.show(http.StatusOK, "message", page{Title: "Logged in", Notice: "You are logged in again.", Alone: true, Interim: true, Success: true})
	}
	to := v.safe(v.value("redirect_to"), v.base+adminPath)
	if to == v.base+adminPath && !v.Auth.Actor(v.r, u).Can("edit_posts") {
		to = v.base + profilePath
	}
	v.redirect(to)
	return nil
}

// logout ends the session. Without a nonce anybody's page could do that, so it
// asks first.
func (v *visit) logout() error {
	to := v.value("redirect_to")
	if !v.Auth.VerifyNonce(v.ctx, v.session, nonceLogout, v.value("_wpnonce")) {
		link := v.base + auth.LoginPath + "?action=logout"
		if to != "" {
			link += "&redirect_to=" + url.QueryEscape(cut(to, maxAddress))
		}
		return v.show(http.StatusForbidden, "logout", page{
			Title: "Log out", Alone: true, Body: link + "&_wpnonce=" + v.Auth.Nonce(v.ctx, v.session, nonceLogout),
		})
	}
	if err := v.Auth.EndSession(v.w, v.r); err != nil {
		return err
	}
	v.redirect(v.safe(to, v.base+auth.LoginPath+"?loggedout=true"))
	return nil
}
