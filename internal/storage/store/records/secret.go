package records

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"

	"quoin/internal/domain/site"
	"quoin/internal/storage/store/sqldb"
)

// Secret implements site.SecretStore.
func (db *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	if key, ok := db.secrets.Load(name); ok {
		return key.([]byte), nil
	}
	key, err := db.readSecret(ctx, name)
	if err == nil && key == nil {
		key, err = db.makeSecret(ctx, name)
	}
	if err != nil {
		return nil, fmt.Errorf("secret %s: %w", name, err)
	}
	if sqldb.TxOf(ctx, db.DB) == nil { // a transaction may still take it back
		db.secrets.Store(name, key)
	}
	return key, nil
}

// readSecret is a secret that exists, or nil.
func (db *Store) readSecret(ctx context.Context, name string) ([]byte, error) {
	var text string
	found, err := db.One(ctx, "SELECT value FROM secret WHERE name = ?", []any{name}, &text)
	if err != nil || !found {
		return nil, err
	}
	key, err := hex.DecodeString(text)
	if err != nil || len(key) < site.SecretSize {
		return nil, fmt.Errorf("the stored value is no key of %d bytes", site.SecretSize)
	}
	return key, nil
}

// makeSecret stores a new secret, unless another node was faster.
func (db *Store) makeSecret(ctx context.Context, name string) (key []byte, err error) {
	err = db.Write(ctx, func(ctx context.Context) error {
		fresh := make([]byte, site.SecretSize)
		_, _ = rand.Read(fresh) // never fails
		_, err := db.Exec(ctx, "INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", name, hex.EncodeToString(fresh))
		if err == nil {
			key, err = db.readSecret(ctx, name)
		}
		return err
	})
	return key, err
}
