package content

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
)

// trashDays is how long entries stay in the trash.
const trashDays = 30

// PublishDue publishes the scheduled entries whose date has come, each in a
// transaction of its own, and returns the date (UTC) of the next one, "" when
// there is none. Entries that another node published meanwhile are passed
// over.
func (s *Service) PublishDue(ctx context.Context) (next string, err error) {
	for {
		_, now := s.Site.Stamp(ctx)
		ids, next, err := s.Store.DueEntries(ctx, now, 100)
		if err != nil {
			return "", err
		}
		if len(ids) == 0 {
			return next, nil
		}
		for _, id := range ids {
			err := s.Store.InTx(ctx, func(ctx context.Context) error { return s.publish(ctx, id, now) })
			if err != nil {
				return "", fmt.Errorf("publish entry %d: %w", id, err)
			}
		}
	}
}

func (s *Service) publish(ctx context.Context, id int64, now string) error {
	before, err := s.Store.EntryByID(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if before.Status != Future || before.DateUTC > now {
		return nil
	}
	e, status := before.Clone(), Publish
	e.Status = status
	if err := s.resolveSlug(ctx, s.Types.Get(e.Type), before, e, &Change{}); err != nil {
		return err
	}
	if err := s.store(ctx, before, e, &Change{Status: &status, By: access.System()}); err != nil {
		return err
	}
	return s.Hooks.Saved(ctx, before, e)
}

// EmptyTrash deletes the entries that have been in the trash for 30 days, each
// in a transaction of its own, and returns how many.
func (s *Service) EmptyTrash(ctx context.Context) (deleted int, err error) {
	page, err := s.Store.ListEntries(ctx, Query{Statuses: []Status{Trash}, SkipTotal: true})
	if err != nil {
		return 0, fmt.Errorf("list the trash: %w", err)
	}
	before := s.Site.Clock().AddDate(0, 0, -trashDays).Unix()
	for _, e := range page.Entries {
		if !trashedBefore(e, before) {
			continue
		}
		err := s.Store.InTx(ctx, func(ctx context.Context) error {
			now, err := s.Store.EntryByID(ctx, e.ID)
			if errors.Is(err, ErrNotFound) || err == nil && (now.Status != Trash || !trashedBefore(now, before)) {
				return nil
			}
			if err != nil {
				return err
			}
			deleted++
			return s.Delete(ctx, now)
		})
		if err != nil {
			return deleted, fmt.Errorf("empty the trash: %w", err)
		}
	}
	return deleted, nil
}

// trashedBefore tells whether an entry was trashed before a moment (in Unix
// seconds). Without a note of when it was, it stays.
func trashedBefore(e *Entry, unix int64) bool {
	at, err := strconv.ParseInt(textOf(e.Meta.Get(MetaTrashTime)), 10, 64)
	return err == nil && at > 0 && at < unix
}

func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return ""
}

// NextDue is a stored date (UTC) as a moment.
func NextDue(date string) (time.Time, error) {
	t, err := time.Parse(site.DateForm, date)
	if err != nil {
		return time.Time{}, fmt.Errorf("date %q: %w", date, err)
	}
	return t, nil
}
