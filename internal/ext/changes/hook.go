package changes

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"

	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/rowmap"
)

// hook is a webhook: an address that is told of changes.
type hook struct {
	ID           int64
	Name, URL    string
	Secret       string   // sealed
	Events       []string // none means all
	Types        []string // none means all
	Audience     string
	Active       bool
	Note         string // why it was switched off
	Created      int64  // milliseconds, as all times here
	Position     position
	NextAt       int64 // when it is told again; 0 means at once
	FailingSince int64 // 0 while it works
}

// The audiences: what a webhook is told is what they see.
const (
	audienceReaders = "readers"
	audienceEditors = "editors"
)

// The events that a webhook can choose.
const (
	eventPublished   = "published"
	eventUnpublished = "unpublished"
)

func eventNames() []string {
	return []string{created.String(), updated.String(), deleted.String(), eventPublished, eventUnpublished}
}

// hooksTag is the tag of what is known of webhooks.
func hooksTag() cache.Tag { return cache.Extension("changes", "hooks") }

// mostHooks bounds the webhooks of a site.
const mostHooks = 100

// viewer is what the hook is told.
func (h *hook) viewer(s *history) *viewer {
	v := reader()
	if h.Audience == audienceEditors {
		v = s.viewerFor(access.System())
	}
	if len(h.Types) > 0 {
		v.types = map[string]bool{}
		for _, name := range h.Types {
			v.types[name] = true
		}
	}
	if len(h.Events) > 0 {
		v.matches = func(c *change, e event) bool {
			return slices.Contains(h.Events, e.String()) ||
				c.public == created && slices.Contains(h.Events, eventPublished) ||
				c.public == deleted && slices.Contains(h.Events, eventUnpublished)
		}
	}
	return v
}

var hookRow = rowmap.Of(
	rowmap.Key("id", func(h *hook) any { return &h.ID }),
	rowmap.Field("name", func(h *hook) any { return &h.Name }),
	rowmap.Field("url", func(h *hook) any { return &h.URL }),
	rowmap.Field("secret", func(h *hook) any { return &h.Secret }),
	rowmap.JSON("events", func(h *hook) any { return &h.Events }),
	rowmap.JSON("types", func(h *hook) any { return &h.Types }),
	rowmap.Field("audience", func(h *hook) any { return &h.Audience }),
	rowmap.Field("active", func(h *hook) any { return &h.Active }),
	rowmap.Field("note", func(h *hook) any { return &h.Note }),
	rowmap.Field("created", func(h *hook) any { return &h.Created }),
	rowmap.Field("position", func(h *hook) any { return &h.Position.seq }),
	rowmap.Field("position_mark", func(h *hook) any { return &h.Position.mark }),
	rowmap.Field("next_at", func(h *hook) any { return &h.NextAt }),
	rowmap.Field("failing_since", func(h *hook) any { return &h.FailingSince }),
)

// hookChange are the columns that an update changes: the position is moved by deliveries.
var hookChange = hookRow.Without("created", "position", "position_mark")

// hooks reads webhooks; the rest of the query says which.
func (s *webhooks) hooks(ctx context.Context, rest string, args ...any) ([]*hook, error) {
	list := []*hook{}
	err := s.DB.Query(ctx, "SELECT "+hookRow.Read("")+" FROM changes_hook "+rest, args, func(scan func(...any) error) error {
		h, err := hookRow.Scan(scan)
		list = append(list, h)
		return err
	})
	return list, err
}

var errNoHook = fault.NotFound("quoin_webhook_not_found", "There is no webhook with this id.")

// hook is one webhook, or errNoHook. In a transaction it is locked.
func (s *webhooks) hook(ctx context.Context, id int64) (*hook, error) {
	lock := ""
	if s.DB.InTransaction(ctx) {
		lock = s.DB.ForUpdate()
	}
	list, err := s.hooks(ctx, "WHERE id = ?"+lock, id)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, errNoHook
	}
	return list[0], nil
}

// anyHook tells whether a webhook is active.
func (s *webhooks) anyHook(ctx context.Context) (bool, error) {
	var id int64
	return s.DB.QueryRow(ctx, "SELECT id FROM changes_hook WHERE active LIMIT 1", nil, &id)
}

// behind are the active webhooks that have changes before them, and may be told.
func (s *webhooks) behind(ctx context.Context) (ids []int64, err error) {
	err = s.DB.Query(ctx, "SELECT id FROM changes_hook WHERE active AND next_at <= ? AND position < (SELECT last FROM changes_state WHERE id = 1) ORDER BY id",
		[]any{s.Clock().UnixMilli()}, func(scan func(...any) error) error {
			var id int64
			err := scan(&id)
			ids = append(ids, id)
			return err
		})
	return ids, err
}

// startHooks has those that are behind told, in the transaction of ctx.
func (s *webhooks) startHooks(ctx context.Context) error {
	ids, err := s.behind(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.start(ctx, id, 0); err != nil {
			return err
		}
	}
	return nil
}

// newSecret makes a secret, in the form that libraries for webhooks read.
func newSecret() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(b[:])
}

const (
	secretPrefix  = "whsec_"
	sealedSecrets = "webhook secret"
)

// insertHook stores a new webhook, which is told of what changes from now on, and
// gives its secret.
func (s *webhooks) insertHook(ctx context.Context, h *hook) (secret string, err error) {
	secret = newSecret()
	if h.Secret, err = s.Secrets.Seal(ctx, sealedSecrets, secret); err != nil {
		return "", err
	}
	if err := s.recorder.number(ctx, nil); err != nil {
		return "", err
	}
	return secret, s.DB.InTx(ctx, func(ctx context.Context) error {
		// The row is the lock of those who count webhooks.
		var n int64
		if _, err := s.DB.QueryRow(ctx, "SELECT last FROM changes_state WHERE id = 1"+s.DB.ForUpdate(), nil, &n); err != nil {
			return err
		}
		if _, err := s.DB.QueryRow(ctx, "SELECT COUNT(*) FROM changes_hook", nil, &n); err != nil {
			return err
		}
		if n >= mostHooks {
			return fault.New(409, "quoin_many_webhooks", fmt.Sprintf("There are %d webhooks already, and there can't be more.", n))
		}
		if h.Position, err = s.history.newest(ctx, false); err != nil {
			return err
		}
		h.Created, h.Active = s.Clock().UnixMilli(), true
		if _, err := s.DB.Insert(ctx, hookRow.Insert("changes_hook")+" RETURNING id", hookRow.Values(h), &h.ID); err != nil {
			return err
		}
		return s.DB.Changed(ctx, "hooks")
	})
}

// updateHook stores what can be changed of a webhook. One that is switched on
// again goes on where it stopped.
func (s *webhooks) updateHook(ctx context.Context, h *hook) error {
	if _, err := s.DB.Exec(ctx, hookChange.Update("changes_hook")+" WHERE id = ?", append(hookChange.Values(h), h.ID)...); err != nil {
		return err
	}
	return s.DB.Changed(ctx, "hooks")
}

func (s *webhooks) deleteHook(ctx context.Context, id int64) error {
	if _, err := s.DB.Exec(ctx, "DELETE FROM changes_delivery WHERE hook_id = ?", id); err != nil {
		return err
	}
	if _, err := s.DB.Exec(ctx, "DELETE FROM changes_hook WHERE id = ?", id); err != nil {
		return err
	}
	if err := s.Queue.Cancel(ctx, jobDeliver, fmt.Sprint(id)); err != nil {
		return err
	}
	return s.DB.Changed(ctx, "hooks")
}

// checkURL refuses addresses that are never asked. A name that can't be looked
// up now may be known later.
func (s *webhooks) checkURL(ctx context.Context, address string) error {
	err := s.Outbound.Check(ctx, address)
	if err == nil || !errors.Is(err, outbound.ErrRefused) {
		return nil
	}
	s.Log.DebugContext(ctx, "the address of a webhook is refused", "error", err) // who made it is told
	if errors.Is(err, outbound.ErrNumericHost) {
		return fault.BadRequest("quoin_webhook_url", "The host of the address is neither a name nor an IPv4 address as four decimal numbers with dots.")
	}
	if errors.Is(err, outbound.ErrHost) {
		return fault.BadRequest("quoin_webhook_url", "The host of the address can't be the name of a host.")
	}
	return fault.BadRequest("quoin_webhook_url", "The address of a webhook begins with http:// or https://, has no user and no port but 80, 443 and 8080,"+
		" and leads to a public address, unless whoever runs the site allows another (QUOIN_OUTBOUND_ALLOW).")
}
