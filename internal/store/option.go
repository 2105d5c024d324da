package store

import (
	"context"
	"fmt"

	"quoin/internal/address"
	"quoin/internal/cache"
	"quoin/internal/scope"
	"quoin/internal/site"
)

type optionsKey struct{}

// optionSet is all options at a version, and the codec for the site's address
// that follows from them.
type optionSet struct {
	version int64
	values  *site.Values
	address *address.Codec
}

// Options implements site.OptionStore.
func (db *DB) Options(ctx context.Context) (*site.Values, error) {
	scope.DependsOn(ctx, cache.AllOptions())
	set, err := db.optionSet(ctx)
	if err != nil {
		return nil, err
	}
	return set.values, nil
}

// optionSet is what Options tells; it isn't noted that an answer read it.
func (db *DB) optionSet(ctx context.Context) (*optionSet, error) {
	if t := txOf(ctx, db); t != nil {
		return db.optionsInTx(ctx, t)
	}
	return remembered(ctx, db, optionsKey{}, optionSetSize, func() (*optionSet, error) {
		// The version is read first: it may be too old for the values, never too
		// new.
		var version int64
		if _, err := db.one(ctx, optionsVersion, []any{cache.AllOptions().String()}, &version); err != nil {
			return nil, fmt.Errorf("version of the options: %w", err)
		}
		set, err := db.readOptions(ctx)
		if err == nil {
			set.version = version
		}
		return set, err
	}, cache.AllOptions())
}

func optionSetSize(set *optionSet) (size int) {
	for name, v := range set.values.All() {
		size += 64 + len(name) + valueSize(v, 8)
	}
	return size
}

// optionsInTx are the options as a transaction sees them. They are read again
// unless the ones that are remembered have the version that it sees.
func (db *DB) optionsInTx(ctx context.Context, t *tx) (*optionSet, error) {
	t.mu.Lock()
	_, own := t.tags[cache.AllOptions()]
	t.mu.Unlock()
	known := db.optionTx(ctx)
	options := known.knownOptions()
	if !own && options != nil {
		return options, nil
	}
	v, ok := db.objects.Get(optionsKey{})
	if own || !ok {
		return db.readOptions(ctx)
	}
	n, err := db.optionsVersion(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("version of the options: %w", err)
	}
	if set := v.(*optionSet); set.version == n {
		known.setOptions(set)
		return set, nil
	}
	return db.readOptions(ctx)
}

// optionsVersion reads the version of the options, by the name of their tag.
const optionsVersion = "SELECT n FROM version WHERE name = ?"

// optionsVersion is the version of the options that a transaction sees.
func (db *DB) optionsVersion(ctx context.Context, t *tx) (n int64, err error) {
	t.mu.Lock()
	t.writeLock.Begin()
	n, known, err := db.engine.optionsVersion(ctx, t.ex)
	t.mu.Unlock()
	if err == nil && !known {
		_, err = db.one(ctx, optionsVersion, []any{cache.AllOptions().String()}, &n)
	}
	return n, db.outage(ctx, err)
}

func (db *DB) readOptions(ctx context.Context) (*optionSet, error) {
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
	own := db.codecOf(values[site.URL.Name])
	for name, v := range values {
		if !plainOptions[name] {
			values[name] = own.DecodeValue(v)
		}
	}
	return &optionSet{values: site.NewValues(values), address: own}, nil
}

// SetOption implements site.OptionStore.
func (db *DB) SetOption(ctx context.Context, name string, value any) error {
	return db.write(ctx, func(ctx context.Context) error {
		if site.IsUnset(value) {
			if _, err := db.exec(ctx, "DELETE FROM site_option WHERE name = ?", name); err != nil {
				return fmt.Errorf("remove option %q: %w", name, err)
			}
		} else {
			if !plainOptions[name] {
				own, err := db.address(ctx)
				if err != nil {
					return err
				}
				value = own.EncodeValue(value)
			}
			text, err := encodeValue(value)
			if err == nil {
				_, err = db.exec(ctx, "INSERT INTO site_option (name, value) VALUES (?, ?)"+
					" ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, text)
			}
			if err != nil {
				return fmt.Errorf("set option %q: %w", name, err)
			}
		}
		db.changed(ctx, cache.Option(name))
		if name == site.URL.Name {
			db.optionTx(ctx).setAddress(nil)
		}
		return nil
	})
}
