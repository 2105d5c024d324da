package options

import (
	"context"
	"fmt"

	"quoin/internal/domain/site"
	"quoin/internal/platform/address"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
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
func (db *Store) Options(ctx context.Context) (*site.Values, error) {
	scope.DependsOn(ctx, cache.AllOptions())
	set, err := db.optionSet(ctx)
	if err != nil {
		return nil, err
	}
	return set.values, nil
}

// optionSet is what Options tells; it isn't noted that an answer read it.
func (db *Store) optionSet(ctx context.Context) (*optionSet, error) {
	if t := sqldb.TxOf(ctx, db.DB); t != nil {
		return db.optionsInTx(ctx, t)
	}
	return sqldb.Remembered(ctx, db.DB, optionsKey{}, optionSetSize, func() (*optionSet, error) {
		// The version is read first: it may be too old for the values, never too
		// new.
		var version int64
		if _, err := db.One(ctx, optionsVersion, []any{cache.AllOptions().String()}, &version); err != nil {
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
		size += 64 + len(name) + sqldb.ValueSize(v, 8)
	}
	return size
}

// optionsInTx are the options as a transaction sees them. They are read once in it, and
// not at all where the ones that are remembered have the version that it sees; after it
// has changed one, they are read each time.
func (db *Store) optionsInTx(ctx context.Context, t *sqldb.Tx) (*optionSet, error) {
	t.Mu.Lock()
	_, own := t.Tags[cache.AllOptions()]
	t.Mu.Unlock()
	known := db.optionTx(ctx)
	options := known.knownOptions()
	if !own && options != nil {
		return options, nil
	}
	if own {
		return db.readOptions(ctx)
	}
	if v, ok := db.Objects.Get(optionsKey{}); ok {
		n, err := db.optionsVersion(ctx, t)
		if err != nil {
			return nil, fmt.Errorf("version of the options: %w", err)
		}
		if set := v.(*optionSet); set.version == n {
			known.setOptions(set)
			return set, nil
		}
	}
	set, err := db.readOptions(ctx)
	if err == nil {
		known.setOptions(set)
	}
	return set, err
}

// optionsVersion reads the version of the options, by the name of their tag.
const optionsVersion = "SELECT n FROM version WHERE name = ?"

// optionsVersion is the version of the options that a transaction sees.
func (db *Store) optionsVersion(ctx context.Context, t *sqldb.Tx) (n int64, err error) {
	t.Mu.Lock()
	t.WriteLock.Begin()
	n, known, err := db.Engine.OptionsVersion(ctx, t.Ex)
	t.Mu.Unlock()
	if err == nil && !known {
		_, err = db.One(ctx, optionsVersion, []any{cache.AllOptions().String()}, &n)
	}
	return n, db.Outage(ctx, err)
}

func (db *Store) readOptions(ctx context.Context) (*optionSet, error) {
	values := map[string]any{}
	err := db.Each(ctx, "SELECT name, value FROM site_option", nil, func(scan func(...any) error) error {
		var name, value string
		if err := scan(&name, &value); err != nil {
			return err
		}
		v, err := sqldb.DecodeValue(value)
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
		if !PlainOptions[name] {
			values[name] = own.DecodeValue(v)
		}
	}
	return &optionSet{values: site.NewValues(values), address: own}, nil
}

// SetOption implements site.OptionStore.
func (db *Store) SetOption(ctx context.Context, name string, value any) error {
	return db.Write(ctx, func(ctx context.Context) error {
		if site.IsUnset(value) {
			if _, err := db.Exec(ctx, "DELETE FROM site_option WHERE name = ?", name); err != nil {
				return fmt.Errorf("remove option %q: %w", name, err)
			}
		} else {
			if !PlainOptions[name] {
				own, err := db.Address(ctx)
				if err != nil {
					return err
				}
				value = own.EncodeValue(value)
			}
			text, err := sqldb.EncodeValue(value)
			if err == nil {
				_, err = db.Exec(ctx, "INSERT INTO site_option (name, value) VALUES (?, ?)"+
					" ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, text)
			}
			if err != nil {
				return fmt.Errorf("set option %q: %w", name, err)
			}
		}
		db.Changed(ctx, cache.Option(name))
		if name == site.URL.Name {
			db.optionTx(ctx).setAddress(nil)
		}
		return nil
	})
}
