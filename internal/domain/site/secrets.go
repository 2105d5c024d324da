package site

import "context"

// SecretSize is the least length of a secret in bytes.
const SecretSize = 32

// SecretStore has the keys that a site signs and encrypts with. They are kept
// apart from the options and from all content, so that what shows or exports
// those doesn't show them.
type SecretStore interface {
	// Secret is the random key of a name, at least SecretSize bytes and the
	// same on all nodes. It is made at the first use.
	Secret(ctx context.Context, name string) ([]byte, error)
}
