package account

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"quoin/internal/display/render/datefmt"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/storage/auth"
)

// nonceProfile is the action of the nonce of the forms on the page of one's
// own account.
const nonceProfile = "update-own-account"

// maxShown bounds the list on the page.
const maxShown = 100

// ownAccount is what the page of one's own account shows.
type ownAccount struct {
	Action, Profile, Nonce, Logout, Login, Name, Email string
	Pending                                            string // address that waits to be confirmed
	Sessions                                           []shownSession
	Passwords                                          []shownPassword
	Takes                                              bool // application passwords
	Issued                                             *issued
	Factors, FactorsPage                               string
}

type shownSession struct {
	ID, Agent, IP string
	Since, Seen   stamp
	Current       bool
}

type shownPassword struct {
	UUID, Name, IP string
	Created, Used  stamp
	Scope          string // what it may, for people; "" for all
	Expires        stamp
	Over           bool // it has ended
}

// The signs of Unicode around a text whose direction is its own.
const (
	isolate    = "\u2068"
	popIsolate = "\u2069"
)

// stamp is a moment for people and for programs.
type stamp struct{ Text, Machine string }

func (v *visit) stamp(utc string) stamp {
	t, err := time.Parse(site.DateForm, utc)
	if err != nil {
		return stamp{}
	}
	texts := v.Site.Texts(v.ctx)
	shown := datefmt.In(texts, t.In(v.Site.Zone(v.ctx)), "j M Y, H:i")
	if texts.RightToLeft() {
		shown = isolate + shown + popIsolate // its parts stay in their order among letters of either direction
	}
	return stamp{shown, t.Format(time.RFC3339)}
}

// profile is the page of one's own account.
func (v *visit) profile() error {
	if !v.posted() {
		notice := map[string]string{
			"password": "Your password is changed, and all other browsers are logged out.", "sessions": "All other browsers are logged out.",
			"session": "That browser is logged out.", "revoked": "The application password is gone.",
			"address": "A message with a link is on its way to the new address. It becomes yours when you follow the link.",
		}[v.value("done")]
		return v.showProfile(http.StatusOK, page{Notice: notice}, nil)
	}
	if !v.Auth.VerifyNonce(v.ctx, v.session, nonceProfile, v.r.PostForm.Get("_wpnonce")) {
		return v.showProfile(http.StatusForbidden, page{Problem: "This page was open for too long. Try again."}, nil)
	}
	switch v.r.PostForm.Get("do") {
	case "password":
		return v.changePassword()
	case "address":
		return v.changeAddress()
	case "sessions":
		return v.done("sessions", v.Store.DeleteOtherSessions(v.ctx, v.user.ID, v.session.StoredID()))
	case "session":
		return v.done("session", v.Store.DeleteSession(v.ctx, v.user.ID, v.r.PostForm.Get("id")))
	case "revoke":
		id := cut(v.r.PostForm.Get("id"), 36)
		if id == "" { // which would mean all
			return v.showProfile(http.StatusBadRequest, page{Problem: "Say which application password."}, nil)
		}
		_, err := auth.Revoke(v.ctx, v.Store, v.Site.Clock(), v.user.ID, id)
		return v.done("revoked", err)
	case "issue":
		return v.issueHere()
	}
	return v.showProfile(http.StatusBadRequest, page{Problem: "The form can't be read."}, nil)
}

// done leads back to the page, so that loading it again sends nothing again.
func (v *visit) done(what string, err error) error {
	if err == nil {
		v.redirect(v.base + auth.AccountPath + "?done=" + what)
	}
	return err
}

func (v *visit) showProfile(status int, p page, made *issued) error {
	now := v.Site.Clock().UTC().Format(site.DateForm)
	sessions, err := v.Store.Sessions(v.ctx, v.user.ID, now)
	if err != nil {
		return err
	}
	passwords, err := v.Store.AppPasswords(v.ctx, v.user.ID)
	if err != nil {
		return err
	}
	a := ownAccount{
		Action: v.base + auth.AccountPath, Profile: v.base + profilePath, Nonce: v.Auth.Nonce(v.ctx, v.session, nonceProfile),
		Logout: v.base + auth.LoginPath + "?action=logout&_wpnonce=" + v.Auth.Nonce(v.ctx, v.session, nonceLogout),
		Login:  v.user.Login, Email: v.user.Email, Issued: made,
		Takes: auth.AppPasswordsOn(v.ctx, v.Site) && auth.AppPasswordsOnFor(v.user) && v.Auth.Confidential(v.r),
	}
	if a.Factors, err = v.namedFactors(); err != nil {
		return err
	}
	a.FactorsPage = v.base + factorsPath
	for _, s := range sessions {
		a.Sessions = append(a.Sessions, shownSession{s.ID, agentName(s.Agent), s.IP, v.stamp(s.Created), v.stamp(s.Seen), s.ID == v.session.StoredID()})
	}
	slices.Reverse(passwords)
	for _, p := range passwords[:min(len(passwords), maxShown)] {
		a.Passwords = append(a.Passwords, shownPassword{
			p.UUID, p.Name, p.LastIP, v.stamp(p.Created), v.stamp(p.LastUsed), scopeNames[p.Scope], v.stamp(p.Expires), p.Expired(now),
		})
	}
	if a.Pending, err = v.PendingAddress(v.ctx, v.user, OwnAddress); err != nil {
		return err
	}
	p.Title, p.Wide, p.Body = "Your account", true, a
	return v.show(status, "profile", p)
}

// again checks the password of who makes a change that could take the account
// over. It answers when that isn't given.
func (v *visit) again() (ok bool, err error) {
	ok, answer, err := v.checkAgain()
	if ok || err != nil {
		return ok, err
	}
	return false, v.showProfile(answer.status, page{Problem: answer.problem}, nil)
}

// refusal is a status and what is wrong.
type refusal struct {
	status  int
	problem string
}

func (v *visit) checkAgain() (ok bool, answer refusal, err error) {
	ok, err = v.within(v.ctx, v.againBounds(v.user), func() (bool, error) {
		return v.Auth.CheckPassword(v.ctx, v.Auth.Attempt(v.r, v.user.Login), v.user, v.r.PostForm.Get("current"))
	})
	if f := fault.As(err); f != nil {
		return false, refusal{f.Status, f.Message}, nil
	}
	return ok, refusal{http.StatusForbidden, "Your current password isn't right."}, err
}

// namedFactors says what log-ins to the account ask for beside the password.
func (v *visit) namedFactors() (string, error) {
	list, err := v.Store.Factors(v.ctx, v.user.ID)
	if err != nil {
		return "", err
	}
	var names []string
	for _, known := range [][2]string{
		{user.FactorApp, "a code of your app"}, {user.FactorPasskey, "a passkey"}, {user.FactorMail, "a code by mail"},
	} {
		if countKind(list, known[0]) > 0 {
			names = append(names, v.Site.Say(v.ctx, known[1]))
		}
	}
	return strings.Join(names, v.Site.Say(v.ctx, " or ")), nil
}

func (v *visit) changePassword() error {
	if ok, err := v.again(); !ok || err != nil {
		return err
	}
	password := strings.TrimSpace(v.r.PostForm.Get("pass1"))
	if problem := unfit(password, strings.TrimSpace(v.r.PostForm.Get("pass2"))); problem != "" {
		return v.showProfile(http.StatusBadRequest, page{Problem: problem}, nil)
	}
	return v.done("password", v.replacePassword(password))
}

func (v *visit) changeAddress() error {
	if ok, err := v.again(); !ok || err != nil {
		return err
	}
	email := clean.Email(strings.TrimSpace(v.r.PostForm.Get("email")))
	if !clean.IsEmail(email) || len(email) > 100 {
		return v.showProfile(http.StatusBadRequest, page{Problem: "This is no email address."}, nil)
	}
	// Whether another account has the address is told to its owner only.
	return v.done("address", v.Store.InTx(v.ctx, func(ctx context.Context) error { return v.askAddress(ctx, v.user, OwnAddress, email) }))
}

func (v *visit) issueHere() error {
	name := clean.TextField(cut(v.r.PostForm.Get("name"), 4*maxAppName))
	switch {
	case name == "":
		return v.showProfile(http.StatusBadRequest, page{Problem: "Say what the application password is for."}, nil)
	case !auth.AppPasswordsOn(v.ctx, v.Site) || !auth.AppPasswordsOnFor(v.user) || !v.Auth.Confidential(v.r):
		return v.showProfile(http.StatusForbidden, page{Problem: "There are no application passwords here."}, nil)
	}
	wanted, problem := v.bounds()
	if problem != "" {
		return v.showProfile(http.StatusBadRequest, page{Problem: problem}, nil)
	}
	wanted.Name = name
	_, secret, err := auth.Issue(v.ctx, v.Store, v.Site.Clock(), v.user.ID, wanted)
	if err != nil {
		return v.issueProblem(err, func(problem string) error { return v.showProfile(http.StatusBadRequest, page{Problem: problem}, nil) })
	}
	return v.showProfile(http.StatusOK, page{}, &issued{name, v.user.Login, auth.Grouped(secret), ""})
}

// scopeNames say what an application password may that may less than its owner.
var scopeNames = map[access.Scope]string{access.ScopeRead: "may only read", access.ScopeDrafts: "may read and write drafts"}

// bounds are how far an application password is to go, as a form asks; or what is wrong.
func (v *visit) bounds() (auth.NewPassword, string) {
	wanted := auth.NewPassword{Scope: access.Scope(v.r.PostForm.Get("scope"))}
	if _, ok := access.ParseScope(string(wanted.Scope)); !ok && wanted.Scope != "" {
		return wanted, "The form can't be read."
	}
	var err error
	if wanted.Expires, err = auth.ParseExpiry(cut(v.r.PostForm.Get("expires"), 40), v.Site.Clock()); err != nil {
		return wanted, "This is no date."
	}
	return wanted, ""
}

func (v *visit) issueProblem(err error, show func(problem string) error) error {
	switch {
	case errors.Is(err, auth.ErrTooMany):
		return show("You have too many application passwords. Remove one first.")
	case errors.Is(err, auth.ErrPast):
		return show("The application password would have ended already.")
	}
	return err
}

// agentName is a browser's name as people know it.
func agentName(agent string) string {
	name, system := "", ""
	for _, known := range [][2]string{{"Edg/", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}} {
		if strings.Contains(agent, known[0]) {
			name = known[1]
			break
		}
	}
	for _, known := range [][2]string{{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"Mac OS", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"}} {
		if strings.Contains(agent, known[0]) {
			system = known[1]
			break
		}
	}
	switch {
	case name == "" && agent == "":
		return "Unknown browser"
	case name == "":
		return cut(agent, 60)
	case system == "":
		return name
	}
	return name + " on " + system
}

var _ user.Notifier = (*Pages)(nil)
