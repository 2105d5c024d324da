package entry

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// previewNonce marks a preview link as made for one user and entry. It keeps
// links apart; reading a preview still needs the right to edit the entry.
func previewNonce(entry, user int64) string {
	sum := sha256.Sum256([]byte("preview " + strconv.FormatInt(entry, 10) + " " + strconv.FormatInt(user, 10)))
	return hex.EncodeToString(sum[:5])
}
