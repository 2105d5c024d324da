package preview

import (
	"context"
	"fmt"
	"quoin/internal/domain/content"
	"strconv"
	"strings"
	"time"
)

// MakeNamed makes a preview link to an entry, which is named by its id or its
// address.
func (l *Links) MakeNamed(ctx context.Context, name string, lasts time.Duration) (Link, error) {
	e, err := l.entryNamed(ctx, name)
	if err != nil {
		return Link{}, err
	}
	link, err := l.Make(ctx, e, lasts)
	if err != nil {
		return Link{}, fmt.Errorf("entry %s: %w", name, err)
	}
	return link, nil
}

// RevokeNamed ends all preview links to an entry that were made until now.
func (l *Links) RevokeNamed(ctx context.Context, name string) error {
	return l.Writer.Store.InTx(ctx, func(ctx context.Context) error {
		e, err := l.entryNamed(ctx, name)
		if err != nil {
			return err
		}
		_, err = l.Writer.SetMeta(ctx, e, Revoked(e))
		return err
	})
}

// entryNamed is the entry of an id or an address.
func (l *Links) entryNamed(ctx context.Context, name string) (e *content.Entry, err error) {
	if strings.HasPrefix(name, "/") {
		name = l.Site.Base(ctx) + name
	}
	if id, bad := strconv.ParseInt(name, 10, 64); bad == nil {
		var found map[int64]*content.Entry
		found, err = l.Entries.EntriesByID(ctx, []int64{id})
		e = found[id]
	} else {
		e, err = l.Permalinks.Resolve(ctx, name)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("entry %s: %w", name, err)
	case e == nil:
		return nil, fmt.Errorf("there is no entry %s", name)
	}
	return e, nil
}
