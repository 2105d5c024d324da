package redirection

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"quoin/internal/ext"
	"quoin/internal/platform/scope"
)

// entry is one entry of the log of redirects, or of that of addresses that
// mean nothing.
type entry struct {
	place                  ext.Place // in the log
	missing                bool
	created, code, rule    int64
	method, ip, domain, by string
	url, agent, referrer   string
	sentTo, requestData    string
}

// hit is how often a rule was used, and when last.
type hit struct{ count, last int64 }

// maxWaiting bounds the entries that wait to be written. More than that come
// only when the database takes none; the oldest stay.
const maxWaiting = 20000

// buffer holds what is written in groups. It is safe for concurrent use.
type buffer struct {
	mu      sync.Mutex
	hits    map[int64]hit
	entries []entry
	lost    int64 // entries that found no room

	flushing sync.Mutex
}

func (b *buffer) count(rule int64, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.hits == nil {
		b.hits = map[int64]hit{}
	}
	b.hits[rule] = hit{b.hits[rule].count + 1, now.Unix()}
}

func (b *buffer) note(e entry) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.entries) >= maxWaiting {
		b.lost++
		return
	}
	b.entries = append(b.entries, e)
}

func (b *buffer) take() (hits map[int64]hit, entries []entry, lost int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	hits, entries, lost = b.hits, b.entries, b.lost
	b.hits, b.entries, b.lost = nil, nil, 0
	return hits, entries, lost
}

// giveBack puts back what couldn't be written.
func (b *buffer) giveBack(hits map[int64]hit, entries []entry) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.hits == nil {
		b.hits = map[int64]hit{}
	}
	for id, h := range hits {
		b.hits[id] = hit{b.hits[id].count + h.count, max(b.hits[id].last, h.last)}
	}
	b.entries = append(entries, b.entries...)
	if over := len(b.entries) - maxWaiting; over > 0 {
		b.entries = b.entries[:maxWaiting]
		b.lost += int64(over)
	}
}

// flush writes what waits. When it returns, everything that was counted before
// it was called is stored. It isn't called in a transaction: what that took
// back would be lost.
func (s *logbook) flush(ctx context.Context) error {
	s.hits.flushing.Lock()
	defer s.hits.flushing.Unlock()
	hits, entries, lost := s.hits.take()
	if lost > 0 {
		s.Log.WarnContext(ctx, "log entries of redirects were dropped: the database takes too few", "entries", lost)
	}
	if len(hits) == 0 && len(entries) == 0 {
		return nil
	}
	// Nothing that is cached is made of hits and logs, so no change is noted.
	err := s.DB.InTx(scope.Concurrent(ctx, &s.hits), func(ctx context.Context) error {
		ctx = s.DB.Concurrent(ctx)
		// In one order: other nodes count hits of the same rules.
		for _, id := range slices.Sorted(maps.Keys(hits)) {
			if err := s.DB.Send(ctx, "UPDATE redirection_rule SET hits = hits + ?, last_access = ? WHERE id = ?", hits[id].count, hits[id].last, id); err != nil {
				return err
			}
		}
		return s.insertEntries(ctx, entries)
	})
	if err != nil {
		s.hits.giveBack(hits, entries)
		return err
	}
	return nil
}

func (s *logbook) insertEntries(ctx context.Context, entries []entry) error {
	rows := map[bool][]ext.Row{}
	for _, e := range entries {
		rows[e.missing] = append(rows[e.missing], ext.Row{Place: e.place, Values: []any{e.missing, e.created, e.code, e.rule, e.method, e.ip,
			e.domain, e.by, e.url, nullable(e.agent), nullable(e.referrer), e.sentTo, e.requestData, sortKey(e.url)}})
	}
	for _, missing := range []bool{false, true} {
		err := s.logs[missing].Add(ctx, "missing, created, http_code, rule_id, request_method, ip, domain,"+
			" redirect_by, url, agent, referrer, sent_to, request_data, url_key", rows[missing])
		if err != nil {
			return err
		}
	}
	return nil
}

func nullable(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// expireGroup is how many entries one transaction removes.
const expireGroup = 5000

// expire removes log entries that are older than the settings keep them.
func (s *logbook) expire(ctx context.Context) error {
	set, err := s.readSettings(ctx)
	if err != nil {
		return err
	}
	for missing, days := range map[bool]int64{false: set.ExpireRedirect, true: set.ExpireMissing} {
		if days <= 0 {
			continue
		}
		before := s.Clock().Add(-time.Duration(days) * 24 * time.Hour).Unix()
		for {
			n, err := s.DB.Exec(ctx, "DELETE FROM redirection_log WHERE id IN (SELECT id FROM redirection_log WHERE missing = ? AND created < ? LIMIT ?)",
				missing, before, expireGroup)
			if err != nil {
				return err
			}
			if n < expireGroup {
				break
			}
		}
	}
	return nil
}
