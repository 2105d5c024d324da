package view

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/auth"
)

// Source answers what rendering asks, for one request of one viewer. It isn't
// safe for concurrent use.
type Source struct {
	v       *View
	viewer  access.Actor
	editing bool // see Visit
	request *render.Request
	memo    map[any]remembered
	images  map[int64]imageMemo
	failed  bool
	// override takes the place of the stored entry of its id; see Show.
	override *content.Entry
}

type sourceKey struct {
	viewer, opens int64
	system        bool
	editing       bool
}

// Source is the source of a request for a viewer. With a page to be shown it
// is a new one, else the one that the request has for the viewer.
func (v *View) Source(ctx context.Context, a access.Actor, page *render.Request) *Source {
	if page == nil {
		return v.sourceOf(ctx, Visit{Actor: a})
	}
	return v.newSource(Visit{Actor: a}, page)
}

// sourceOf is the source that a request has for a visit.
func (v *View) sourceOf(ctx context.Context, to Visit) *Source {
	key := sourceKey{to.Actor.ID, to.Actor.Opens, to.Actor.System, to.Editing}
	s, ok := scope.Get[*Source](ctx, key)
	if !ok {
		s = v.newSource(to, nil)
		scope.Put(ctx, key, s)
	}
	return s
}

func (v *View) newSource(to Visit, page *render.Request) *Source {
	return &Source{v: v, viewer: to.Actor, editing: to.Editing, request: page, memo: map[any]remembered{}, images: map[int64]imageMemo{}}
}

// Show has the source show an entry as it is given, such as with changes that
// aren't in effect, in place of the stored one of its id. A password doesn't
// lock it.
func (s *Source) Show(e *content.Entry) { s.override = e }

// Complete tells whether every look-up so far was answered; what a Source says
// after one was not must not be cached.
func (s *Source) Complete() bool { return !s.failed }

// fail notes that a look-up could not be answered, nor can what it was for.
func (s *Source) fail(ctx context.Context, what string, err error) {
	s.failed = true
	if ctx.Err() == nil {
		scope.Failed(ctx, fmt.Errorf("look up %s: %w", what, err))
	}
}

// remembered is an answer with what it depends on.
type remembered struct {
	value any
	deps  cache.Deps
}

// once answers a question of the request by asking only once.
func once[T any](ctx context.Context, s *Source, key any, ask func(ctx context.Context) T) T {
	if m, ok := s.memo[key]; ok {
		scope.Include(ctx, m.deps)
		return m.value.(T)
	}
	part := scope.Part(ctx)
	value := ask(part)
	s.memo[key] = remembered{value, scope.From(part).Deps()}
	return value
}

// Site implements render.Source.
func (s *Source) Site(ctx context.Context) *render.Site {
	return once(ctx, s, "site", s.readSite)
}

// siteKey is that of what a View knows of the site.
type siteKey struct{ *View }

// readSite makes what rendering knows of the site once for each state of the options.
func (s *Source) readSite(ctx context.Context) *render.Site {
	scope.DependsOn(ctx, cache.AllOptions()) // which says more than each of those that are read
	now := site.Derived(ctx, s.v.Site, siteKey{s.v}, s.v.makeSite)
	now.Now = s.v.Site.Now(ctx)
	if t := s.v.Theme(ctx); t != nil {
		now.ExcerptLength, now.ExcerptMore = t.Registered.ExcerptLength, t.Registered.ExcerptMore
	}
	return &now
}

func (v *View) makeSite(ctx context.Context) render.Site {
	o := v.Site
	base, texts := o.Base(ctx), o.Texts(ctx)
	// The bound leaves room to reckon with.
	number := func(option *site.Option[int64]) int { return int(min(option.Of(ctx, o), math.MaxInt32)) }
	out := render.Site{
		Name: o.Title(ctx), Description: o.Tagline(ctx),
		URL: base, UploadsURL: v.Uploads(ctx), IncludesURL: base + "/wp-includes",
		AdminURL: base + auth.AdminPath, LoginURL: base + auth.LoginPath,
		Language: strings.ReplaceAll(o.Language(ctx), "_", "-"), Texts: texts,
		Location:   o.Zone(ctx),
		DateFormat: site.DateFormat.Of(ctx, o), TimeFormat: site.TimeFormat.Of(ctx, o),
		StartOfWeek: number(site.StartOfWeek),
		LogoID:      site.Logo.Of(ctx, o), IconID: site.Icon.Of(ctx, o),
		ShowOnFront: site.ShowOnFront.Of(ctx, o),
		PageOnFront: site.PageOnFront.Of(ctx, o), PageForPosts: site.PageForPosts.Of(ctx, o),
		PostsPerPage: number(site.PostsPerPage),
		Smileys:      site.Smilies.Of(ctx, o),
		ShowAvatars:  site.ShowAvatars.Of(ctx, o), AvatarDefault: site.AvatarDefault.Of(ctx, o),
		AvatarRating: site.AvatarRating.Of(ctx, o), AvatarsFrom: site.Avatars.Of(ctx, o),
		PageComments: site.PageComments.Of(ctx, o), CommentsPerPage: number(site.CommentsPerPage),
		DefaultCommentsPage: site.DefaultCommentsPage.Of(ctx, o),
		CommentOrder:        site.CommentOrder.Of(ctx, o),
		ThreadComments:      site.ThreadComments.Of(ctx, o), ThreadDepth: number(site.ThreadDepth),
		RequireNameEmail:    site.RequireNameEmail.Of(ctx, o),
		CommentRegistration: site.CommentRegistration.Of(ctx, o),
		CommentCookies:      site.CommentCookies.Of(ctx, o),
		ImageSizes:          imageSizes(ctx, o),
	}
	if texts != nil {
		out.Language, out.Signs = texts.Tag(), render.SignsOf(texts)
	}
	return out
}

func imageSizes(ctx context.Context, s *site.Site) map[string]render.ImageBox {
	sizes := map[string]render.ImageBox{"1536x1536": {Width: 1536, Height: 1536}, "2048x2048": {Width: 2048, Height: 2048}}
	for i, size := range site.ImageSizes() {
		sizes[size.Name] = render.ImageBox{
			Width: int(size.Width.Of(ctx, s)), Height: int(size.Height.Of(ctx, s)),
			Crop: i == 0 && site.ThumbnailCrop.Of(ctx, s),
		}
	}
	for _, own := range site.OwnSizes(ctx, s) {
		if _, known := sizes[own.Name]; !known {
			sizes[own.Name] = render.ImageBox{Width: own.Width, Height: own.Height, Crop: own.Crop}
		}
	}
	return sizes
}

// at sets the address that the next text is shown at.
func (s *Source) at(ctx context.Context, to Visit) {
	s.Request(ctx).URL = s.v.address(ctx, to)
}

// Request implements render.Source.
func (s *Source) Request(ctx context.Context) *render.Request {
	if s.request == nil {
		s.request = &render.Request{}
	}
	if s.viewer.ID != 0 && s.request.Viewer == nil {
		s.request.Viewer = s.user(ctx, s.viewer.ID)
	}
	return s.request
}

// parseDate reads a stored date of a site's zone; the zero time when there
// is none.
func parseDate(at *render.Site, date string) time.Time {
	t, err := time.ParseInLocation(dateForm, date, at.Location)
	if err != nil {
		return time.Time{}
	}
	return t
}
