package schema

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"sync"

	"quoin/internal/platform/wire"
)

// compiled keeps the regular expressions of schemas; there are as many as
// declarations, so the cache is bounded.
var compiled = func() func(string) *regexp.Regexp {
	var cache sync.Map
	return func(pattern string) *regexp.Regexp {
		if re, ok := cache.Load(pattern); ok {
			return re.(*regexp.Regexp)
		}
		re := regexp.MustCompile(pattern)
		cache.Store(pattern, re)
		return re
	}
}()

// DateTimeForm is a date with a time in ranges that the reference can parse, which
// include a day and an hour too many, and an optional fraction and zone.
const DateTimeForm = `^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])[Tt ](?:[01]\d|2[0-4]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?` +
	`(?:Z|[+-](?:[01]\d|2[0-4])(?::[0-5]\d)?)?$`

// IsDateTime tells whether s is a date with a time, with or without fraction
// and zone. It looks at the form only: the 30th of February passes.
func IsDateTime(s string) bool { return compiled(DateTimeForm).MatchString(s) }

// IsUUID tells whether s is a UUID in lower case.
func IsUUID(s string) bool {
	return compiled(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`).MatchString(s)
}

func isIP(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Zone() == ""
}

func isHexColor(s string) bool {
	return compiled(`^#(?:[A-Fa-f0-9]{3}){1,2}$`).MatchString(s)
}

// canonical appends a printed form that is equal for equal values, whatever
// the order of members.
func canonical(dst []byte, v any) []byte {
	switch v := v.(type) {
	case *wire.Object:
		members := slices.Clone(v.Members())
		slices.SortFunc(members, func(a, b wire.Member) int { return strings.Compare(a.Key, b.Key) })
		dst = append(dst, '{')
		for _, m := range members {
			dst = wire.AppendString(dst, m.Key)
			dst = append(dst, ':')
			dst = append(canonical(dst, m.Value), ',')
		}
		return append(dst, '}')
	case []any:
		dst = append(dst, '[')
		for i := range v {
			dst = append(canonical(dst, v[i]), ',')
		}
		return append(dst, ']')
	}
	return wire.Append(dst, v, nil)
}
