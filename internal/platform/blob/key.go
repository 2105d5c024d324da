package blob

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxKeyBytes     = 900 // S3 allows 1024, of which a prefix may take a part
	maxSegmentBytes = 240 // file systems allow 255
)

// CheckKey accepts relative slash-separated names like "2026/11/photo-300x200.jpg" that mean the same
// in a directory and in a bucket. It refuses, with ErrInvalidKey, empty, "." and ".." segments, names
// that begin with a dot, backslashes, control characters, invalid UTF-8 and overlong names.
func CheckKey(key string) error {
	reason := ""
	switch {
	case key == "":
		reason = "empty"
	case len(key) > maxKeyBytes:
		reason = "too long"
	case !utf8.ValidString(key):
		reason = "not UTF-8"
	case strings.Contains(key, `\`):
		reason = "has a backslash"
	case strings.ContainsFunc(key, unicode.IsControl):
		reason = "has a control character"
	default:
		reason = checkSegments(key)
	}
	if reason == "" {
		return nil
	}
	if len(key) > 100 {
		key = key[:100]
	}
	return fmt.Errorf("%w: %q: %s", ErrInvalidKey, key, reason)
}

func checkSegments(key string) string {
	for segment := range strings.SplitSeq(key, "/") {
		switch {
		case segment == "":
			return "has an empty segment"
		case segment[0] == '.':
			return "has a segment that begins with a dot"
		case len(segment) > maxSegmentBytes:
			return "has an overlong segment"
		}
	}
	return ""
}
