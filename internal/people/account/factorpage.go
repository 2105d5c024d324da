package account

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html/template"
	"image/png"
	"net/http"
	"strconv"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"quoin/internal/domain/audit"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/storage/auth"
)

// nonceFactors is the action of the nonce of the forms on this page.
const nonceFactors = "update-second-factors"

// factorsForm is what the page of one's second factors shows.
type factorsForm struct {
	Action, Nonce, Account string
	App, Mail              *shownFactor
	Address                string
	Passkeys               []shownFactor
	Codes                  int      // recovery codes that are left
	Fresh                  []string // recovery codes that were just made
	Begun                  *begunApp
	Offer                  *passkeyForm
	OfferName              string
	Possible               bool // passkeys
}

type shownFactor struct {
	ID            int64
	Name          string
	Created, Used stamp
}

// begunApp is an authenticator app that is about to be added.
type begunApp struct {
	Image  template.URL
	Secret string
	State  string
}

// factors is a visit of the page for second factors.
type factors struct{ *visit }

func (v *visit) factors() factors { return factors{v} }

// factorsPage is the page of one's second factors.
func (v factors) factorsPage() error {
	f := &factorsForm{}
	if !v.posted() {
		notice := map[string]string{
			"app": "Codes of your app are asked for from now on.", "mail": "Codes by mail are asked for from now on.",
			"passkey": "Your passkey is added. You can log in with it alone.", "removed": "It is removed.",
		}[v.value("done")]
		return v.showFactors(http.StatusOK, page{Notice: notice}, f)
	}
	if !v.Auth.VerifyNonce(v.ctx, v.session, nonceFactors, v.r.PostForm.Get("_wpnonce")) {
		return v.showFactors(http.StatusForbidden, page{Problem: "This page was open for too long. Try again."}, f)
	}
	// These two end what began with the password.
	switch v.r.PostForm.Get("do") {
	case "app-confirm":
		return v.confirmApp()
	case "passkey-add":
		name := clean.TextField(cut(v.r.PostForm.Get("name"), maxAppName))
		err := v.Store.InTx(v.ctx, func(ctx context.Context) error {
			if err := v.passkeys.add(ctx, v.user, v.r.PostForm.Get("passkey_state"), v.r.PostForm.Get("credential"), name); err != nil {
				return err
			}
			return v.tellFactors(ctx, v.user, "A passkey was added", "there is a new passkey, %s, with which one can log in", strconv.Quote(name))
		})
		if errors.Is(err, errPasskey) {
			return v.showFactors(http.StatusBadRequest, page{Problem: "That passkey can't be added. Try again."}, f)
		}
		return v.factorsDone("passkey", err)
	}
	if ok, err := v.againHere(f); !ok || err != nil {
		return err
	}
	switch v.r.PostForm.Get("do") {
	case "app":
		return v.beginApp()
	case "mail":
		return v.factorsDone("mail", v.Store.InTx(v.ctx, func(ctx context.Context) error {
			if err := v.Store.DeleteFactors(ctx, v.user.ID, user.FactorMail); err != nil {
				return err
			}
			err := v.Store.InsertFactor(ctx, &user.Factor{User: v.user.ID, Kind: user.FactorMail, Created: v.Site.Clock().UTC().Format(site.DateForm)})
			if err != nil {
				return err
			}
			return v.tellFactors(ctx, v.user, "Codes by mail", "log-ins ask for a code by mail")
		}))
	case "passkey":
		offer, err := v.passkeys.offer(v.ctx, v.user)
		if err != nil {
			return err
		}
		if offer == nil {
			return v.showFactors(http.StatusBadRequest, page{Problem: "No passkey can be added: there are too many, or the site's address takes none."}, f)
		}
		f.Offer, f.OfferName = offer, clean.TextField(cut(v.r.PostForm.Get("name"), maxAppName))
		return v.showFactors(http.StatusOK, page{}, f)
	case "codes":
		err := v.Store.InTx(v.ctx, func(ctx context.Context) (err error) {
			if f.Fresh, err = v.newRecovery(ctx, v.user); err != nil {
				return err
			}
			return v.tellFactors(ctx, v.user, "New recovery codes", "there are new recovery codes, and those before don't work any more")
		})
		if err != nil {
			return err
		}
		return v.showFactors(http.StatusOK, page{}, f)
	case "remove":
		return v.removeFactor(f)
	}
	return v.showFactors(http.StatusBadRequest, page{Problem: "The form can't be read."}, f)
}

// againHere is again, on this page.
func (v factors) againHere(f *factorsForm) (bool, error) {
	ok, answer, err := v.checkAgain()
	if ok || err != nil {
		return ok, err
	}
	return false, v.showFactors(answer.status, page{Problem: answer.problem}, f)
}

func (v factors) factorsDone(what string, err error) error {
	if err == nil {
		v.redirect(v.base + factorsPath + "?done=" + what)
	}
	return err
}

func (v factors) removeFactor(f *factorsForm) error {
	id, err := strconv.ParseInt(v.r.PostForm.Get("id"), 10, 64)
	if err != nil {
		return v.showFactors(http.StatusBadRequest, page{Problem: "Say which."}, f)
	}
	return v.factorsDone("removed", v.Store.InTx(v.ctx, func(ctx context.Context) error {
		was, err := v.Store.DeleteFactor(ctx, v.user.ID, id)
		if err != nil || !was {
			return err
		}
		return v.tellFactors(ctx, v.user, "A second factor was removed", "a second factor or passkey was removed")
	}))
}

// tellFactors mails of a change to the owner of an account.
func (p *Pages) tellFactors(ctx context.Context, u *user.User, subject, what string, values ...string) error {
	if err := p.Record.Note(ctx, audit.FactorsChanged, u.Login, language.Fill(what, values...)); err != nil || u.Email == "" {
		return err
	}
	what = p.Site.Say(user.SpeakTo(ctx, p.Site, u), what, values...)
	return p.mails.tell(ctx, u, subject, "for your account %s at %s: %s.\n\nIf it wasn't you, change your password and look at %s",
		u.Login, p.Site.Base(ctx), what, p.Site.Base(ctx)+factorsPath)
}

// pendingApp is a secret that an app doesn't have yet, sealed into the page.
type pendingApp struct {
	User   int64
	Mark   string // of the account
	Secret string
	Until  int64
}

// beginApp shows the secret of a new authenticator app.
func (v factors) beginApp() error {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: v.Site.PlainTitle(v.ctx), AccountName: v.user.Login, Period: uint(appStep / time.Second), Digits: otp.DigitsSix})
	if err != nil {
		return err
	}
	return v.showApp(http.StatusOK, page{}, key)
}

func (v factors) showApp(status int, p page, key *otp.Key) error {
	image, err := key.Image(240, 240)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, image); err != nil {
		return err
	}
	text, err := json.Marshal(pendingApp{v.user.ID, mark(v.user), key.URL(), v.Site.Clock().Add(challengeTime).Unix()}) // #nosec G117 -- sealed before it leaves the server
	if err != nil {
		return err
	}
	state, err := v.secrets.Seal(v.ctx, "new authenticator", string(text))
	if err != nil {
		return err
	}
	picture := template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())) // our own picture
	return v.showFactors(status, p, &factorsForm{Begun: &begunApp{picture, key.Secret(), state}})
}

// confirmApp stores an app that has shown that it knows the secret.
func (v factors) confirmApp() error {
	var pending pendingApp
	text, err := v.secrets.Open(v.ctx, "new authenticator", v.r.PostForm.Get("app_state"))
	if err != nil || json.Unmarshal([]byte(text), &pending) != nil || pending.User != v.user.ID || pending.Mark != mark(v.user) || pending.Until < v.Site.Clock().Unix() {
		return v.showFactors(http.StatusBadRequest, page{Problem: "That took too long. Begin again."}, &factorsForm{})
	}
	key, err := otp.NewKeyFromURL(pending.Secret)
	if err != nil {
		return err
	}
	step, err := appStepOf(key.Secret(), packed(v.r.PostForm.Get("code")), v.Site.Clock())
	if err != nil {
		return err
	}
	if step == 0 {
		return v.showApp(http.StatusBadRequest, page{Problem: "That isn't the code that the app shows now."}, key)
	}
	sealed, err := v.secrets.Seal(v.ctx, "authenticator", key.Secret())
	if err != nil {
		return err
	}
	f := &factorsForm{}
	err = v.Store.InTx(v.ctx, func(ctx context.Context) error {
		if err := v.Store.DeleteFactors(ctx, v.user.ID, user.FactorApp); err != nil {
			return err
		}
		err := v.Store.InsertFactor(ctx, &user.Factor{
			User: v.user.ID, Kind: user.FactorApp, Data: sealed, Counter: step, Created: v.Site.Clock().UTC().Format(site.DateForm),
		})
		if err != nil {
			return err
		}
		list, err := v.Store.Factors(ctx, v.user.ID)
		if err != nil {
			return err
		}
		f.Fresh = nil
		if countKind(list, user.FactorRecovery) == 0 {
			if f.Fresh, err = v.newRecovery(ctx, v.user); err != nil {
				return err
			}
		}
		return v.tellFactors(ctx, v.user, "Codes of an app", "log-ins ask for a code of an authenticator app")
	})
	if err != nil {
		return err
	}
	return v.showFactors(http.StatusOK, page{Notice: "Codes of your app are asked for from now on."}, f)
}

func countKind(list []*user.Factor, kind string) int {
	n := 0
	for _, f := range list {
		if f.Kind == kind {
			n++
		}
	}
	return n
}

func (v factors) showFactors(status int, p page, f *factorsForm) error {
	list, err := v.Store.Factors(v.ctx, v.user.ID)
	if err != nil {
		return err
	}
	f.Action, f.Account, f.Address = v.base+factorsPath, v.base+auth.AccountPath, v.user.Email
	f.Nonce = v.Auth.Nonce(v.ctx, v.session, nonceFactors)
	f.Codes = countKind(list, user.FactorRecovery)
	_, err = v.passkeys.relyingParty(v.ctx)
	f.Possible = err == nil
	for _, one := range list {
		shown := shownFactor{one.ID, one.Name, v.stamp(one.Created), v.stamp(one.Used)}
		switch one.Kind {
		case user.FactorApp:
			f.App = &shown
		case user.FactorMail:
			f.Mail = &shown
		case user.FactorPasskey:
			f.Passkeys = append(f.Passkeys, shown)
		}
	}
	p.Title, p.Wide, p.Body, p.Scripts = "Second factor and passkeys", true, f, passkeyScript(f.Offer)
	return v.show(status, "factors", p)
}
