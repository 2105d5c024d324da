package account

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/storage/auth"
)

// nonceAuthorize is the action of the nonce of the authorisation page.
const nonceAuthorize = "authorize_application_password"

// maxAppName bounds the name of a program, in characters.
const maxAppName = 200

// authorization is what a program asks for.
type authorization struct {
	App, AppID          string
	SuccessURL, Reject  string
	Action, Nonce, User string
	Site, Destination   string
	Unencrypted         bool // the answer goes to this machine unencrypted
}

// authorize is the page on which a person lets a program act for them with an
// application password.
func (v *visit) authorize() error {
	a := authorization{
		App: clean.TextField(v.value("app_name")), AppID: v.value("app_id"), SuccessURL: v.value("success_url"), Reject: v.value("reject_url"),
		Action: v.base + authorizePath, User: v.user.Login, Site: v.base,
	}
	for _, address := range []string{a.SuccessURL, a.Reject} {
		if problem := unfitReturn(address); problem != "" {
			v.failure(http.StatusBadRequest, problem)
			return nil
		}
	}
	switch {
	case a.AppID != "" && !schema.IsUUID(strings.ToLower(a.AppID)):
		v.failure(http.StatusBadRequest, "This program can't be let in: its id must be a UUID.")
		return nil
	case utf8.RuneCountInString(a.App) > maxAppName:
		v.failure(http.StatusBadRequest, "This program can't be let in: its name is too long.")
		return nil
	case !auth.AppPasswordsOn(v.ctx, v.Site):
		v.failure(http.StatusNotImplemented, "This site takes no application passwords.")
		return nil
	case !auth.AppPasswordsOnFor(v.user):
		v.failure(http.StatusNotImplemented, "Your account may have no application passwords.")
		return nil
	case !v.Auth.Confidential(v.r):
		v.failure(http.StatusNotImplemented, "Application passwords are for sites behind https only, and this page came without.")
		return nil
	}
	a.AppID = strings.ToLower(a.AppID)
	if a.Reject == "" && a.SuccessURL != "" {
		a.Reject = withQuery(a.SuccessURL, "success", "false")
	}
	if v.posted() {
		return v.decided(a)
	}
	return v.showAuthorization(a, "")
}

func (v *visit) showAuthorization(a authorization, problem string) error {
	a.Nonce = v.Auth.Nonce(v.ctx, v.session, nonceAuthorize)
	if u, err := url.Parse(a.SuccessURL); err == nil && a.SuccessURL != "" {
		a.Destination, a.Unencrypted = u.Scheme+"://"+u.Host, u.Scheme == "http"
	}
	// Browsers hold the redirect that follows a form to the policy, too.
	var places []string
	for _, address := range []string{a.SuccessURL, a.Reject} {
		if place := formPlace(address); place != "" && !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	v.formTo = strings.Join(places, " ")
	return v.show(http.StatusOK, "authorize", page{Title: "Authorize Application", Problem: problem, Body: a})
}

// decided does what the person chose.
func (v *visit) decided(a authorization) error {
	if !v.Auth.VerifyNonce(v.ctx, v.session, nonceAuthorize, v.r.PostForm.Get("_wpnonce")) {
		return v.showAuthorization(a, "This page was open for too long. Choose again.")
	}
	if v.r.PostForm.Has("reject") {
		to := a.Reject
		if to == "" {
			to = v.base + adminPath
		}
		v.redirect(to)
		return nil
	}
	if !v.r.PostForm.Has("approve") {
		return v.showAuthorization(a, "")
	}
	if a.App == "" {
		return v.showAuthorization(a, "The program needs a name.")
	}
	wanted, problem := v.bounds()
	if problem != "" {
		return v.showAuthorization(a, problem)
	}
	wanted.Name, wanted.AppID = a.App, a.AppID
	_, secret, err := auth.Issue(v.ctx, v.Store, v.Site.Clock(), v.user.ID, wanted)
	if err != nil {
		return v.issueProblem(err, func(problem string) error { return v.showAuthorization(a, problem) })
	}
	if a.SuccessURL != "" {
		v.redirect(withQuery(a.SuccessURL, "site_url", v.base, "user_login", v.user.Login, "password", secret))
		return nil
	}
	return v.show(http.StatusOK, "authorized", page{Title: "Program authorized", Body: issued{a.App, v.user.Login, auth.Grouped(secret), v.base + auth.AccountPath}})
}

// issued is a new application password, which is shown once.
type issued struct{ App, User, Secret, Back string }

var schemeForm = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*$`)

// scriptSchemes run what follows them, or show it as a page.
var scriptSchemes = []string{"javascript", "data", "vbscript", "blob", "file", "about", "view-source", "filesystem", "ws", "wss", "ftp"}

// unfitReturn says why a secret can't be sent to an address, "" when it can:
// to other sites over https, to programs by a scheme of their own, and over
// plain http only to this machine.
func unfitReturn(address string) string {
	if address == "" {
		return ""
	}
	u, err := url.Parse(address)
	switch {
	case err != nil, len(address) > maxAddress, strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f }):
		return "This program can't be let in: the address to return to is malformed."
	case u.Scheme == "" || u.Host == "" || u.Opaque != "" || !schemeForm.MatchString(u.Scheme) || slices.Contains(scriptSchemes, strings.ToLower(u.Scheme)):
		return "This program can't be let in: the address to return to is malformed."
	case u.User != nil:
		return "This program can't be let in: the address to return to has a password of its own."
	case strings.EqualFold(u.Scheme, "http") && u.Hostname() != "127.0.0.1" && u.Hostname() != "::1":
		return "This program can't be let in: the address to return to must be one of https."
	}
	return ""
}

// formPlace is an address in a content policy.
func formPlace(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme == "" {
		return ""
	}
	if s := strings.ToLower(u.Scheme); s != "http" && s != "https" {
		return s + ":"
	}
	if strings.ContainsAny(u.Host, ";, '\"[]") { // the policy has no form for addresses of IPv6
		return strings.ToLower(u.Scheme) + ":"
	}
	return u.Scheme + "://" + u.Host
}

// withQuery adds parameters to an address.
func withQuery(address string, pairs ...string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	q := u.Query()
	for i := 0; i+1 < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	u.RawQuery = q.Encode()
	return u.String()
}
