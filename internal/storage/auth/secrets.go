package auth

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
)

// Secrets are keys of one part of the program, derived from the site's and the
// same on all its nodes.
type Secrets struct {
	derive func(ctx context.Context, purpose string) ([]byte, error)
	id     string
}

// NewSecrets are the secrets of a part; derive makes a key of 32 bytes for a
// purpose.
func NewSecrets(id string, derive func(ctx context.Context, purpose string) ([]byte, error)) *Secrets {
	return &Secrets{derive, id}
}

// Key is a key of 32 bytes for one purpose.
func (s *Secrets) Key(ctx context.Context, purpose string) ([]byte, error) {
	return s.derive(ctx, s.id+" "+purpose)
}

// Sign is a signature of a text for one purpose; compare signatures with
// hmac.Equal, or let Signed do it.
func (s *Secrets) Sign(ctx context.Context, purpose, text string) (string, error) {
	key, err := s.Key(ctx, "sign "+purpose)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil)), nil
}

// Signed tells whether a signature is that of a text.
func (s *Secrets) Signed(ctx context.Context, purpose, text, signature string) (bool, error) {
	want, err := s.Sign(ctx, purpose, text)
	return err == nil && hmac.Equal([]byte(want), []byte(signature)), err
}

// ErrSealed says that a text wasn't sealed by this site for this purpose, or
// was changed since.
var ErrSealed = errors.New("the sealed text can't be opened")

// Seal encrypts a text for one purpose, so that it may be stored; Open gives it
// back.
func (s *Secrets) Seal(ctx context.Context, purpose, text string) (string, error) {
	aead, err := s.aead(ctx, purpose)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, aead.NonceSize(), aead.NonceSize()+len(text)+aead.Overhead())
	_, _ = rand.Read(nonce) // never fails
	return base64.RawURLEncoding.EncodeToString(aead.Seal(nonce, nonce, []byte(text), nil)), nil
}

// Open decrypts what Seal made, or gives ErrSealed.
func (s *Secrets) Open(ctx context.Context, purpose, sealed string) (string, error) {
	aead, err := s.aead(ctx, purpose)
	if err != nil {
		return "", err
	}
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(raw) < aead.NonceSize() {
		return "", ErrSealed
	}
	plain, err := aead.Open(nil, raw[:aead.NonceSize()], raw[aead.NonceSize():], nil)
	if err != nil {
		return "", ErrSealed
	}
	return string(plain), nil
}

func (s *Secrets) aead(ctx context.Context, purpose string) (cipher.AEAD, error) {
	key, err := s.Key(ctx, "seal "+purpose)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("key of %s: %w", s.id, err)
	}
	return cipher.NewGCM(block)
}
