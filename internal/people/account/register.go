package account

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/netlimit"
	"quoin/internal/storage/auth"
)

// registerPath is where strangers make accounts for themselves.
const registerPath = auth.LoginPath + "?action=register"

// How many registrations one address may try at once, and how soon another one. Each answer
// tells whether a name or an address is taken, and each account costs somebody a message.
// People behind one address, as in a school, register together.
const (
	registrationBurst = 20
	registrationEvery = 3 * time.Minute
)

// Bounds on what is registered, in characters; package user has that of names too.
const (
	maxRegisteredName  = 60
	maxRegisteredEmail = 100
)

func newRegistrations() *netlimit.Rate {
	return &netlimit.Rate{PerSecond: 1 / registrationEvery.Seconds(), Burst: registrationBurst}
}

// registerForm is what the form to register shows.
type registerForm struct {
	Action, Login, Lost, RedirectTo, Name, Email string
	Problems                                     []problem
}

// problem is why nobody is registered, with its code in the field.
type problem struct{ Code, Text string }

// What may be wrong with a registration.
var (
	nameMissing  = problem{"empty_username", "The username is missing."}
	nameInvalid  = problem{"invalid_username", "A log-in name holds letters, digits, blanks and _ . - @ only."}
	nameLong     = problem{"invalid_username", "A username has at most 60 characters."}
	nameRefused  = problem{"invalid_username", "This log-in name can't be taken."}
	nameTaken    = problem{"username_exists", "This log-in name is already registered."}
	emailMissing = problem{"empty_email", "The address is missing."}
	emailInvalid = problem{"invalid_email", "This is no email address."}
	emailTaken   = problem{"email_exists", "This e-mail address is already registered."}
)

// problemOf are the refusals of accounts that a form may run into.
var problemOf = map[user.Refusal]problem{
	user.ErrLoginEmpty: nameMissing, user.ErrLoginLong: nameLong, user.ErrLoginTaken: nameTaken, user.ErrLoginRefused: nameRefused,
	user.ErrEmailTaken: emailTaken, user.ErrSlugEmpty: nameInvalid, user.ErrSlugLong: nameLong,
}

// register is the page on which strangers make accounts for themselves. Whoever reads the
// mail of the address sets the password, so that nobody logs in with the address of
// another.
func (v *visit) register() error {
	if !site.Registration.Of(v.ctx, v.Site) {
		v.redirect(v.base + auth.LoginPath + "?registration=disabled")
		return nil
	}
	if !v.posted() {
		return v.showRegister(http.StatusOK, "", nil)
	}
	login, email := strings.TrimSpace(v.r.PostForm.Get("user_login")), strings.TrimSpace(v.r.PostForm.Get("user_email"))
	if problems := unregistrable(site.Locale.Of(v.ctx, v.Site), login, email); problems != nil {
		return v.showRegister(http.StatusOK, "", problems)
	}
	if wait := v.registrations.Take(v.peer(), v.Site.Clock()); wait > 0 {
		v.w.Header().Set("Retry-After", strconv.Itoa(int(wait.Seconds())+1))
		return v.showRegister(http.StatusTooManyRequests, "There were too many registrations from here. Try again later.", nil)
	}
	if err := v.Auth.Refused(v.r, login); err != nil {
		return v.refused(err)
	}
	problems, err := v.taken(login, email)
	switch {
	case err != nil:
		return err
	case problems != nil:
		return v.showRegister(http.StatusOK, "", problems)
	}
	c := user.Change{Login: &login, Email: &email}
	if own := language.Spoken(v.ctx); own != "" {
		c.Locale = &own // chosen on this page
	}
	err = v.Store.InTx(v.ctx, func(ctx context.Context) error {
		_, err := v.Users.Create(ctx, c)
		return err
	})
	var refusal user.Refusal
	if errors.As(err, &refusal) && problemOf[refusal].Code != "" {
		return v.showRegister(http.StatusOK, "", []problem{problemOf[refusal]})
	}
	if err != nil {
		return err
	}
	v.redirect(v.safe(v.value("redirect_to"), v.base+auth.LoginPath+"?checkemail=registered"))
	return nil
}

// peer is who counts as one with the visitor.
func (v *visit) peer() netip.Addr {
	address, err := netip.ParseAddr(v.Auth.Attempt(v.r, "").IP)
	if err != nil {
		return netip.Addr{} // all of whom nothing is known are one
	}
	return netlimit.Peer(address)
}

func (v *visit) showRegister(status int, refused string, problems []problem) error {
	return v.show(status, "register", page{Title: "Register", Problem: refused, Body: registerForm{
		Action: v.base + registerPath, Login: v.base + auth.LoginPath, Lost: v.base + auth.LoginPath + "?action=lostpassword",
		RedirectTo: v.safe(v.value("redirect_to"), ""), Name: cut(v.r.PostForm.Get("user_login"), 4*maxRegisteredName),
		Email: cut(v.r.PostForm.Get("user_email"), 4*maxRegisteredEmail), Problems: problems,
	}})
}

// unregistrable is what no site takes of a name and an address.
func unregistrable(locale, login, email string) (problems []problem) {
	switch {
	case utf8.RuneCountInString(login) > maxRegisteredName:
		problems = append(problems, nameLong)
	case strings.TrimSpace(clean.Username(locale, login, false)) == "":
		problems = append(problems, nameMissing)
	case clean.Username(locale, login, true) != login:
		problems = append(problems, nameInvalid)
	case strings.Contains(login, "@") && !strings.EqualFold(login, email):
		problems = append(problems, nameRefused)
	}
	switch {
	case email == "":
		problems = append(problems, emailMissing)
	case utf8.RuneCountInString(email) > maxRegisteredEmail, !clean.IsEmail(email):
		problems = append(problems, emailInvalid)
	}
	return problems
}

// taken is what of a name and an address is somebody else's. An address of somebody is no
// name for others, since its owner may log in with it, nor a name an address.
func (v *visit) taken(login, email string) (problems []problem, err error) {
	for _, look := range []struct {
		by    func(ctx context.Context, name string) (*user.User, error)
		name  string
		taken problem
	}{{v.Store.UserByLogin, login, nameTaken}, {v.Store.UserByEmail, login, nameTaken}, {v.Store.UserByEmail, email, emailTaken}, {v.Store.UserByLogin, email, emailTaken}} {
		switch _, err := look.by(v.ctx, look.name); {
		case errors.Is(err, user.ErrNotFound):
		case err != nil:
			return nil, err
		case !slices.Contains(problems, look.taken):
			problems = append(problems, look.taken)
		}
	}
	return problems, nil
}
