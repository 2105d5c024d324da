package ext

import (
	"context"

	"quoin/internal/storage/auth"
)

// Secrets are keys of one extension, derived from the site's and the same on
// all its nodes.
type Secrets = auth.Secrets

// ErrSealed says that a text wasn't sealed by this site for this purpose, or
// was changed since.
var ErrSealed = auth.ErrSealed

// NewSecrets are the secrets of an extension; derive makes a key of 32 bytes
// for a purpose.
func NewSecrets(id string, derive func(ctx context.Context, purpose string) ([]byte, error)) *Secrets {
	return auth.NewSecrets("extension "+id, derive)
}
