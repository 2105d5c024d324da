package api

import (
	"maps"
	"net/url"
	"slices"
	"strings"
)

// step is a part of a route's pattern: fixed text, or a variable.
type step struct {
	text, variable string
	// key is the fixed parts up to here, without the namespace.
	key string
}

// steps takes a pattern apart.
func steps(namespace, pattern string) []step {
	var out []step
	key := ""
	rest := pattern
	for rest != "" {
		open := strings.Index(rest, "(?P<")
		if open < 0 {
			open = len(rest)
		}
		if text := rest[:open]; text != "" {
			fixed := strings.Trim(strings.TrimPrefix(text, "/"+namespace), "/")
			key = strings.Trim(key+"/"+fixed, "/")
			out = append(out, step{text: text, key: key})
		}
		if rest = rest[open:]; rest == "" {
			break
		}
		depth, end := 0, 0
		for i := 0; i < len(rest) && end == 0; i++ {
			switch rest[i] {
			case '\\':
				i++
			case '(':
				depth++
			case ')':
				if depth--; depth == 0 {
					end = i + 1
				}
			}
		}
		name, _, _ := strings.Cut(rest[len("(?P<"):], ">")
		out = append(out, step{variable: name, key: key})
		rest = rest[end:]
	}
	return out
}

// value is what a variable of a path is filled with.
func (f *seeded) value(method string, s step) string {
	for _, key := range []string{method + " " + s.key, s.key + "/" + s.variable, s.key} {
		if v, ok := f.values[key]; ok {
			return v
		}
	}
	return "1"
}

// cells are all requests of the matrix, in the order of the index.
func (f *seeded) cells() []cell {
	var out []cell
	for _, route := range f.app.API.Routes() {
		parts := steps(route.Namespace, route.Pattern)
		last := parts[len(parts)-1]
		for i := range route.Endpoints {
			for _, method := range route.Endpoints[i].Methods {
				out = append(out, f.endpoint(parts, last, method)...)
			}
		}
	}
	return out
}

// endpoint are the requests of one method of a route: for the object of each
// kind, for others of special status, and for one that isn't there.
func (f *seeded) endpoint(parts []step, last step, method string) []cell {
	name := ""
	for _, p := range parts {
		if name += p.text; p.variable != "" {
			name += "{" + p.variable + "}"
		}
	}
	body := map[string]any{"title": "x", "content": "y", "description": "z"}
	for _, key := range []string{name, method + " " + name} {
		if own, ok := f.bodies[key]; ok {
			body = own
		}
	}
	if method == "GET" || method == "DELETE" {
		body = nil
	}
	query := "?x=1"
	if own, ok := f.queries[name]; ok {
		query = "?" + own
	}
	if method == "DELETE" {
		query += "&force=true&reassign=1"
	}
	one := func(label string, fill func(p step, role string) string) cell {
		c := cell{method: method, name: name, body: body}
		if label != "" {
			c.name += " " + label
		}
		c.path = func(role string) string {
			var b strings.Builder
			for _, p := range parts {
				b.WriteString(p.text)
				if p.variable != "" {
					b.WriteString((&url.URL{Path: fill(p, role)}).EscapedPath())
				}
			}
			return b.String() + query
		}
		return c
	}
	usual := func(p step, _ string) string { return f.value(method, p) }
	cells := []cell{one("", usual)}
	if method == "GET" {
		edit := one("context=edit", usual)
		path := edit.path
		edit.path = func(role string) string { return path(role) + "&context=edit" }
		cells = append(cells, edit)
	}
	if method == "POST" && last.variable == "" && (last.key == "posts" || last.key == "pages") {
		publishing := one("publishing", usual)
		publishing.body = maps.Clone(body)
		publishing.body["status"] = "publish"
		cells = append(cells, publishing)
	}
	if method == "PUT" || method == "PATCH" {
		return cells // the same endpoint as POST
	}
	for _, p := range parts {
		for _, label := range slices.Sorted(maps.Keys(f.more[p.key])) {
			if p.variable == "" {
				break
			}
			cells = append(cells, one(label, func(q step, role string) string {
				if q == p {
					return f.more[p.key][label](role)
				}
				return f.value(method, q)
			}))
		}
	}
	if last.variable != "" {
		cells = append(cells, one("missing", func(p step, _ string) string {
			if p == last {
				return "999999"
			}
			return f.value(method, p)
		}))
	}
	return cells
}
