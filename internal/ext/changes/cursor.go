package changes

import (
	"context"
	"crypto/aes"
	"encoding/base64"
	"encoding/binary"

	"quoin/internal/platform/fault"
)

// position is a place in the feed: right after the change of a number. mark is
// what that change has at random, so that a place in another history of the
// site, one before a backup was restored, isn't taken for one in this.
type position struct{ seq, mark int64 }

// cursorKey names the key that cursors are encrypted with: they tell nobody how
// much happens on the site that isn't public.
const cursorKey = "cursor"

// cursor is how a position is told. It is one block under the site's key: the
// same position always has the same cursor.
func (s *history) cursor(ctx context.Context, p position) (string, error) {
	key, err := s.Secrets.Key(ctx, cursorKey)
	if err != nil {
		return "", err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return "", err
	}
	var b [aes.BlockSize]byte
	binary.BigEndian.PutUint64(b[:8], uint64(p.seq))
	binary.BigEndian.PutUint64(b[8:], uint64(p.mark))
	block.Encrypt(b[:], b[:])
	return base64.RawURLEncoding.EncodeToString(b[:]), nil
}

var (
	errCursor = fault.BadRequest("quoin_cursor_invalid", "This is no cursor of the feed. Ask without one, and start from the answer.")
	// errGone is for cursors older than the feed, and for those of another
	// history.
	errGone = fault.New(410, "quoin_cursor_gone", "What followed this cursor isn't known any more. Load everything anew: ask for a cursor without one first, then for the content.")
)

// parseCursor reads what cursor made. What nobody made passes for a position
// that doesn't exist.
func (s *history) parseCursor(ctx context.Context, text string) (position, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) != aes.BlockSize {
		return position{}, errCursor
	}
	key, err := s.Secrets.Key(ctx, cursorKey)
	if err != nil {
		return position{}, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return position{}, err
	}
	block.Decrypt(b, b)
	return position{int64(binary.BigEndian.Uint64(b[:8])), int64(binary.BigEndian.Uint64(b[8:]))}, nil
}

// complete tells whether everything that followed a position is still there, for
// somebody who sees what readers see or everything. It is asked after that was
// read: the feed may lose its beginning meanwhile.
func (s *history) complete(ctx context.Context, p position, publicOnly bool) (bool, error) {
	var mark int64
	found, err := s.DB.QueryRow(ctx, "SELECT mark FROM changes_change WHERE seq = ?", []any{p.seq}, &mark)
	if err != nil || found {
		return mark == p.mark, err
	}
	var all, public position
	if _, err := s.DB.QueryRow(ctx, "SELECT pruned, pruned_mark, public_pruned, public_pruned_mark FROM changes_state WHERE id = 1", nil,
		&all.seq, &all.mark, &public.seq, &public.mark); err != nil {
		return false, err
	}
	return p == all || publicOnly && p == public, nil
}

// newest is the end of the feed, as somebody sees it.
func (s *history) newest(ctx context.Context, publicOnly bool) (position, error) {
	which, pruned := "seq IS NOT NULL", "pruned, pruned_mark"
	if publicOnly {
		which, pruned = "public > 0 AND seq IS NOT NULL", "public_pruned, public_pruned_mark"
	}
	var p position
	// Asked first: if the feed loses its beginning in between, it ends there.
	if _, err := s.DB.QueryRow(ctx, "SELECT "+pruned+" FROM changes_state WHERE id = 1", nil, &p.seq, &p.mark); err != nil {
		return p, err
	}
	_, err := s.DB.QueryRow(ctx, "SELECT seq, mark FROM changes_change WHERE "+which+" ORDER BY seq DESC LIMIT 1", nil, &p.seq, &p.mark)
	return p, err
}
