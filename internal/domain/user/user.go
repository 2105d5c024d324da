package user

import (
	"context"
	"errors"
	"maps"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
)

// Meta keys that this package reads and writes.
const (
	MetaFirstName   = "first_name"
	MetaLastName    = "last_name"
	MetaNickname    = "nickname"
	MetaDescription = "description"
	MetaLocale      = "locale"
	MetaColours     = "admin_color"          // of the admin
	MetaToolbar     = "show_admin_bar_front" // "false" hides the bar of the site
	// MetaCustomFields isn't empty for who has custom fields below the editor.
	MetaCustomFields = "enable_custom_fields"
)

// ShowsToolbar tells whether an account sees the bar of the site on its pages.
func ShowsToolbar(u *User) bool { return u.Meta.Text(MetaToolbar) != "false" }

// User is one account.
type User struct {
	ID           int64
	Login        string
	PasswordHash string // "" lets nobody in
	Slug         string
	Email        string
	URL          string
	Name         string // display name, HTML-escaped
	Registered   string // UTC, YYYY-MM-DDTHH:MM:SS
	Roles        []string
	// Rights are what the account may do, or not, for itself, whatever its roles say.
	Rights access.Own
	// Meta holds first_name, last_name, nickname, description, locale and
	// whatever an import or extension adds.
	Meta content.Meta
}

// Clone copies the user, roles and meta included.
func (u *User) Clone() *User {
	c := *u
	c.Roles = slices.Clone(u.Roles)
	c.Rights = maps.Clone(u.Rights)
	c.Meta = maps.Clone(u.Meta)
	return &c
}

// Actor is the user as one who does something, with the rights of its own and those that
// every site gives its roles.
func (u *User) Actor() access.Actor {
	return access.NewActor(u.ID, u.Login, u.Roles).Having(u.Rights)
}

// Query asks for a list of users.
type Query struct {
	IDs, NotIDs []int64
	Slugs       []string
	Roles       []string // any of them, or rights that accounts have or lack for themselves
	// Published restricts to authors with at least one published entry of one
	// of these types; nil asks nothing.
	Published     []string
	Search        string
	SearchColumns []string // id, login, slug, email, name, url
	Order         string   // name, id, include, registered, slug, include_slugs, email, url
	Desc          bool
	Limit         int
	Offset        int

	// Conditions restrict the list by what extensions keep.
	Conditions []content.Condition
}

// Page is one window of a list of users.
type Page struct {
	Users []*User
	Total int
}

// AppPassword is an application password. The secret itself is never stored.
type AppPassword struct {
	UUID     string
	User     int64
	AppID    string
	Name     string
	Hash     string
	Created  string // UTC
	LastUsed string // UTC, "" until used
	LastIP   string
	// Scope is how much of the account's rights it has, and Expires when it ends (UTC),
	// "" for never.
	Scope   access.Scope
	Expires string
}

// Expired tells whether the password has ended at a moment, as site.DateForm has it in
// UTC.
func (p *AppPassword) Expired(now string) bool { return p.Expires != "" && p.Expires <= now }

// Errors of the store.
var (
	ErrNotFound   = errors.New("user not found")
	ErrTaken      = errors.New("login or e-mail is taken")
	ErrNoPassword = errors.New("application password not found")
)

// Store keeps users. Every method joins the transaction of its context.
type Store interface {
	UserByID(ctx context.Context, id int64) (*User, error)
	UsersByID(ctx context.Context, ids []int64) (map[int64]*User, error)
	UserByLogin(ctx context.Context, login string) (*User, error)
	UserByEmail(ctx context.Context, email string) (*User, error)
	UserBySlug(ctx context.Context, slug string) (*User, error)
	ListUsers(ctx context.Context, q Query) (Page, error)
	// Authors are those of the users who have an entry of one of the types in a
	// status.
	Authors(ctx context.Context, ids []int64, types []string, status content.Status) (map[int64]bool, error)
	// InsertUser stores a new user, meta included, and sets its ID.
	InsertUser(ctx context.Context, u *User) error
	// UpdateUser stores all columns of a user, roles included, but not Meta.
	UpdateUser(ctx context.Context, u *User) error
	DeleteUser(ctx context.Context, id int64) error
	SetUserMeta(ctx context.Context, id int64, key string, values ...any) error

	// AppPasswords of a user in the order they were created.
	AppPasswords(ctx context.Context, user int64) ([]*AppPassword, error)
	AppPassword(ctx context.Context, user int64, uuid string) (*AppPassword, error)
	// AppPasswordsByHash are the one with a hash, and those of the account
	// with a log-in name or address whose hash begins with old.
	AppPasswordsByHash(ctx context.Context, hash, old, login string) ([]*AppPassword, error)
	// MostAppPasswords are those whose hash begins with one text and doesn't go on with
	// another, of the account that has the most of them.
	MostAppPasswords(ctx context.Context, begins, without string) ([]*AppPassword, error)
	InsertAppPassword(ctx context.Context, p *AppPassword) error
	UpdateAppPassword(ctx context.Context, p *AppPassword) error
	// DeleteAppPasswords removes one, or all of a user with uuid "", and says
	// how many.
	DeleteAppPasswords(ctx context.Context, user int64, uuid string) (int, error)
}
