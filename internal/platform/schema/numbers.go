package schema

import (
	"math"
	"strconv"
	"strings"

	"quoin/internal/platform/wire"
)

// numeric reads a value as a number: numbers, and strings that hold nothing
// but a decimal number with blanks around it.
func numeric(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case int:
		return float64(v), true
	case float64:
		return v, true
	case string:
		s := strings.Trim(v, " \t\n\r\v\f")
		if s == "" || !decimal(s) {
			return 0, false
		}
		f, err := strconv.ParseFloat(s, 64)
		if err != nil && !math.IsInf(f, 0) {
			return 0, false
		}
		return f, true
	}
	return 0, false
}

// decimal tells whether s is a decimal number and not one of the further
// forms that Go reads (hexadecimal, infinity, underscores).
func decimal(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return false
		}
	}
	return true
}

// isInteger tells whether a value is a whole number or the text of one.
func isInteger(v any) bool {
	f, ok := numeric(v)
	return ok && !math.IsInf(f, 0) && f == math.Trunc(f)
}

// toInt makes an integer of whatever came, as a cast does: the leading number
// of a string, the whole part of a float, 0 for what has none.
func toInt(v any) int64 {
	switch v := v.(type) {
	case int64:
		return v
	case int:
		return int64(v)
	case bool:
		if v {
			return 1
		}
		return 0
	case float64:
		return truncate(v)
	case string:
		return truncate(leadingNumber(v))
	case []any:
		return int64(min(len(v), 1))
	case *wire.Object:
		return int64(min(v.Len(), 1))
	}
	return 0
}

func truncate(f float64) int64 {
	switch {
	case math.IsNaN(f):
		return 0
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}

// leadingNumber is the number that a text starts with, 0 when it starts with
// none.
func leadingNumber(s string) float64 {
	s = strings.TrimLeft(s, " \t\n\r\v\f")
	end, digits, dot, exp := 0, false, false, false
scan:
	for end < len(s) {
		c := s[end]
		switch {
		case c >= '0' && c <= '9':
			digits = true
		case (c == '+' || c == '-') && (end == 0 || (s[end-1]|0x20) == 'e'):
		case c == '.' && !dot && !exp:
			dot = true
		case (c|0x20) == 'e' && digits && !exp:
			exp = true
		default:
			break scan
		}
		end++
	}
	for ; end > 0; end-- {
		if f, err := strconv.ParseFloat(s[:end], 64); err == nil || math.IsInf(f, 0) {
			return f
		}
	}
	return 0
}

// ToInt makes an integer of a value as the sanitiser of integers does.
func ToInt(v any) int64 { return toInt(v) }

func toFloat(v any) float64 {
	if f, ok := numeric(v); ok {
		return f
	}
	if s, ok := v.(string); ok {
		return leadingNumber(s)
	}
	return float64(toInt(v))
}

// isBool tells whether a value can stand for a boolean.
func isBool(v any) bool {
	switch v := v.(type) {
	case bool:
		return true
	case string:
		switch strings.ToLower(v) {
		case "true", "false", "0", "1":
			return true
		}
	case int64:
		return v == 0 || v == 1
	case int:
		return v == 0 || v == 1
	}
	return false
}

// ToBool makes a boolean of a value as the sanitiser of booleans does.
func ToBool(v any) bool {
	switch v := v.(type) {
	case bool:
		return v
	case string:
		switch strings.ToLower(v) {
		case "false", "0", "":
			return false
		}
		return true
	case int64:
		return v != 0
	case int:
		return v != 0
	case float64:
		return v != 0
	case nil:
		return false
	case []any:
		return len(v) > 0
	case *wire.Object:
		return v.Len() > 0
	}
	return true
}

// ToText makes a string of a scalar; lists and objects give "".
func ToText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case int:
		return strconv.Itoa(v)
	case float64:
		return string(wire.Append(nil, v, nil))
	case bool:
		if v {
			return "1"
		}
	}
	return ""
}

// Empty tells whether a value says nothing: null, "", zero, "0", false, or a list or an
// object without members.
func Empty(v any) bool {
	if s, ok := v.(string); ok {
		return s == "" || s == "0"
	}
	return !ToBool(v)
}
