package admin

import (
	"context"
	"log/slog"
	"net/http"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/language"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/auth"
)

// Config is what the pages are made of.
type Config struct {
	Site  *site.Site
	Auth  *auth.Authenticator
	Types *content.Types
	// Taxonomies are those whose terms people keep.
	Taxonomies *taxonomy.Registry
	// Terms tells which terms there are.
	Terms taxonomy.Store
	// Entries writes drafts.
	Entries *content.Service
	// Users tells who has an entry open.
	Users user.Store
	// Accounts changes what the API doesn't take.
	Accounts Accounts
	// Counts tells lists what the API doesn't.
	Counts Counts
	// Options are those that settings' screens show.
	Options Options
	// Exchange moves contents by export files.
	Exchange Exchange
	// Keeping has backups and the record.
	Keeping Keeping
	// Requests are what people ask for with their data.
	Requests Requests
	// API is the mount that the packages ask.
	API *rest.Mount
	// Theme is the theme in effect, and Styles what it and the site's owner say of looks.
	Theme  func(ctx context.Context) *theme.Theme
	Styles func(ctx context.Context, a access.Actor) *theme.Data
	// Fields are the custom fields of a type that the site's owner declared.
	Fields func(typ string) []FieldGroup
	// Declares tells whether a field of a type is declared under a key, shown or not.
	Declares func(typ, key string) bool
	// Defines tells whether requests may change definitions of types and fields.
	Defines bool
	// Active tells whether an extension is on.
	Active func(ctx context.Context, extension string) bool
	// Themes are those that the site has, the one in effect first; SwitchTheme puts another
	// into effect.
	Themes      func(ctx context.Context) []*theme.Theme
	SwitchTheme func(ctx context.Context, id string) error
	// ThemeFixed tells that nobody may choose: the program was started with a theme.
	ThemeFixed bool
	// PreviewTheme prepares a look at the site with a theme, without putting it into effect;
	// false where there is none of that name to choose.
	PreviewTheme func(ctx context.Context, id string) (bool, error)
	// ThemeFolder is where themes are installed.
	ThemeFolder ThemeFolder
	// Version is that of the program.
	Version string
	// MaxUpload bounds an uploaded file, in bytes.
	MaxUpload int64
	Log       *slog.Logger
}

// Pages are the pages of the admin. They are safe for concurrent use.
type Pages struct {
	Config
	bundle  *bundle // nil when the program was built without
	scripts *scriptTexts
	places  map[string]place
}

// New makes the pages.
func New(c Config) *Pages {
	return &Pages{Config: c, bundle: readBundle(), scripts: newScriptTexts(), places: places()}
}

const (
	adminPath  = auth.AdminPath + "/"
	postPath   = adminPath + "post.php"
	newPath    = adminPath + "post-new.php"
	sitePath   = adminPath + "site-editor.php"
	ajaxPath   = adminPath + "admin-ajax.php"
	themesPath = adminPath + "themes.php"
	short      = "/admin"
)

// visit is one request of somebody who is logged in.
type visit struct {
	*Pages
	w       http.ResponseWriter
	r       *http.Request
	ctx     context.Context
	base    string
	session auth.Session
	user    *user.User
	actor   access.Actor
	// refused is why what was sent isn't stored, and sent what that was, for a page that is
	// shown again.
	refused *refusal
	sent    map[string]string
	// question is what is asked of a theme that came in.
	question *question
	// answers are what the API has said for this page, by what it was asked.
	answers map[string]*answer
}

// Paths are where Serve may answer, and with a slash at the end all below.
func Paths() []string { return []string{AssetsPath, short, adminPath} }

// Serve answers a request for a page or a file of the admin; false for other requests,
// and where something else is shown in its place: the log-in for strangers, and all that
// the account pages have when there is no bundle.
func (p *Pages) Serve(w http.ResponseWriter, r *http.Request) bool {
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	switch {
	case strings.HasPrefix(r.URL.Path, AssetsPath):
		if p.bundle == nil || !reads {
			http.NotFound(w, r)
			return true
		}
		if strings.HasPrefix(r.URL.Path, textsPath) {
			p.serveTexts(w, r.WithContext(scope.New(r.Context())))
		} else {
			p.bundle.serveFile(w, r)
		}
		return true
	case r.URL.Path == short && reads:
		http.Redirect(w, r, p.Site.Base(r.Context())+adminPath, http.StatusFound) // #nosec G710 -- Base is the site's own address
		return true
	case !strings.HasPrefix(r.URL.Path, adminPath):
		return false
	}
	path := pathOf(r.URL)
	here := p.places[path]
	sends := r.Method == http.MethodPost && here.take != nil && p.bundle != nil
	ctx := scope.New(r.Context())
	if here.open != nil && (reads || r.Method == http.MethodPost) {
		here.open(&visit{Pages: p, w: w, r: r.WithContext(ctx), ctx: ctx})
		return true
	}
	if !reads && !sends {
		return false
	}
	s, u := p.Auth.SessionOf(r.WithContext(ctx))
	if u == nil {
		return false // the pages of accounts ask to log in
	}
	if own := user.Locale(ctx, p.Site, u); own != p.Site.Language(ctx) && p.Site.HasLanguage(ctx, own) {
		ctx = language.Speak(ctx, own)
	}
	actor := p.Auth.Actor(r.WithContext(ctx), u)
	ctx = access.NewContext(ctx, actor) // what is recorded names them
	v := &visit{Pages: p, w: w, r: r.WithContext(ctx), ctx: ctx, base: p.Site.Base(ctx), session: s, user: u, actor: actor}
	switch {
	case sends:
		here.take(v)
		return true
	case v.bundle == nil && here.must:
		v.say(http.StatusNotImplemented, "This program was built without the editor. Build it again with make, where Node and npm are installed.")
		return true
	case v.bundle == nil:
		return false
	case here.get != nil:
		return here.get(v)
	}
	return v.screen(path)
}

// say answers with one sentence: browsers get it on a page that leads back.
func (v *visit) say(status int, what string) {
	v.headers()
	texts := v.Site.Texts(v.ctx)
	if !strings.Contains(v.r.Header.Get("Accept"), "text/html") {
		http.Error(v.w, texts.Of(what), status)
		return
	}
	v.w.Header().Set("Content-Type", "text/html; charset=UTF-8")
	v.w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
	direction := "ltr"
	if texts.RightToLeft() {
		direction = "rtl"
	}
	v.w.WriteHeader(status)
	_ = said.Execute(v.w, map[string]string{ // a caller that went away is not our failure
		"Lang": texts.Tag(), "Direction": direction, "What": texts.Of(what), "Site": v.siteName(), "Back": v.base + adminPath, "BackText": texts.Of("Dashboard"),
	})
}

// fail answers when something that the page stands on failed.
func (v *visit) fail(err error) {
	if f := fault.Outage(err); f != nil {
		f.SetHeader(v.w.Header())
		http.Error(v.w, f.Message, f.Status)
		return
	}
	v.Log.Error("page of the admin", "path", v.r.URL.Path, "error", err)
	v.say(http.StatusInternalServerError, "This page can't be shown at the moment.")
}

func (v *visit) headers() {
	h := v.w.Header()
	h.Set("Cache-Control", "no-store, private")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "SAMEORIGIN")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Vary", "Cookie, Accept-Encoding")
}

// query is a parameter of the address.
func (v *visit) query(name string) string { return v.r.URL.Query().Get(name) }
