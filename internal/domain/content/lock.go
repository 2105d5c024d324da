package content

import (
	"context"
	"strconv"
	"strings"
	"time"
)

// LockTime is how long an editor's screen holds an entry without a sign.
const LockTime = 150 * time.Second

// Lock is who has an entry open in an editor, and when they last gave a sign. The zero
// Lock is nobody's.
type Lock struct {
	At   time.Time
	User int64
}

// LockOf is the lock that an entry has. It may have run out.
func LockOf(e *Entry) Lock {
	when, who, _ := strings.Cut(e.Meta.Text(MetaEditLock), ":")
	at, err := strconv.ParseInt(when, 10, 64)
	holder, err2 := strconv.ParseInt(who, 10, 64)
	if err != nil || err2 != nil {
		return Lock{}
	}
	return Lock{time.Unix(at, 0), holder}
}

// String is the lock as it is stored and as editors are told of it.
func (l Lock) String() string {
	return strconv.FormatInt(l.At.Unix(), 10) + ":" + strconv.FormatInt(l.User, 10)
}

// KeepsOut tells whether the lock is that of somebody else and still holds.
func (l Lock) KeepsOut(user int64, now time.Time) bool {
	return l.User != 0 && l.User != user && now.Sub(l.At) < LockTime
}

// SetLock stores who has an entry open, nobody for the zero Lock. Nothing else of the entry
// changes, and nobody is told.
func (s *Service) SetLock(ctx context.Context, entry int64, l Lock) error {
	if l.User == 0 {
		return s.Store.SetEntryMeta(ctx, entry, MetaEditLock)
	}
	return s.Store.SetEntryMeta(ctx, entry, MetaEditLock, l.String())
}
