package view

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"quoin/internal/access"
	"quoin/internal/cache"
	"quoin/internal/content"
	"quoin/internal/render"
	"quoin/internal/scope"
)

// Source answers what rendering asks, for one request of one viewer. It isn't
// safe for concurrent use.
type Source struct {
	v       *View
	viewer  access.Actor
	request *render.Request
	memo    map[any]remembered
	images  map[int64]imageMemo
	failed  bool
	// shown takes the place of the stored entry of its id; see Show.
	shown *content.Entry
}

type sourceKey struct {
	viewer, opens int64
	system        bool
}

// Source is the source of a request for a viewer. With a page to be shown it
// is a new one, else the one that the request has for the viewer.
func (v *View) Source(ctx context.Context, a access.Actor, page *render.Request) *Source {
	if page == nil {
		if s, ok := scope.Get[*Source](ctx, sourceKey{a.ID, a.Opens, a.System}); ok {
			return s
		}
	}
	s := &Source{v: v, viewer: a, request: page, memo: map[any]remembered{}, images: map[int64]imageMemo{}}
	if page == nil {
		scope.Put(ctx, sourceKey{a.ID, a.Opens, a.System}, s)
	}
	return s
}

// Show has the source show an entry as it is given, such as with changes that
// aren't in effect, in place of the stored one of its id. A password doesn't
// lock it.
func (s *Source) Show(e *content.Entry) { s.shown = e }

// Complete tells whether every look-up so far was answered; what a Source says
// after one was not must not be cached.
func (s *Source) Complete() bool { return s.healthy() }

// healthy tells whether every look-up so far was answered.
func (s *Source) healthy() bool { return !s.failed }

// fail notes that a look-up could not be answered, nor can what it was for.
func (s *Source) fail(ctx context.Context, what string, err error) {
	s.failed = true
	if ctx.Err() == nil {
		scope.Failed(ctx, fmt.Errorf("look up %s: %w", what, err))
	}
}

// depsOf is what a part depends on. That it depends on all options says more
// than which ones it read, so these are left out.
func depsOf(ctx context.Context) cache.Deps {
	d := scope.From(ctx).Deps()
	if slices.Contains(d.Tags, cache.AllOptions()) {
		d.Tags = slices.DeleteFunc(d.Tags, cache.Tag.IsOption)
	}
	return d
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
	s.memo[key] = remembered{value, depsOf(part)}
	return value
}

// Site implements render.Source.
func (s *Source) Site(ctx context.Context) *render.Site {
	return once(ctx, s, "site", s.readSite)
}

// siteOf is what rendering knows of the site, made of one set of options.
type siteOf struct {
	options map[string]any
	site    render.Site
}

// readSite reads the options again only when they are others.
func (s *Source) readSite(ctx context.Context) *render.Site {
	options := s.v.Site.Options(ctx)
	last := s.v.site.Load()
	if last == nil || reflect.ValueOf(last.options).Pointer() != reflect.ValueOf(options).Pointer() {
		last = &siteOf{options, s.makeSite(scope.Part(ctx))}
		s.v.site.Store(last)
	}
	now := last.site
	now.Now = s.v.Site.Now(ctx)
	return &now
}

func (s *Source) makeSite(ctx context.Context) render.Site {
	o := s.v.Site
	base := o.Base(ctx)
	// The bound leaves room to reckon with.
	number := func(name string, def int64) int { return int(min(o.Int(ctx, name, def), math.MaxInt32)) }
	language := o.Text(ctx, "WPLANG", "")
	if language == "" {
		language = "en_US"
	}
	return render.Site{
		Name: o.Title(ctx), Description: o.Tagline(ctx),
		URL: base, UploadsURL: s.v.Uploads(ctx), IncludesURL: base + "/wp-includes",
		AdminURL: base + "/wp-admin", LoginURL: base + "/wp-login.php",
		Language:   strings.ReplaceAll(language, "_", "-"),
		Location:   o.Zone(ctx),
		DateFormat: o.Text(ctx, "date_format", "F j, Y"), TimeFormat: o.Text(ctx, "time_format", "g:i a"),
		StartOfWeek: number("start_of_week", 1),
		LogoID:      o.Int(ctx, "site_logo", 0), IconID: o.Int(ctx, "site_icon", 0),
		ShowOnFront: o.Text(ctx, "show_on_front", "posts"),
		PageOnFront: o.Int(ctx, "page_on_front", 0), PageForPosts: o.Int(ctx, "page_for_posts", 0),
		PostsPerPage: number("posts_per_page", 10),
		Smileys:      o.Bool(ctx, "use_smilies", true),
		ShowAvatars:  o.Bool(ctx, "show_avatars", true), AvatarDefault: o.Text(ctx, "avatar_default", "mystery"),
		AvatarRating: o.Text(ctx, "avatar_rating", "G"),
		PageComments: o.Bool(ctx, "page_comments", false), CommentsPerPage: number("comments_per_page", 50),
		DefaultCommentsPage: o.Text(ctx, "default_comments_page", "newest"),
		CommentOrder:        o.Text(ctx, "comment_order", "asc"),
		ThreadComments:      o.Bool(ctx, "thread_comments", true), ThreadDepth: number("thread_comments_depth", 5),
		RequireNameEmail:    o.Bool(ctx, "require_name_email", true),
		CommentRegistration: o.Bool(ctx, "comment_registration", false),
		CommentCookies:      o.Bool(ctx, "show_comments_cookies_opt_in", true),
		ImageSizes:          s.imageSizes(ctx),
	}
}

func (s *Source) imageSizes(ctx context.Context) map[string]render.ImageBox {
	o := s.v.Site
	sizes := map[string]render.ImageBox{"1536x1536": {Width: 1536, Height: 1536}, "2048x2048": {Width: 2048, Height: 2048}}
	for _, d := range [...]struct {
		name          string
		width, height int64
	}{{"thumbnail", 150, 150}, {"medium", 300, 300}, {"medium_large", 768, 0}, {"large", 1024, 1024}} {
		sizes[d.name] = render.ImageBox{
			Width:  int(o.Int(ctx, d.name+"_size_w", d.width)),
			Height: int(o.Int(ctx, d.name+"_size_h", d.height)),
			Crop:   d.name == "thumbnail" && o.Bool(ctx, "thumbnail_crop", true),
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

// parseDate reads a stored date of the site's zone; the zero time when there
// is none.
func (s *Source) parseDate(ctx context.Context, date string) time.Time {
	t, err := time.ParseInLocation(dateForm, date, s.Site(ctx).Location)
	if err != nil {
		return time.Time{}
	}
	return t
}
