package auth

import (
	"context"
	"crypto/hmac"
	"crypto/md5" // #nosec G501 -- verifies imported passwords
	"crypto/rand"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
	"golang.org/x/crypto/bcrypt"
)

// The cost of new hashes. Every hash names its own, so that these can be
// raised later.
const (
	argonTime    = 2
	argonMemory  = 19 << 10 // KiB
	argonThreads = 1
	argonKey     = 32
	saltSize     = 16
)

// Bounds on the parameters of stored hashes, which an import may bring.
const (
	maxArgonTime   = 16
	maxArgonMemory = 256 << 10 // KiB
	maxBcryptCost  = 15
)

// MaxPassword is the longest password that is looked at, in bytes.
const MaxPassword = 4096

// HashPassword is the stored form of an account's password. Blanks around a
// password don't count. It waits for its turn, see PaidBy.
func HashPassword(ctx context.Context, password string) (string, error) {
	password = strings.TrimSpace(password)
	if len(password) > MaxPassword {
		return "", fmt.Errorf("hash password: longer than %d bytes", MaxPassword)
	}
	return hashArgon(ctx, password)
}

func hashArgon(ctx context.Context, secret string) (string, error) {
	salt := make([]byte, saltSize)
	// Read never fails; see crypto/rand.
	_, _ = rand.Read(salt)
	key, err := slowly(ctx, func() []byte {
		return argon2.IDKey([]byte(secret), salt, argonTime, argonMemory, argonThreads, argonKey)
	})
	if err != nil {
		return "", err
	}
	enc := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonThreads,
		enc.EncodeToString(salt), enc.EncodeToString(key)), nil
}

// VerifyPassword tells whether a password belongs to a stored hash: one of
// ours, or one that an imported site brought along (bcrypt with and without
// the prefix $wp, portable phpass, plain MD5). An empty hash lets nobody in, nor
// does an empty password. An error says that it couldn't be found out, see
// PaidBy.
func VerifyPassword(ctx context.Context, password, hash string) (bool, error) {
	trimmed := strings.TrimSpace(password)
	if hash == "" || trimmed == "" || len(password) > MaxPassword {
		return false, nil
	}
	switch {
	case strings.HasPrefix(hash, "$argon2id$"):
		return verifyArgon(ctx, trimmed, hash)
	case strings.HasPrefix(hash, "$wp$2"):
		mac := hmac.New(sha512.New384, []byte("wp-sha384"))
		mac.Write([]byte(trimmed))
		return verifyBcrypt(ctx, base64.StdEncoding.EncodeToString(mac.Sum(nil)), hash[len("$wp"):])
	case strings.HasPrefix(hash, "$2"):
		return verifyBcrypt(ctx, password, hash)
	case strings.HasPrefix(hash, "$P$"), strings.HasPrefix(hash, "$H$"):
		return slowly(ctx, func() bool { return verifyPortable(password, hash) })
	case len(hash) == 2*md5.Size:
		sum := md5.Sum([]byte(password)) // #nosec G401 -- an imported password, hashed again when it fits
		return equal(hex.EncodeToString(sum[:]), hash), nil
	}
	return false, nil
}

// NeedsRehash tells whether a hash was made with other means or costs than
// HashPassword uses now, so that a log-in should store a new one.
func NeedsRehash(hash string) bool {
	current := fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, argonMemory, argonTime, argonThreads)
	return !strings.HasPrefix(hash, current)
}

func verifyArgon(ctx context.Context, secret, hash string) (bool, error) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 {
		return false, nil
	}
	var version int
	var memory, time uint32
	var threads uint8
	if _, err := fmt.Sscanf(parts[2], "v=%d", &version); err != nil || version != argon2.Version {
		return false, nil
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &time, &threads); err != nil {
		return false, nil
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, nil
	}
	key, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil || len(key) < 16 || len(key) > 64 {
		return false, nil
	}
	if memory > maxArgonMemory || time == 0 || time > maxArgonTime || threads == 0 {
		return false, nil
	}
	made, err := slowly(ctx, func() []byte {
		return argon2.IDKey([]byte(secret), salt, time, memory, threads, uint32(len(key)))
	})
	return err == nil && subtle.ConstantTimeCompare(made, key) == 1, err
}

func verifyBcrypt(ctx context.Context, secret, hash string) (bool, error) {
	cost, err := bcrypt.Cost([]byte(hash))
	if err != nil || cost > maxBcryptCost {
		return false, nil
	}
	// What is longer than 72 bytes is cut, as in the systems that such hashes
	// come from.
	if len(secret) > 72 {
		secret = secret[:72]
	}
	return slowly(ctx, func() bool { return bcrypt.CompareHashAndPassword([]byte(hash), []byte(secret)) == nil })
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
