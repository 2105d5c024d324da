package people

import (
	"context"
	"fmt"

	"quoin/internal/domain/user"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/rowmap"
	"quoin/internal/storage/store/sqldb"
)

var sessionRow = rowmap.Of(
	rowmap.Field("id", func(s *user.Session) any { return &s.ID }),
	rowmap.Field("account_id", func(s *user.Session) any { return &s.User }),
	rowmap.Field("created", func(s *user.Session) any { return &s.Created }),
	rowmap.Field("seen", func(s *user.Session) any { return &s.Seen }),
	rowmap.Field("expires", func(s *user.Session) any { return &s.Expires }),
	rowmap.Field("ip", func(s *user.Session) any { return &s.IP }),
	rowmap.Field("agent", func(s *user.Session) any { return &s.Agent }),
)

func (db *Store) sessions(ctx context.Context, where string, args ...any) ([]*user.Session, error) {
	list := []*user.Session{}
	err := db.Each(ctx, "SELECT "+sessionRow.Read("")+" FROM session WHERE "+where, args, func(scan func(...any) error) error {
		s, err := sessionRow.Scan(scan)
		list = append(list, s)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read sessions: %w", err)
	}
	return list, nil
}

// Session implements user.SessionStore.
func (db *Store) Session(ctx context.Context, id string) (*user.Session, error) {
	list, err := db.sessions(sqldb.Quick(ctx), "id = ?", id)
	if err == nil && len(list) == 0 {
		err = user.ErrNoSession
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// Sessions implements user.SessionStore.
func (db *Store) Sessions(ctx context.Context, id int64, now string) ([]*user.Session, error) {
	return db.sessions(ctx, "account_id = ? AND expires > ? ORDER BY created DESC, id", id, now)
}

// InsertSession implements user.SessionStore.
func (db *Store) InsertSession(ctx context.Context, s *user.Session, keep int) error {
	return db.WriteConcurrent(ctx, func(ctx context.Context) error {
		db.Changed(ctx, cache.Sessions(s.User)) // the oldest may end
		// Of two who begin sessions of one account, the second drops by what the
		// first left.
		if err := db.Claim(ctx, fmt.Sprint("sessions of ", s.User)); err != nil {
			return err
		}
		if err := db.Queue(ctx, "DELETE FROM session WHERE account_id = ? AND expires <= ?", s.User, s.Created); err != nil {
			return fmt.Errorf("drop expired sessions of user %d: %w", s.User, err)
		}
		err := db.Queue(ctx, sessionRow.Insert("session"), sessionRow.Values(s)...)
		if err != nil {
			return fmt.Errorf("insert session of user %d: %w", s.User, err)
		}
		err = db.Queue(ctx, "DELETE FROM session WHERE account_id = ? AND id <> ? AND id NOT IN"+
			" (SELECT id FROM session WHERE account_id = ? ORDER BY created DESC, id LIMIT ?)", s.User, s.ID, s.User, keep)
		if err != nil {
			return fmt.Errorf("drop old sessions of user %d: %w", s.User, err)
		}
		return nil
	})
}

// SeeSession implements user.SessionStore.
func (db *Store) SeeSession(ctx context.Context, id, now string) error {
	return db.ChangeLogin(ctx, "note use of a session", "UPDATE session SET seen = ? WHERE id = ?", now, id)
}

// DeleteSession implements user.SessionStore.
func (db *Store) DeleteSession(ctx context.Context, account int64, id string) error {
	return db.endSessions(ctx, account, "DELETE FROM session WHERE account_id = ? AND id = ?", account, id)
}

// DeleteOtherSessions implements user.SessionStore.
func (db *Store) DeleteOtherSessions(ctx context.Context, account int64, keep string) error {
	return db.endSessions(ctx, account, "DELETE FROM session WHERE account_id = ? AND id <> ?", account, keep)
}

// endSessions ends sessions of a user, and tells so: answers may be under way
// for them.
func (db *Store) endSessions(ctx context.Context, account int64, text string, args ...any) error {
	return db.WriteConcurrent(ctx, func(ctx context.Context) error {
		db.Changed(ctx, cache.Sessions(account))
		return db.ChangeLogin(ctx, "end sessions", text, args...)
	})
}

// SetToken implements user.SessionStore.
func (db *Store) SetToken(ctx context.Context, t *user.Token) error {
	return db.Write(ctx, func(ctx context.Context) error {
		if _, err := db.Exec(ctx, "DELETE FROM account_token WHERE account_id = ? AND kind = ? OR expires <= ?", t.User, t.Kind, t.Created); err != nil {
			return fmt.Errorf("replace %s token of user %d: %w", t.Kind, t.User, err)
		}
		id, err := db.Insert(ctx, "account_token", "account_id, kind, digest, data, created, expires", 0,
			t.User, t.Kind, t.Digest, t.Data, t.Created, t.Expires)
		if err != nil {
			return fmt.Errorf("store %s token of user %d: %w", t.Kind, t.User, err)
		}
		t.ID = id
		return nil
	})
}

// DeleteTokens implements user.SessionStore.
func (db *Store) DeleteTokens(ctx context.Context, account int64) error {
	return db.ChangeLogin(ctx, "remove tokens", "DELETE FROM account_token WHERE account_id = ?", account)
}

func (db *Store) token(ctx context.Context, where string, args ...any) (*user.Token, error) {
	t := new(user.Token)
	ok, err := db.One(ctx, "SELECT id, account_id, kind, digest, data, created, expires FROM account_token WHERE "+where, args,
		&t.ID, &t.User, &t.Kind, &t.Digest, &t.Data, &t.Created, &t.Expires)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read token: %w", err)
	case !ok:
		return nil, user.ErrNoToken
	}
	return t, nil
}

// Token implements user.SessionStore.
func (db *Store) Token(ctx context.Context, id int64) (*user.Token, error) {
	return db.token(ctx, "id = ?", id)
}

// TokenOf implements user.SessionStore.
func (db *Store) TokenOf(ctx context.Context, account int64, kind string) (*user.Token, error) {
	return db.token(ctx, "account_id = ? AND kind = ?", account, kind)
}

// TakeToken implements user.SessionStore.
func (db *Store) TakeToken(ctx context.Context, id int64, digest string) (taken bool, err error) {
	err = db.Write(ctx, func(ctx context.Context) error {
		n, err := db.Exec(ctx, "DELETE FROM account_token WHERE id = ? AND digest = ?", id, digest)
		if err != nil {
			return fmt.Errorf("take token: %w", err)
		}
		taken = n > 0
		return nil
	})
	return taken, err
}
