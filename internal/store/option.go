package store

import (
	"context"
	"fmt"

	"quoin/internal/scope"
	"quoin/internal/site"
)

type optionsKey struct{}

// optionSet is all options at a version.
type optionSet struct {
	version int64
	values  map[string]any
}

// Options implements site.OptionStore. The map belongs to the store; whoever
// wants to change it copies it first.
func (db *DB) Options(ctx context.Context) (map[string]any, error) {
	scope.Read(ctx, allOptions)
	if t := txOf(ctx, db); t != nil {
		return db.optionsInTx(ctx, t)
	}
	if values, ok := scope.Get[map[string]any](ctx, optionsKey{}); ok {
		return values, nil
	}
	g, err := db.glance(ctx)
	if err != nil {
		return nil, err
	}
	if g != nil && g.use {
		if v, ok := db.objects.get(optionsKey{}); ok {
			values := v.(*optionSet).values
			scope.Put(ctx, optionsKey{}, values)
			return values, nil
		}
	}
	// The version is read first: it may be too old for the values, never too
	// new.
	all, err := db.allVersions(ctx)
	if err != nil {
		return nil, err
	}
	values, err := db.readOptions(ctx)
	if err != nil {
		return nil, err
	}
	size := 0
	for name, v := range values {
		size += 64 + len(name) + valueSize(v, 8)
	}
	db.objects.put(g, optionsKey{}, &optionSet{all[allOptions], values}, size, allOptions)
	scope.Put(ctx, optionsKey{}, values)
	return values, nil
}

// optionsInTx are the options as a transaction sees them. They are read again
// unless the ones that are remembered have the version that it sees.
func (db *DB) optionsInTx(ctx context.Context, t *tx) (map[string]any, error) {
	t.mu.Lock()
	_, own := t.tags[allOptions]
	told := t.options
	t.mu.Unlock()
	if !own && told != nil {
		return told, nil
	}
	v, ok := db.objects.get(optionsKey{})
	if own || !ok {
		return db.readOptions(ctx)
	}
	var n int64
	if _, err := db.one(ctx, "SELECT n FROM version WHERE name = ?", []any{allOptions}, &n); err != nil {
		return nil, fmt.Errorf("version of the options: %w", err)
	}
	if set := v.(*optionSet); set.version == n {
		t.mu.Lock()
		t.options = set.values
		t.mu.Unlock()
		return set.values, nil
	}
	return db.readOptions(ctx)
}

func (db *DB) readOptions(ctx context.Context) (map[string]any, error) {
	values := map[string]any{}
	err := db.each(ctx, "SELECT name, value FROM site_option", nil, func(scan func(...any) error) error {
		var name, value string
		if err := scan(&name, &value); err != nil {
			return err
		}
		v, err := decodeValue(value)
		if err != nil {
			return fmt.Errorf("option %q: %w", name, err)
		}
		values[name] = v
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read options: %w", err)
	}
	return values, nil
}

// SetOption implements site.OptionStore.
func (db *DB) SetOption(ctx context.Context, name string, value any) error {
	return db.write(ctx, func(ctx context.Context) error {
		if site.IsUnset(value) {
			if _, err := db.exec(ctx, "DELETE FROM site_option WHERE name = ?", name); err != nil {
				return fmt.Errorf("remove option %q: %w", name, err)
			}
		} else {
			text, err := encodeValue(value)
			if err == nil {
				_, err = db.exec(ctx, "INSERT INTO site_option (name, value) VALUES (?, ?)"+
					" ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, text)
			}
			if err != nil {
				return fmt.Errorf("set option %q: %w", name, err)
			}
		}
		db.changed(ctx, optionTag(name), allOptions)
		return nil
	})
}
