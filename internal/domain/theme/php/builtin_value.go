package php

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// languageConstants are those of the language.
var languageConstants = map[string]any{
	"PHP_EOL": "\n", "ENT_QUOTES": int64(3), "ENT_COMPAT": int64(2), "ENT_NOQUOTES": int64(0), "DIRECTORY_SEPARATOR": "/", "PATH_SEPARATOR": ":",
	"PHP_VERSION": "8.2.0", "PHP_MAJOR_VERSION": int64(8), "PHP_MINOR_VERSION": int64(2), "PHP_VERSION_ID": int64(80200), "PHP_INT_MAX": int64(math.MaxInt64), "PHP_INT_MIN": int64(math.MinInt64),
	"ARRAY_FILTER_USE_KEY": int64(2), "ARRAY_FILTER_USE_BOTH": int64(1), "SORT_REGULAR": int64(0), "SORT_STRING": int64(2), "SORT_NUMERIC": int64(1),
	"JSON_PRETTY_PRINT": int64(128), "JSON_UNESCAPED_SLASHES": int64(64), "JSON_UNESCAPED_UNICODE": int64(256), "JSON_HEX_TAG": int64(1), "JSON_HEX_AMP": int64(2), "JSON_THROW_ON_ERROR": int64(1 << 22), "JSON_ERROR_NONE": int64(0),
	"STR_PAD_LEFT": int64(0), "STR_PAD_RIGHT": int64(1), "GLOB_BRACE": int64(1024), "GLOB_ONLYDIR": int64(8192), "COUNT_RECURSIVE": int64(1), "LC_ALL": int64(6), "E_USER_ERROR": int64(256),
	"PREG_SPLIT_NO_EMPTY": int64(1), "PREG_SET_ORDER": int64(2), "PHP_URL_PATH": int64(5), "PHP_URL_HOST": int64(1), "PATHINFO_FILENAME": int64(8), "PATHINFO_EXTENSION": int64(4), "PATHINFO_BASENAME": int64(2), "PATHINFO_DIRNAME": int64(1),
}

func is(f func(v any) bool) Function {
	return requireKnown(func(c *Call) any { return f(c.Arg(0)) })
}

// least and most are those of numbers, or of the members of an array.
func extreme(want int) Function {
	return requireKnown(func(c *Call) any {
		all := c.Args
		if a, ok := c.Arg(0).(*Array); ok && len(all) == 1 {
			all = a.list()
		}
		var out any
		for i, v := range all {
			if i == 0 {
				out = v
				continue
			}
			if order, ok := c.run.operate("<=>", v, out).(int64); ok && int(order) == want {
				out = v
			}
		}
		return out
	})
}

func rounding(f func(float64) float64) Function {
	return requireKnown(func(c *Call) any {
		x, ok := numeric(c.Arg(0))
		if !ok {
			return Unknown{c.Name + "()"}
		}
		return f(x)
	})
}

func toInt(v any) int64 {
	f, ok := numeric(v)
	if s, is := v.(string); is && !ok {
		f = leading(s)
	}
	if math.IsNaN(f) || math.Abs(f) > 1<<62 {
		return 0
	}
	return int64(f)
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// only tells whether a text has nothing but some characters.
func only(of string) Function {
	return requireKnown(func(c *Call) any {
		s, ok := c.Arg(0).(string)
		return ok && s != "" && strings.Trim(s, of) == ""
	})
}

func valueFunctions() map[string]Function {
	return map[string]Function{
		"is_string":  is(func(v any) bool { _, ok := v.(string); return ok }),
		"is_array":   is(func(v any) bool { _, ok := v.(*Array); return ok }),
		"is_int":     is(func(v any) bool { _, ok := v.(int64); return ok }),
		"is_integer": is(func(v any) bool { _, ok := v.(int64); return ok }),
		"is_float":   is(func(v any) bool { _, ok := v.(float64); return ok }),
		"is_bool":    is(isBool),
		"is_null":    is(func(v any) bool { return v == nil }),
		"is_object":  is(func(v any) bool { _, ok := v.(*Object); return ok }),
		"is_numeric": is(func(v any) bool {
			switch x := v.(type) {
			case int64, float64:
				return true
			case string:
				_, ok := numeric(x)
				return ok
			}
			return false
		}),
		"is_scalar":   is(func(v any) bool { _, ok := text(v); return ok && v != nil }),
		"is_wp_error": is(func(v any) bool { o, ok := v.(*Object); return ok && o.Class == "WP_Error" }),
		"intval":      requireKnown(func(c *Call) any { return toInt(c.Arg(0)) }),
		"absint":      requireKnown(func(c *Call) any { n := toInt(c.Arg(0)); return max(n, -n) }),
		"floatval": requireKnown(func(c *Call) any {
			f, ok := numeric(c.Arg(0))
			if s, is := c.Arg(0).(string); is && !ok {
				f = leading(s)
			}
			return f
		}),
		"boolval": requireKnown(func(c *Call) any { yes, _ := truth(c.Arg(0)); return yes }),
		"strval":  texts(func(_ *Call, s string) any { return s }),
		"max":     extreme(1), "min": extreme(-1),
		"floor": rounding(math.Floor), "ceil": rounding(math.Ceil), "abs": requireKnown(func(c *Call) any {
			f, _ := numeric(c.Arg(0))
			_, float := c.Arg(0).(float64)
			return whole(math.Abs(f), !float)
		}), "sqrt": rounding(math.Sqrt),
		"fmod": requireKnown(func(c *Call) any {
			x, _ := numeric(c.Arg(0))
			y, _ := numeric(c.Arg(1))
			return math.Mod(x, y)
		}),
		"intdiv": requireKnown(func(c *Call) any {
			if by := toInt(c.Arg(1)); by != 0 {
				return toInt(c.Arg(0)) / by
			}
			return Unknown{"intdiv() by zero"}
		}),
		"ctype_xdigit": only("0123456789abcdefABCDEF"), "ctype_digit": only("0123456789"),
		"ctype_alpha": only(letters), "ctype_alnum": only(letters + "0123456789"),
		"ctype_upper": only(letters[26:]), "ctype_lower": only(letters[:26]),
		"filter_input": func(*Call) any { return nil }, // nothing was sent
		"pow":          requireKnown(func(c *Call) any { return c.run.operate("**", c.Arg(0), c.Arg(1)) }),
		"round": requireKnown(func(c *Call) any {
			f, _ := numeric(c.Arg(0))
			n, _ := numeric(c.Arg(1))
			p := math.Pow(10, math.Min(math.Max(n, -10), 10))
			return math.Round(f*p) / p
		}),
		"gettype": requireKnown(func(c *Call) any {
			switch c.Arg(0).(type) {
			case nil:
				return "NULL"
			case bool:
				return "boolean"
			case int64:
				return "integer"
			case float64:
				return "double"
			case string:
				return "string"
			case *Array:
				return "array"
			}
			return "object"
		}),
		"hexdec":     texts(func(_ *Call, s string) any { n, _ := strconv.ParseInt(strings.TrimPrefix(s, "#"), 16, 64); return n }),
		"dechex":     requireKnown(func(c *Call) any { return strconv.FormatInt(toInt(c.Arg(0)), 16) }),
		"phpversion": func(*Call) any { return "8.2.0" },
		"version_compare": requireKnown(func(c *Call) any {
			a, _ := c.Text(0)
			b, _ := c.Text(1)
			order := compareVersions(a, b)
			if len(c.Args) < 3 {
				return int64(order)
			}
			op, _ := c.Text(2)
			if to, ok := map[string]string{"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}[op]; ok {
				op = to
			}
			switch op {
			case "==":
				return order == 0
			case "!=", "<>":
				return order != 0
			}
			return ordered(op, order)
		}),
		"json_decode": texts(func(c *Call, s string) any {
			d := json.NewDecoder(strings.NewReader(s))
			d.UseNumber()
			assoc, _ := truth(c.Arg(1))
			budget := maxItems
			return decoded(d, assoc, 0, &budget)
		}),
		"json_encode": requireKnown(encoded), "wp_json_encode": requireKnown(encoded),
		"json_last_error": func(*Call) any { return int64(0) },
		"pathinfo": texts(func(c *Call, s string) any {
			base := s[strings.LastIndexByte(s, '/')+1:]
			name, ext := base, ""
			if i := strings.LastIndexByte(base, '.'); i >= 0 {
				name, ext = base[:i], base[i+1:]
			}
			folder := strings.TrimSuffix(strings.TrimSuffix(s, base), "/")
			switch which, _ := c.Arg(1).(int64); which {
			case 1:
				return folder
			case 2:
				return base
			case 4:
				return ext
			case 8:
				return name
			}
			return NewArray("dirname", folder, "basename", base, "extension", ext, "filename", name)
		}),
		"wp_normalize_path": texts(func(_ *Call, s string) any { return strings.ReplaceAll(s, `\`, "/") }),
		"path_join":         texts(func(c *Call, s string) any { return strings.TrimRight(s, "/") + "/" + second(c) }),
		"error_log":         func(*Call) any { return true }, "trigger_error": func(*Call) any { return true },
		"error_reporting": func(*Call) any { return int64(0) }, "ini_set": func(*Call) any { return false },
		"ob_get_level": func(c *Call) any { return int64(len(c.run.buffers) - 1) },
	}

}

// compareVersions compares numbers with dots; words behind them come before.
func compareVersions(a, b string) int {
	split := func(s string) []string {
		var b strings.Builder
		var kind byte
		for _, c := range []byte(s) {
			k := byte('a')
			if c >= '0' && c <= '9' {
				k = '0'
			} else if strings.IndexByte(".-_+", c) >= 0 {
				k = '.'
			}
			if k != kind && b.Len() > 0 || k == '.' {
				b.WriteByte('.')
			}
			if kind = k; k != '.' {
				b.WriteByte(c)
			}
		}
		return strings.FieldsFunc(b.String(), func(r rune) bool { return r == '.' })
	}
	x, y := split(a), split(b)
	rank := func(s string) int {
		switch {
		case s == "":
			return 4
		case s[0] >= '0' && s[0] <= '9':
			return 6
		case strings.HasPrefix(s, "dev"):
			return 0
		case strings.HasPrefix(s, "a"):
			return 1
		case strings.HasPrefix(s, "b"):
			return 2
		case strings.HasPrefix(strings.ToLower(s), "rc"):
			return 3
		}
		return 5
	}
	for i := range max(len(x), len(y)) {
		var s, t string
		if i < len(x) {
			s = x[i]
		}
		if i < len(y) {
			t = y[i]
		}
		if p, q := rank(s), rank(t); p != q {
			if p < q {
				return -1
			}
			return 1
		}
		n, _ := strconv.Atoi(s)
		m, _ := strconv.Atoi(t)
		if n != m {
			if n < m {
				return -1
			}
			return 1
		}
	}
	return 0
}

// DecodeJSON is what a document says: arrays where it has lists, and where it has
// objects too when they are wanted so.
func DecodeJSON(s string, associative bool) any {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	budget := maxItems
	return decoded(d, associative, 0, &budget)
}

func decoded(d *json.Decoder, assoc bool, depth int, budget *int) any {
	if *budget--; depth > maxCalls || *budget < 0 {
		return nil
	}
	t, err := d.Token()
	if err != nil {
		return nil
	}
	switch x := t.(type) {
	case json.Delim:
		out := &Array{}
		for d.More() && *budget > 0 {
			if x == '[' {
				out.add(decoded(d, assoc, depth+1, budget))
				continue
			}
			key, err := d.Token()
			name, ok := key.(string)
			if err != nil || !ok {
				return nil
			}
			out.set(name, decoded(d, assoc, depth+1, budget))
		}
		_, _ = d.Token() // the end, or what can't be read
		if x == '{' && !assoc {
			return stdClass(out)
		}
		return out
	case json.Number:
		if n, err := x.Int64(); err == nil {
			return n
		}
		f, _ := x.Float64()
		return f
	}
	return t
}

func encoded(c *Call) any {
	flags, _ := c.Arg(1).(int64)
	var b strings.Builder
	var write func(v any, depth int) bool
	quoted := func(s string) string {
		out, _ := json.Marshal(s)
		t := string(out)
		if flags&64 == 0 {
			t = strings.ReplaceAll(t, "/", `\/`)
		}
		return t
	}
	write = func(v any, depth int) bool {
		if c.run.step(); depth > 20 || b.Len() > maxText {
			return false
		}
		switch x := v.(type) {
		case string:
			b.WriteString(quoted(x))
		case nil:
			b.WriteString("null")
		case bool:
			b.WriteString(strconv.FormatBool(x))
		case int64:
			b.WriteString(strconv.FormatInt(x, 10))
		case float64:
			b.WriteString(strconv.FormatFloat(x, 'g', -1, 64))
		case *Object:
			if x.class == nil {
				return false
			}
			return write(x.array(), depth+1)
		case *Array:
			list := true
			for i, k := range x.keys() {
				list = list && k == int64(i)
			}
			b.WriteByte("{["[btoi(list)])
			for i, k := range x.keys() {
				if i > 0 {
					b.WriteByte(',')
				}
				if !list {
					name, _ := text(k)
					b.WriteString(quoted(name) + ":")
				}
				one, _ := x.Get(k)
				if !write(one, depth+1) {
					return false
				}
			}
			b.WriteByte("}]"[btoi(list)])
		default:
			return false
		}
		return true
	}
	if !write(c.Arg(0), 0) {
		return Unknown{c.Name + "()"}
	}
	return b.String()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
