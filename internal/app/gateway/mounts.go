package gateway

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"quoin/internal/display/front"
	"quoin/internal/domain/media"
	"quoin/internal/ext"
	"quoin/internal/people/account"
	"quoin/internal/people/admin"
	"quoin/internal/people/reply"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/auth"
)

// place is where a part of the site is: paths, and all below those that end with a slash.
// What is protected stays reachable whatever redirects say.
type place struct {
	paths     []string
	protected bool
}

// The places of the site itself. Extensions have theirs beside them.
var (
	apiPlace     = place{[]string{"/api/", "/wp-json/"}, true}
	filesPlace   = place{[]string{media.Path}, false}
	actionPlace  = place{[]string{actionPath}, true}
	replyPlace   = place{[]string{reply.Path}, false}
	adminPlace   = place{admin.Paths(), true}
	editPlace    = place{[]string{editPath}, true}
	accountPlace = place{account.Paths(), true}
)

// sitePlaces are all of them; requests look at them, so they are made once.
var sitePlaces = [...]place{apiPlace, filesPlace, actionPlace, replyPlace, adminPlace, editPlace, accountPlace}

func (p *place) at(path string) bool {
	return slices.ContainsFunc(p.paths, func(own string) bool { return ext.PathAt(own, path) })
}

// mount is what answers at a place, or everywhere: false leaves the request to those after
// it in the table.
type mount struct {
	at    func(path string) bool // nil for everywhere
	serve func(w http.ResponseWriter, r *http.Request, target httpcache.Target) bool
}

// mounts are all that answers, in the order in which they are asked. Public pages, the last,
// answer whatever is left.
func (g *gateway) mounts(own, reference root) []mount {
	api := roots{own, reference}
	shown := g.Front(reference.Mount)
	g.Accounts.Look = shown.Look
	files, pages := g.Files, g.public(shown, api)
	replies, screens := g.Reply(shown), g.Admin(reference.Mount)
	always := func(h http.Handler) func(http.ResponseWriter, *http.Request, httpcache.Target) bool {
		return func(w http.ResponseWriter, r *http.Request, _ httpcache.Target) bool {
			h.ServeHTTP(w, r)
			return true
		}
	}
	perhaps := func(serve func(http.ResponseWriter, *http.Request) bool) func(http.ResponseWriter, *http.Request, httpcache.Target) bool {
		return func(w http.ResponseWriter, r *http.Request, _ httpcache.Target) bool { return serve(w, r) }
	}
	return []mount{
		{nil, api.serve}, // which takes its paths as they were written
		{func(path string) bool { return strings.HasPrefix(path, media.Path) }, always(files)}, // the folder itself is nothing
		{nil, func(w http.ResponseWriter, r *http.Request, target httpcache.Target) bool {
			asks := asksForRoute(target) && !front.HoldsScripts(target.URL().Path)
			if asks {
				serveRoute(w, r, target, own.Mount, reference.Mount)
			}
			return asks
		}},
		{actionPlace.at, perhaps(g.action)},
		{replyPlace.at, always(replies)},
		{adminPlace.at, perhaps(screens.Serve)},
		{editPlace.at, perhaps(func(w http.ResponseWriter, r *http.Request) bool { return g.editPage(w, r, reference.Mount) })},
		{accountPlace.at, always(g.Accounts)},
		{nil, perhaps(g.ownPage)},
		{nil, func(w http.ResponseWriter, r *http.Request, target httpcache.Target) bool {
			pages(w, r, target)
			return true
		}},
	}
}

// Protected tells whether a path is one that must stay reachable.
func Protected(path string) bool {
	for i := range sitePlaces {
		if p := &sitePlaces[i]; p.protected && p.at(path) {
			return true
		}
	}
	return false
}

// CheckPages tells what is wrong with the pages that an extension declares.
func CheckPages(pages []ext.OwnPage) error {
	for i := range pages {
		if err := pages[i].Check(); err != nil {
			return err
		}
		for _, p := range sitePlaces {
			for _, own := range p.paths {
				if ext.PathAt(own, pages[i].Path) || pages[i].At(strings.TrimSuffix(own, "/")) {
					return fmt.Errorf("the page %s stands where the site has %s", pages[i].Path, own)
				}
			}
		}
	}
	return nil
}

// maxPageForm bounds the body of a request for a page of an extension.
const maxPageForm = 1 << 20

// ownPage answers at the pages of the active extensions.
func (g *gateway) ownPage(w http.ResponseWriter, r *http.Request) bool {
	as := g.Assembler.Now()
	i := slices.IndexFunc(as.Pages, func(p ext.OwnPage) bool { return p.At(r.URL.Path) })
	if i < 0 {
		return false
	}
	page := as.Pages[i]
	r = r.WithContext(scope.New(r.Context()))
	r.Body = http.MaxBytesReader(w, r.Body, maxPageForm)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if page.Public {
		page.Serve(w, r, g.Auth.Visitor(r))
		return true
	}
	w.Header().Set("Cache-Control", "no-store, private")
	actor, refused := g.pageActor(r)
	switch {
	case refused != nil:
		sayNo(w, refused.For(true))
	case !actor.LoggedIn():
		base := g.Site.Base(r.Context())
		http.Redirect(w, r, base+auth.LoginPath+"?redirect_to="+url.QueryEscape(base+r.URL.RequestURI()), http.StatusFound)
	case !actor.Can(page.Cap) || !reads(r) && !actor.Scope().Covers(access.ScopePublish):
		sayNo(w, fault.Forbidden("rest_forbidden", "You may not do this."))
	default:
		page.Serve(w, r, actor)
	}
	return true
}

func reads(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// pageActor is who asks for a page: reading takes a cookie alone, all else a nonce with it,
// so that no other site can send somebody's browser here to change something.
func (g *gateway) pageActor(r *http.Request) (access.Actor, *fault.Error) {
	if reads(r) && r.Header.Get("Authorization") == "" {
		return g.Auth.Visitor(r), nil
	}
	return g.Auth.Identify(r)
}
