package account

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"

	"quoin/internal/domain/audit"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/people/mail"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/job"
	"quoin/internal/platform/netlimit"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/auth"
)

// Store is what the pages keep and read.
type Store interface {
	user.Store
	user.SessionStore
	user.FactorStore
	user.TryStore
	user.RequestStore
	site.OptionStore
	site.SecretStore
	content.Transactor
	audit.Store
}

// Config is what the pages are made of.
type Config struct {
	Store Store
	Site  *site.Site
	Auth  *auth.Authenticator
	Users *user.Service
	Mail  mail.Sender
	Queue job.Queue
	// Record notes changes that other packages don't see.
	Record *audit.Log
	Log    *slog.Logger
	// Policy is the page about privacy that everybody may read: its title and address, "" for none.
	Policy func(ctx context.Context) (title, address string)
	// Icon is the address of the site's icon, "" without one.
	Icon func(ctx context.Context) string
	// PersonalFile writes what the site knows of whoever has an address, as a ZIP file.
	PersonalFile func(ctx context.Context, email string, w io.Writer) error
	// Look is a style sheet with the custom properties that the pages are drawn with,
	// as front.Look makes it; nil or "" for their own.
	Look func(ctx context.Context) string
}

// Pages are the pages of accounts. They are safe for concurrent use.
type Pages struct {
	Config
	links     *links
	mails     *mails
	passkeys  *passkeys
	secrets   *auth.Secrets
	templates *templates
	origin    *http.CrossOriginProtection
	// registrations bounds how many registrations one address may try, in this process.
	registrations *netlimit.Rate
	files         chan struct{} // has one in it while a file with personal data is made
}

// New makes the pages.
func New(c Config) *Pages {
	secrets := auth.NewSecrets("account", c.Auth.DeriveKey)
	return &Pages{
		Config:        c,
		links:         &links{store: c.Store, site: c.Site, deriveKey: c.Auth.DeriveKey},
		mails:         &mails{store: c.Store, site: c.Site, sender: c.Mail},
		passkeys:      &passkeys{store: c.Store, site: c.Site, secrets: secrets, log: c.Log},
		secrets:       secrets,
		templates:     readTemplates(),
		origin:        http.NewCrossOriginProtection(),
		registrations: newRegistrations(),
		files:         make(chan struct{}, 1),
	}
}

// Addresses of the pages.
const (
	adminPath     = auth.AdminPath + "/"
	ajaxPath      = adminPath + "admin-ajax.php"
	authorizePath = adminPath + "authorize-application.php"
	// profilePath is a screen of the admin, and the account page in a program without it.
	profilePath = adminPath + "profile.php"
	factorsPath = adminPath + "second-factor.php"
	// changePath is where password managers look for the page on which a password is
	// changed (W3C, a well-known URL for changing passwords).
	changePath = "/.well-known/change-password"
)

// Paths are where the pages are, and with a slash at the end all below.
func Paths() []string { return []string{auth.LoginPath, auth.AccountPath, changePath, adminPath} }

// maxForm bounds the body of a form, in bytes.
const maxForm = 64 << 10

// visit is one request for a page.
type visit struct {
	*Pages
	w       http.ResponseWriter
	r       *http.Request
	ctx     context.Context
	base    string
	session auth.Session
	user    *user.User // nil of a stranger
	formTo  string     // a place beside the site that a form may lead to
}

// ServeHTTP answers a request for one of the pages.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx := scope.New(r.Context())
	v := &visit{Pages: p, w: w, r: r.WithContext(ctx), ctx: ctx, base: p.Site.Base(ctx)}
	defer func() {
		if fault := recover(); fault != nil {
			if fault == http.ErrAbortHandler {
				panic(fault)
			}
			p.Log.Error("page of an account panicked", "path", r.URL.Path, "panic", fault, "stack", string(debug.Stack()))
			http.Error(w, "This page can't be shown at the moment.", http.StatusInternalServerError)
		}
	}()
	v.headers()
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodPost:
		v.r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		if err := p.origin.Check(r); err != nil && !v.fromOwnAddress() {
			v.failure(http.StatusForbidden, "This form was sent from another site.")
			return
		}
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		v.failure(http.StatusMethodNotAllowed, "This page can be read and its forms sent, nothing else.")
		return
	}
	if err := v.r.ParseForm(); err != nil {
		v.failure(http.StatusBadRequest, "The form can't be read.")
		return
	}
	v.session, v.user = p.Auth.SessionOf(v.r)
	if f := fault.Outage(scope.Failure(ctx)); f != nil {
		v.outage(f) // whoever has a session would be sent to log in
		return
	}
	v.ctx = access.NewContext(v.ctx, p.Auth.Visitor(v.r))
	v.speak()
	v.r = v.r.WithContext(v.ctx)
	if err := v.serve(); err != nil {
		if ctx.Err() == nil {
			p.Log.Error("page of an account", "path", r.URL.Path, "error", err)
		}
		if f := fault.Outage(cmp.Or(scope.Failure(ctx), err)); f != nil {
			v.outage(f)
			return
		}
		v.failure(http.StatusInternalServerError, "This page can't be shown at the moment.")
	}
}

func (v *visit) serve() error {
	switch path := v.r.URL.Path; path {
	case auth.LoginPath:
		return v.login()
	case auth.AdminPath:
		http.Redirect(v.w, v.r, v.base+adminPath, http.StatusMovedPermanently)
		return nil
	case ajaxPath:
		return v.ajax()
	case changePath:
		v.redirect(v.base + auth.AccountPath)
		return nil
	}
	if v.user == nil {
		v.redirect(v.base + auth.LoginPath + "?redirect_to=" + url.QueryEscape(v.base+v.r.URL.RequestURI()) + "&reauth=1")
		return nil
	}
	switch v.r.URL.Path {
	case adminPath, adminPath + "index.php":
		v.redirect(v.base + profilePath)
		return nil
	case authorizePath:
		return v.authorize()
	case profilePath, auth.AccountPath:
		return v.profile()
	case factorsPath:
		return v.factors().factorsPage()
	}
	v.failure(http.StatusNotFound, "There is no such page here. The site is managed through its API.")
	return nil
}

// fromOwnAddress tells whether a form comes from a page of the site's own
// address, which a proxy may have hidden from us.
func (v *visit) fromOwnAddress() bool {
	base, err := url.Parse(v.base)
	return err == nil && v.r.Header.Get("Sec-Fetch-Site") == "" && v.r.Header.Get("Origin") == base.Scheme+"://"+base.Host
}

// headers sets what all the pages have.
func (v *visit) headers() {
	h := v.w.Header()
	h.Set("Cache-Control", "no-store, private")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Vary", "Cookie")
}

func (v *visit) redirect(to string) {
	v.w.Header().Set("Location", to)
	v.w.WriteHeader(http.StatusFound)
}

// posted tells whether a form was sent.
func (v *visit) posted() bool { return v.r.Method == http.MethodPost }

// value is a parameter of the form or the query, the form's first.
func (v *visit) value(name string) string { return v.r.Form.Get(name) }

// ajax answers what browsers ask the reference's address of that name: for a nonce for the API, and, by a sign
// of a page whose session has ended, whether it has.
func (v *visit) ajax() error {
	if v.user == nil && v.posted() && v.value("action") == "heartbeat" {
		v.w.Header().Set("Content-Type", "application/json; charset=UTF-8")
		_, _ = fmt.Fprintf(v.w, `{"wp-auth-check":false,"server_time":%d}`, v.Site.Clock().Unix()) // a caller that went away is not our failure
		return nil
	}
	v.w.Header().Set("Content-Type", "text/html; charset=UTF-8")
	v.w.Header().Set("X-Robots-Tag", "noindex")
	if v.user == nil || v.value("action") != "rest-nonce" {
		v.w.WriteHeader(http.StatusBadRequest)
		_, _ = v.w.Write([]byte("0")) // a caller that went away is not our failure
		return nil
	}
	_, _ = v.w.Write([]byte(v.Auth.Nonce(v.ctx, v.session, auth.NonceREST)))
	return nil
}
