// Package env is what the resources of core/v2 reach: the stores, services and
// settings of one running site. It is assembled once, by package app.
package env

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"quoin/internal/api/core/meta"
	"quoin/internal/api/rest"
	"quoin/internal/display/render"
	"quoin/internal/display/view"
	"quoin/internal/domain/audit"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/media"
	"quoin/internal/domain/menu"
	"quoin/internal/domain/preview"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/outbound"
)

// Store is everything that is kept in the database.
type Store interface {
	content.Store
	taxonomy.Store
	user.Store
	user.FactorStore
	comment.Store
	site.OptionStore
	site.SecretStore
	audit.Store
}

// View renders what visitors see. Its methods don't fail: what can't be shown
// is left out and logged.
type View interface {
	Title(ctx context.Context, e *content.Entry) string
	Content(ctx context.Context, to view.Visit, e *content.Entry) string
	// Excerpt is the entry's own excerpt, or one made of its content with at
	// most length words; 0 takes the usual length, a
	// negative one no words.
	Excerpt(ctx context.Context, to view.Visit, e *content.Entry, length int) string
	// Text renders a text that isn't made: a caption, the excerpt of a
	// revision.
	Text(ctx context.Context, to view.Visit, e *content.Entry, text string) string
	// TitleValue, ContentValue and ExcerptValue are the same as values of an
	// answer, which are printed faster.
	TitleValue(ctx context.Context, e *content.Entry) any
	ContentValue(ctx context.Context, to view.Visit, e *content.Entry) any
	ExcerptValue(ctx context.Context, to view.Visit, e *content.Entry, length int) any
	// Comment renders the text of a comment.
	Comment(ctx context.Context, c *comment.Comment) string
	// Blocks shows blocks that aren't stored anywhere, as if they stood in an
	// entry; e may be nil.
	Blocks(ctx context.Context, to view.Visit, e *content.Entry, src string) string
	// Counters are what numbers generated ids in the texts of an answer.
	Counters(ctx context.Context, to view.Visit) *render.Counters
	// Prefetch loads at once what the texts of a list will ask for.
	Prefetch(ctx context.Context, to view.Visit, entries []*content.Entry)
}

// Visit is the view of who makes a request, at the address that it asks for.
func Visit(r *rest.Request) view.Visit { return view.Visit{Actor: r.Actor, Address: r.Address} }

// EntryVisit is Visit for texts of entries that are asked for: who reads them to edit them sees
// protected entries in them that it may edit.
func EntryVisit(r *rest.Request) view.Visit {
	v := Visit(r)
	v.Editing = r.Method == http.MethodGet && !r.Embedded && r.ViewContext() == "edit"
	return v
}

// Cache keeps for a time what was fetched from elsewhere.
type Cache interface {
	Cached(ctx context.Context, key string, now time.Time) (value string, ok bool, err error)
	SetCached(ctx context.Context, key, value string, now, until time.Time) error
}

// Database tells about the database itself.
type Database interface {
	ServerInfo(ctx context.Context) (string, error)
	Size(ctx context.Context) (int64, error)
}

// What Themes refuses.
var (
	ErrNoTheme    = errors.New("there is no such theme")
	ErrThemeFixed = errors.New("the theme can't be put into effect")
	// ErrThemeNeeded says that a theme can't be removed.
	ErrThemeNeeded = errors.New("the theme is needed")
)

// Themes are the themes of the site.
type Themes interface {
	// Active is the theme in effect.
	Active(ctx context.Context) *theme.Theme
	// All are the themes that load, the one in effect first.
	All(ctx context.Context) []*theme.Theme
	// Fixed tells that no other theme can be put into effect.
	Fixed() bool
	// Switch puts a theme into effect. It refuses with ErrNoTheme and
	// ErrThemeFixed.
	Switch(ctx context.Context, id string) error
}

// Env is one running site.
type Env struct {
	Store      Store
	Entries    *content.Service
	Links      *content.Permalinks
	Terms      *taxonomy.Service
	TermLinks  *taxonomy.Links
	Site       *site.Site
	Types      *content.Types
	Taxonomies *taxonomy.Registry
	// Definitions is the writer of types, taxonomies and fields that the owner defines.
	Definitions *definition.Service
	// Theme is the theme in effect; there is an Env for each that ever was.
	Theme  *theme.Theme
	Themes Themes
	View   View
	Log    *slog.Logger
	// Previews makes links that open one entry.
	Previews *preview.Links
	// Comments is the writer of comments.
	Comments *comment.Service
	// Media keeps uploaded files.
	Media *media.Service
	// Outbound asks other sites, and Cache keeps what they answered.
	Outbound *outbound.Client
	Cache    Cache
	Database Database
	// Menus is the writer of menu items and of the places of menus.
	Menus *menu.Service
	// Users is the writer of accounts.
	Users *user.Service
	// EntryMeta are the registered meta keys by type, TermMeta by taxonomy,
	// UserMeta and CommentMeta those of accounts and comments beside the ones of their
	// packages; these may be nil.
	EntryMeta   map[string]*meta.Set
	TermMeta    map[string]*meta.Set
	UserMeta    *meta.Set
	CommentMeta *meta.Set
	// Statuses are the names of all entry statuses in the order in which list
	// endpoints name them, without "any".
	Statuses []string
	// Languages are the locales with packs, beside English.
	Languages []string
	// Extensions may be nil: none.
	Extensions *Extensions
	// Grants are capabilities of roles beside those of package access.
	Grants access.Grants
	// Added is what the resources get from outside of package core.
	Added Additions
}

// MetaOf are the registered keys of a type; never nil.
func (e *Env) MetaOf(typ string) *meta.Set {
	if s := e.EntryMeta[typ]; s != nil {
		return s
	}
	return &meta.Set{}
}

// MetaOfTerms are the registered keys of a taxonomy; never nil.
func (e *Env) MetaOfTerms(taxonomy string) *meta.Set {
	if s := e.TermMeta[taxonomy]; s != nil {
		return s
	}
	return &meta.Set{}
}
