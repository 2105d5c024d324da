package auth

import (
	"crypto/md5" // #nosec G501 -- verifies imported passwords
	"strings"
)

// portableAlphabet are the 64 digits of portable hashes.
const portableAlphabet = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// maxPortableRounds bounds the work that a stored hash can ask for, as the
// binary logarithm of its rounds.
const maxPortableRounds = 20

// verifyPortable checks a password against a portable phpass hash: MD5 in many
// rounds.
func verifyPortable(password, hash string) bool {
	const head, saltLen, size = 4, 8, 34
	if len(hash) != size {
		return false
	}
	rounds := strings.IndexByte(portableAlphabet, hash[3])
	if rounds < 7 || rounds > maxPortableRounds {
		return false
	}
	buf := make([]byte, 0, md5.Size+len(password))
	sum := md5.Sum(append(append(buf, hash[head:head+saltLen]...), password...)) // #nosec G401 -- an imported password, hashed again when it fits
	for range 1 << rounds {
		sum = md5.Sum(append(append(buf[:0], sum[:]...), password...)) // #nosec G401 -- an imported password, hashed again when it fits
	}
	return equal(hash[:head+saltLen]+encodePortable(sum[:]), hash)
}

// encodePortable writes three bytes as four digits, the lowest bits first.
func encodePortable(data []byte) string {
	var b strings.Builder
	for i := 0; i < len(data); i += 3 {
		v, n := uint32(data[i]), 2
		if i+1 < len(data) {
			v, n = v|uint32(data[i+1])<<8, 3
		}
		if i+2 < len(data) {
			v, n = v|uint32(data[i+2])<<16, 4
		}
		for range n {
			b.WriteByte(portableAlphabet[v&63])
			v >>= 6
		}
	}
	return b.String()
}
