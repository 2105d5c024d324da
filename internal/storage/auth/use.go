package auth

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"quoin/internal/domain/audit"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/netlimit"
)

// usedEvery is how often the use of an application password is recorded.
const usedEvery = 24 * time.Hour

// recordUse notes when and from where a password was used, unless it was noted
// less than a day ago, and in the audit log an address that is new to it. A request
// doesn't fail over this.
func (a *Authenticator) recordUse(ctx context.Context, u *user.User, p *user.AppPassword, ip string, now time.Time) {
	place := usedFrom{p.UUID, netlimit.Network(ip)}
	known := a.places.has(place)
	if known && recently(p, now) {
		return
	}
	err := a.Store.InTx(ctx, func(ctx context.Context) error {
		// Read again: the row may have got another name meanwhile.
		p, err := a.Store.AppPassword(ctx, p.User, p.UUID)
		if err != nil {
			return err
		}
		if !known {
			if err := audit.NewLog(a.Store, func() time.Time { return now }).NoteUse(ctx, u, strconv.Quote(p.Name), place.network); err != nil {
				return err
			}
		}
		if recently(p, now) {
			return nil
		}
		used := *p
		used.LastUsed, used.LastIP = now.UTC().Format(site.DateForm), ip
		return a.Store.UpdateAppPassword(ctx, &used)
	})
	if err != nil && !errors.Is(err, user.ErrNoPassword) {
		a.Log.Error("use of an application password not recorded", "uuid", p.UUID, "error", err)
		return
	}
	a.places.add(place)
}

func recently(p *user.AppPassword, now time.Time) bool {
	last, err := time.Parse(site.DateForm, p.LastUsed)
	return err == nil && now.Sub(last) < usedEvery
}

// usedFrom is an application password and where it was used.
type usedFrom struct{ uuid, network string }

// maxPlaces bounds what is remembered of where passwords were used.
const maxPlaces = 10_000

// places remembers what the audit log has, so that it isn't asked with each request.
type places struct {
	mu   sync.Mutex
	seen map[usedFrom]bool
}

func (p *places) has(place usedFrom) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.seen[place]
}

func (p *places) add(place usedFrom) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.seen == nil || len(p.seen) >= maxPlaces {
		p.seen = map[usedFrom]bool{}
	}
	p.seen[place] = true
}
