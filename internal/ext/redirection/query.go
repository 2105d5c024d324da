package redirection

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// parameter is one parameter of a query. A name without = has no value.
type parameter struct {
	name, value string
	has         bool
}

// parameters reads a query. Of a name that occurs twice the last counts, names
// that end with [] are numbered.
func parameters(query string) []parameter {
	var list []parameter
	next := map[string]int{}
	for part := range strings.SplitSeq(query, "&") {
		if part == "" {
			continue
		}
		name, value, has := strings.Cut(part, "=")
		name, value = decodePlus(name), decodePlus(value)
		if base, ok := strings.CutSuffix(name, "[]"); ok {
			name = base + "[" + strconv.Itoa(next[base]) + "]"
			next[base]++
		}
		if i := find(list, name); i >= 0 {
			list[i].value, list[i].has = value, has
			continue
		}
		list = append(list, parameter{name, value, has})
	}
	return list
}

func find(list []parameter, name string) int {
	for i := range list {
		if list[i].name == name {
			return i
		}
	}
	return -1
}

func decodePlus(s string) string { return decodePercent(strings.ReplaceAll(s, "+", " ")) }

// sameQuery tells whether a request's query is one that a source with want
// matches.
func (f *Flags) sameQuery(want []parameter, text, query string) bool {
	switch {
	case f.Query == QueryExactOrder && f.Case:
		return strings.EqualFold(text, query)
	case f.Query == QueryExactOrder:
		return text == query
	case query == "":
		return len(want) == 0
	case len(want) == 0 && f.Query != QueryExact:
		return true
	case len(want) == 0:
		return false
	}
	got := parameters(query)
	if f.Case {
		lower(got)
	}
	for _, w := range want {
		// Names are the same whatever their case, unless the query must be the whole.
		i := slices.IndexFunc(got, func(p parameter) bool { return strings.EqualFold(p.name, w.name) })
		if i < 0 || got[i].value != w.value || got[i].has != w.has || f.Query == QueryExact && got[i].name != w.name {
			return false
		}
	}
	return f.Query != QueryExact || len(got) == len(want)
}

func lower(list []parameter) {
	for i := range list {
		list[i].name, list[i].value = strings.ToLower(list[i].name), strings.ToLower(list[i].value)
	}
}

// addQuery adds those parameters of a request to a target that it hasn't.
func addQuery(target, query string) string {
	target, fragment, hasFragment := strings.Cut(target, "#")
	_, own, has := splitQuery(target)
	known := parameters(own)
	more := encodeQuery(slices.DeleteFunc(parameters(query), func(p parameter) bool { return find(known, p.name) >= 0 }))
	switch {
	case more == "":
	case has:
		target += "&" + more
	default:
		target += "?" + more
	}
	if hasFragment {
		target += "#" + fragment
	}
	return target
}

// encodeQuery is the query of parameters.
func encodeQuery(list []parameter) string {
	var b strings.Builder
	for i, p := range list {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(escapeName(p.name))
		if p.has {
			b.WriteByte('=')
			b.WriteString(url.QueryEscape(p.value))
		}
	}
	return b.String()
}

// escapeName escapes the name of a parameter; the numbers of lists are dropped
// again.
func escapeName(name string) string {
	if base, ok := strings.CutSuffix(name, "]"); ok {
		if i := strings.LastIndexByte(base, '['); i >= 0 && strings.Trim(base[i+1:], "0123456789") == "" {
			return url.QueryEscape(base[:i]) + "[]"
		}
	}
	return url.QueryEscape(name)
}
