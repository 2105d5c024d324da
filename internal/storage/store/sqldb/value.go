package sqldb

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"

	"quoin/internal/platform/wire"
)

// errMetaDepth refuses values that could not be read back.
var errMetaDepth = errors.New("value is nested too deeply")

// EncodeValue is the stored form of a value.
func EncodeValue(v any) (string, error) {
	if !shallow(v, wire.MaxDepth-1) {
		return "", errMetaDepth
	}
	return string(wire.Encode(v, nil)), nil
}

func shallow(v any, depth int) bool {
	if depth == 0 {
		return false
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if !shallow(item, depth-1) {
				return false
			}
		}
	case *wire.Object:
		for _, m := range v.Members() {
			if !shallow(m.Value, depth-1) {
				return false
			}
		}
	}
	return true
}

// DecodeValue reads a stored value. Most are plain strings.
func DecodeValue(s string) (any, error) {
	if len(s) >= 2 && s[0] == '"' && strings.IndexByte(s, '\\') < 0 {
		return s[1 : len(s)-1], nil
	}
	return wire.Decode([]byte(s))
}

// compareLimit is the longest value that is compared as it is.
const compareLimit = 120

// CompareText is what values are found by: their text, or a digest of it when
// it is long. Equal texts of different kinds of value compare equal.
func CompareText(v any) string {
	var s string
	switch v := v.(type) {
	case nil:
	case string:
		s = v
	case bool:
		if v {
			s = "1"
		}
	case int64:
		s = strconv.FormatInt(v, 10)
	case int:
		s = strconv.Itoa(v)
	default:
		s = string(wire.Encode(v, nil))
	}
	s = Clean(s)
	if len(s) <= compareLimit {
		return s
	}
	sum := sha256.Sum256([]byte(s))
	return "sha256:" + hex.EncodeToString(sum[:])
}

func ValueSize(v any, depth int) int {
	switch v := v.(type) {
	case string:
		return 32 + len(v)
	case []any:
		n := 48
		for i := 0; i < len(v) && depth > 0; i++ {
			n += ValueSize(v[i], depth-1)
		}
		return n
	case *wire.Object:
		n := 96
		for _, m := range v.Members() {
			if depth > 0 {
				n += 48 + len(m.Key) + ValueSize(m.Value, depth-1)
			}
		}
		return n
	}
	return 24
}
