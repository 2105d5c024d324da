// Package preview makes and reads links that open one entry to whoever has
// them, for a time and without logging in: for a colleague who is to read a
// draft, or a front end of one's own that shows it.
//
// A link carries a token, which names the entry and the end of its time and is
// signed with a key of the site. No link is stored: a token holds until its time is
// over, the links of its entry are revoked or the key is another one. The entry keeps
// only how often its links were revoked, and the token how often that was when it was
// made. What it opens is decided by content.Policy,
// which knows the entry from access.Actor: nothing that is in the trash.
package preview

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"strings"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/schema"
)

// How long a link may be good for, and usually is.
const (
	Shortest = time.Minute
	Usual    = 24 * time.Hour
	Longest  = 30 * 24 * time.Hour
)

// Parameter is the name of the token in queries.
const Parameter = "preview_token"

// MetaRevoked is the meta key that has how often the links of an entry were revoked.
const MetaRevoked = "_quoin_previews_revoked"

// revoked is how often the links of an entry were revoked.
func revoked(e *content.Entry) int64 { return schema.ToInt(e.Meta.Get(MetaRevoked)) }

// Revoked is the change of an entry's meta that ends all links to it that were made
// until now.
func Revoked(e *content.Entry) content.Meta { return content.Meta{MetaRevoked: {revoked(e) + 1}} }

// What can't have a link.
var (
	ErrTime    = errors.New("a preview link is good for a minute to 30 days")
	ErrNoPage  = errors.New("entries of this type have no page")
	ErrTrashed = errors.New("the entry is in the trash")
)

// Links makes links and reads their tokens. It is safe for concurrent use.
type Links struct {
	Secrets    site.SecretStore
	Site       *site.Site
	Types      *content.Types
	Permalinks *content.Permalinks
	// Entries reads entries by id.
	Entries interface {
		EntriesByID(ctx context.Context, ids []int64) (map[int64]*content.Entry, error)
	}
	// Writer notes what was revoked, Log takes tokens that couldn't be checked.
	Writer *content.Service
	Log    *slog.Logger
}

// Link opens one entry.
type Link struct {
	Token   string
	Page    string // address on the public site
	Expires time.Time
}

// Make makes a link to an entry that is good for a time. It refuses with
// ErrTime, ErrNoPage and ErrTrashed. Whether the caller may have one isn't
// asked.
func (l *Links) Make(ctx context.Context, e *content.Entry, lasts time.Duration) (Link, error) {
	t := l.Types.Get(e.Type)
	switch {
	case lasts < Shortest || lasts > Longest:
		return Link{}, ErrTime
	case t == nil || !t.Public || e.Type == content.TypeAttachment:
		return Link{}, ErrNoPage
	case e.Status == content.Trash || e.Status == content.AutoDraft:
		return Link{}, ErrTrashed
	}
	key, err := l.Secrets.Secret(ctx, "preview")
	if err != nil {
		return Link{}, fmt.Errorf("link to entry %d: %w", e.ID, err)
	}
	until := l.Site.Clock().Add(lasts).Truncate(time.Second)
	token := sign(key, e.ID, until.Unix(), revoked(e))
	page := l.Permalinks.Link(ctx, e)
	separator := "?"
	if strings.Contains(page, "?") {
		separator = "&"
	}
	return Link{Token: token, Page: page + separator + "preview=true&" + Parameter + "=" + url.QueryEscape(token), Expires: until.UTC()}, nil
}

// maxToken is longer than any token.
const maxToken = 100

// Opens is the entry that a token opens, 0 for one that doesn't hold.
func (l *Links) Opens(ctx context.Context, token string) (int64, error) {
	parts := strings.Split(token, ".")
	if len(token) > maxToken || len(parts) != 3 && len(parts) != 4 {
		return 0, nil
	}
	id, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil || id <= 0 {
		return 0, nil
	}
	until, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || !l.Site.Clock().Before(time.Unix(until, 0)) {
		return 0, nil
	}
	var before int64
	if len(parts) == 4 {
		if before, err = strconv.ParseInt(parts[2], 10, 64); err != nil {
			return 0, nil
		}
	}
	key, err := l.Secrets.Secret(ctx, "preview")
	if err != nil {
		return 0, fmt.Errorf("preview token: %w", err)
	}
	if !hmac.Equal([]byte(sign(key, id, until, before)), []byte(token)) {
		return 0, nil
	}
	found, err := l.Entries.EntriesByID(ctx, []int64{id})
	if err != nil {
		return 0, fmt.Errorf("preview token of entry %d: %w", id, err)
	}
	if e := found[id]; e == nil || revoked(e) != before {
		return 0, nil
	}
	return id, nil
}

// sign is the token for an entry and a time, made after its links were revoked some
// times.
func sign(key []byte, entry, until, revoked int64) string {
	said := strconv.FormatInt(entry, 10) + "." + strconv.FormatInt(until, 10)
	if revoked > 0 {
		said += "." + strconv.FormatInt(revoked, 10)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("preview " + said))
	return said + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
