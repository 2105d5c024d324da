package account

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"quoin/internal/domain/user"
	"quoin/internal/storage/auth"
)

// challengeTime is how long a second factor may take.
const challengeTime = 10 * time.Minute

// pending is a log-in that waits for a second factor. It travels through the
// browser, signed.
type pending struct {
	ID        string // what its answers are counted by
	User      int64
	Challenge auth.Challenge
	Long      bool
	Interim   bool
	To        string
	Until     int64
	Mark      string // of the account when the password was right
}

// challenge asks for a second factor.
func (v *visit) challenge(asked *auth.ChallengeError) error {
	c := asked.Challenge
	if c.MailCode {
		if err := v.mailCode(v.ctx, asked.User); err != nil {
			return err
		}
		c = auth.Challenge{Throttle: factorsName, Prompt: v.mailedPrompt(v.ctx, asked.User), State: factorMail}
	}
	state, err := v.signed(pending{
		ID: rand.Text(), User: asked.User.ID, Challenge: c, Long: v.value("rememberme") != "", Interim: v.r.Form.Has("interim-login"), To: cut(v.value("redirect_to"), maxAddress),
		Until: v.Site.Clock().Add(challengeTime).Unix(), Mark: mark(asked.User),
	})
	if err != nil {
		return err
	}
	switch {
	case c.Elsewhere:
		cookie := v.stateCookie() // #nosec G124 -- Authenticator.Cookie sets the attributes
		cookie.Value, cookie.MaxAge = state, int(challengeTime.Seconds())
		http.SetCookie(v.w, cookie)
		v.redirect(c.Location)
		return nil
	case c.Location != "":
		join := "?"
		if strings.Contains(c.Location, "?") {
			join = "&"
		}
		v.redirect(v.safe(c.Location, v.base+auth.LoginPath) + join + "login_state=" + url.QueryEscape(state))
		return nil
	}
	return v.showChallenge(asked.User, c, state, "", v.r.Form.Has("interim-login"))
}

// stateCookie keeps what waits for an answer of another site, which sends the
// browser back with nothing but its own parameters.
func (v *visit) stateCookie() *http.Cookie {
	return v.Auth.Cookie(v.r, v.Auth.CookieName(v.ctx, "quoin_login_"), auth.LoginPath)
}

type challengeForm struct {
	Action, State, Prompt, Back string
	Mail                        bool
	Passkey                     *passkeyForm
}

func (v *visit) showChallenge(u *user.User, c auth.Challenge, state, problem string, interim bool) error {
	form := challengeForm{Action: v.base + auth.LoginPath + "?action=challenge", State: state, Prompt: c.Prompt, Back: v.base + auth.LoginPath}
	if c.Throttle == factorsName && c.State == factorOwn {
		if err := v.askOwn(u, &form); err != nil {
			return err
		}
	}
	return v.show(http.StatusOK, "challenge", page{Title: "One more step", Problem: problem, Body: form, Alone: interim, Interim: interim, Scripts: passkeyScript(form.Passkey)})
}

// askOwn asks for the factors that an account has. A code is mailed at once
// when there is nothing else to give.
func (v *visit) askOwn(u *user.User, form *challengeForm) error {
	list, err := v.Store.Factors(v.ctx, u.ID)
	if err != nil {
		return err
	}
	if form.Passkey, err = v.passkeys.ask(v.ctx, u); err != nil {
		return err
	}
	app := countKind(list, user.FactorApp) > 0
	form.Mail = countKind(list, user.FactorMail) > 0
	switch {
	case form.Mail && (v.r.PostForm.Get("do") == "mail" || !app && form.Passkey == nil):
		if err := v.mailCode(v.ctx, u); err != nil {
			return err
		}
		form.Prompt = v.mailedPrompt(v.ctx, u)
	case app:
		form.Prompt = "Give the code that your authenticator app shows, or a recovery code."
	default:
		form.Prompt = "Use your passkey, or give a recovery code."
	}
	return nil
}

// answer takes what a person gives as second factor.
func (v *visit) answer() error {
	state, back := v.r.PostForm.Get("login_state"), false
	cookie := v.stateCookie() // #nosec G124 -- Authenticator.Cookie sets the attributes
	if kept, err := v.r.Cookie(cookie.Name); state == "" && err == nil {
		state, back = kept.Value, true
		cookie.MaxAge = -1
		http.SetCookie(v.w, cookie)
	}
	p, err := v.opened(state)
	if err != nil {
		return err
	}
	if p == nil || back != p.Challenge.Elsewhere {
		return v.showLogin(http.StatusOK, "That took too long. Log in again.")
	}
	u, err := v.Store.UserByID(v.ctx, p.User)
	if errors.Is(err, user.ErrNotFound) || err == nil && mark(u) != p.Mark {
		return v.showLogin(http.StatusOK, "That took too long. Log in again.")
	}
	if err != nil {
		return err
	}
	if p.Interim {
		v.r.Form.Set("interim-login", "1")
	}
	if v.r.PostForm.Get("do") == "mail" && v.r.PostForm.Get("code") == "" {
		return v.showChallenge(u, p.Challenge, state, "", p.Interim)
	}
	var bounds []bound
	if v.isGuess(p.Challenge) {
		bounds = v.answerBounds(p)
	}
	ok, err := v.within(v.ctx, bounds, func() (bool, error) { return v.Auth.Answer(v.r, u, p.Challenge) })
	switch {
	case err != nil:
		return v.refused(err)
	case !ok && back:
		return v.showLogin(http.StatusOK, "That didn't work. Log in again.")
	case !ok:
		return v.showChallenge(u, p.Challenge, state, "That wasn't right.", p.Interim)
	}
	v.r.Form.Set("redirect_to", p.To)
	return v.start(u, p.Long)
}

func (v *visit) signed(p pending) (string, error) {
	text, err := json.Marshal(p) // #nosec G117 -- sealed before it leaves the server
	if err != nil {
		return "", err
	}
	key, err := v.Auth.DeriveKey(v.ctx, "second factor")
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(text)
	enc := base64.RawURLEncoding
	return enc.EncodeToString(text) + "." + enc.EncodeToString(mac.Sum(nil)), nil
}

// opened is what signed made, nil when it wasn't or is too old.
func (v *visit) opened(state string) (*pending, error) {
	first, second, _ := strings.Cut(state, ".")
	enc := base64.RawURLEncoding
	text, err := enc.DecodeString(first)
	if err != nil {
		return nil, nil
	}
	sum, err := enc.DecodeString(second)
	if err != nil {
		return nil, nil
	}
	key, err := v.Auth.DeriveKey(v.ctx, "second factor")
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(text)
	var p pending
	if !hmac.Equal(mac.Sum(nil), sum) || json.Unmarshal(text, &p) != nil || p.ID == "" || v.Site.Clock().Unix() > p.Until {
		return nil, nil
	}
	return &p, nil
}
