package redirection

import (
	"crypto/rand"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"quoin/internal/content"
	"quoin/internal/markup/clean"
	"quoin/internal/schema"
	"quoin/internal/wire"
)

// settings are what administrators may change, by the names of the API. The
// map has a value of the right type for each; see defaults.
type settings struct {
	values *wire.Object
	// What every request asks for, made by prepare.
	canonical      bool // some name of the site leads to another
	site, redirect [][2]string
	external       bool                 // redirects of others are logged
	former         []*content.Structure // of addresses that posts had
}

// prepare makes what every request asks for.
func (s *settings) prepare() {
	s.canonical = s.on("https") || s.text("relocate") != "" || s.text("preferred_domain") != "" || len(s.texts("aliases")) > 0
	s.external = s.on("log_external")
	for _, text := range s.texts("permalinks") {
		if structure, ok := content.ParseStructure(text); ok {
			s.former = append(s.former, structure)
		}
	}
	s.site, s.redirect = s.sentHeaders("site"), s.sentHeaders("redirect")
}

func (s *settings) text(name string) string { return s.values.Text(name) }
func (s *settings) number(name string) int64 {
	return schema.ToInt(s.values.Get(name))
}
func (s *settings) on(name string) bool { return s.values.Get(name) == true }
func (s *settings) texts(name string) []string {
	list, _ := schema.AsList(s.values.Get(name))
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = schema.ToText(v)
	}
	return out
}

// flags are those of rules that don't say.
func (s *settings) flags() Flags {
	return Flags{Query: s.text("flag_query"), Case: s.on("flag_case"), Trailing: s.on("flag_trailing"), Regex: s.on("flag_regex")}
}

// sentHeaders are the headers of a location, "site" or "redirect".
func (s *settings) sentHeaders(location string) [][2]string {
	list, _ := s.values.Get("headers").([]any)
	var out [][2]string
	for _, v := range list {
		if h, ok := v.(*wire.Object); ok && h.Text("location") == location {
			out = append(out, [2]string{h.Text("headerName"), h.Text("headerValue")})
		}
	}
	return out
}

// defaults are the settings of a new site, in the order that they are answered
// in.
func defaults() *wire.Object {
	return wire.NewObject(
		"support", false, "token", "", "monitor_post", int64(0), "monitor_types", []any{}, "associated_redirect", "",
		"auto_target", "", "expire_redirect", int64(7), "expire_404", int64(7), "log_external", false, "log_header", false,
		"track_hits", true, "modules", []any{}, "newsletter", false, "redirect_cache", int64(1), "ip_logging", int64(0),
		"ip_headers", []any{}, "ip_proxy", []any{}, "last_group_id", int64(0), "rest_api", int64(0), "https", false,
		"headers", []any{}, "database", tablesVersion, "relocate", "", "preferred_domain", "", "aliases", []any{},
		"permalinks", []any{}, "cache_key", int64(0), "plugin_update", "prompt", "update_notice", int64(0),
		"flag_query", QueryExact, "flag_case", true, "flag_trailing", true, "flag_regex", false,
	)
}

func newToken() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// ipHeaders are the headers that may tell the address of a visitor, as the
// settings name them.
func ipHeaders() []string {
	return []string{
		"HTTP_CF_CONNECTING_IP", "HTTP_CLIENT_IP", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED", "HTTP_X_CLUSTER_CLIENT_IP",
		"HTTP_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_VIA", "REMOTE_ADDR",
	}
}

// Bounds of the lists among the settings.
const (
	maxAliases    = 20
	maxPermalinks = 10
	maxHeaders    = 50
	maxProxies    = 100
)

// apply takes what was sent; what doesn't fit is made to, or left out. groups
// are the ids of all groups.
func (s *settings) apply(sent *wire.Object, groups []int64, now time.Time) {
	for _, name := range []string{"support", "https", "newsletter", "log_external", "log_header", "track_hits"} {
		if v, ok := sent.Lookup(name); ok && v != nil {
			s.values.Set(name, schema.ToBool(v))
		}
	}
	s.bounded(sent, "expire_redirect", -1, 60)
	s.bounded(sent, "expire_404", -1, 60)
	s.bounded(sent, "ip_logging", 0, 2)
	if v, ok := sent.Lookup("redirect_cache"); ok && v != nil {
		hours := schema.ToInt(v)
		if !slices.Contains([]int64{-1, 0, 1, 24, 168}, hours) {
			hours = 1
		}
		s.values.Set("redirect_cache", hours)
	}
	if v, ok := sent.Lookup("rest_api"); ok && v != nil {
		switch way := schema.ToInt(v); way {
		case 0, 1, 3:
			s.values.Set("rest_api", way)
		case 2, 4: // ways that there were once
			s.values.Set("rest_api", int64(0))
		}
	}
	s.applyText(sent, now)
	s.applyLists(sent)
	s.applyMonitor(sent, groups)
	s.applyFlags(sent)
	s.applyCanonical(sent)
}

func (s *settings) bounded(sent *wire.Object, name string, least, most int64) {
	if v, ok := sent.Lookup(name); ok && v != nil {
		s.values.Set(name, max(least, min(most, schema.ToInt(v))))
	}
}

func (s *settings) applyText(sent *wire.Object, now time.Time) {
	if v, ok := sent.Get("auto_target").(string); ok {
		s.values.Set("auto_target", clean.TextField(v))
	}
	if v, ok := sent.Get("token").(string); ok {
		if v = clean.TextField(v); v == "" {
			v = newToken()
		}
		s.values.Set("token", v)
	}
	if v := sent.Text("plugin_update"); oneOf(v, "prompt", "admin") {
		s.values.Set("plugin_update", v)
	}
	switch v := sent.Get("cache_key").(type) {
	case nil:
	case bool:
		s.values.Set("cache_key", int64(0))
		if v {
			s.values.Set("cache_key", now.Unix())
		}
	default:
		s.values.Set("cache_key", schema.ToInt(v))
	}
}

func (s *settings) applyLists(sent *wire.Object) {
	set := func(name string, most int, clean func(string) string) {
		list, ok := sent.Get(name).([]any)
		if !ok {
			return
		}
		out := []any{}
		for _, v := range list {
			if text := clean(schema.ToText(v)); text != "" && len(out) < most {
				out = append(out, text)
			}
		}
		s.values.Set(name, out)
	}
	set("ip_proxy", maxProxies, cleanIP)
	set("ip_headers", len(ipHeaders()), func(v string) string {
		if oneOf(v, ipHeaders()...) {
			return v
		}
		return ""
	})
	set("aliases", maxAliases, hostOf)
	// Compat (api.TestRedirectsByFormerAddresses): what looks like an encoded byte goes,
	// so of %category% and %day% too.
	set("permalinks", maxPermalinks, clean.TextField)
	if list, ok := sent.Get("headers").([]any); ok {
		out := []any{}
		for _, v := range list {
			if h := cleanHeader(v); h != nil && len(out) < maxHeaders {
				out = append(out, h)
			}
		}
		s.values.Set("headers", out)
	}
}

// cleanHeader is a header that is sent with answers, nil for what can't be.
func cleanHeader(v any) any {
	o, ok := v.(*wire.Object)
	if !ok {
		return nil
	}
	kind, name, location := dashed(o.Text("type")), dashed(o.Text("headerName")), o.Text("location")
	if kind == "" || name == "" {
		return nil
	}
	if location != "redirect" {
		location = "site"
	}
	return wire.NewObject(
		"type", kind, "headerName", name, "headerValue", clean.TextField(schema.ToText(o.Get("headerValue"))),
		"location", location, "headerSettings", headerSettings(o.Get("headerSettings")),
	)
}

// dashed is the name of a header of the words of a text.
func dashed(s string) string {
	words := strings.FieldsFunc(clean.TextField(s), func(r rune) bool {
		return r >= 0x80 || !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9')
	})
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "-")
}

// headerSettings are the parts that the value of a header was made of, texts by
// name; an empty list for none.
func headerSettings(v any) any {
	sent, _ := v.(*wire.Object)
	out := &wire.Object{}
	for _, m := range sent.Members() {
		value := m.Value
		if o, ok := value.(*wire.Object); ok {
			value = o.Get("value")
		}
		out.Set(clean.TextField(m.Key), cleanTarget(schema.ToText(value)))
	}
	if out.Len() == 0 {
		return []any{}
	}
	return out
}

func (s *settings) applyMonitor(sent *wire.Object, groups []int64) {
	if v, ok := sent.Get("associated_redirect").(string); ok {
		if v != "" {
			v = cleanSource(v, false)
		}
		s.values.Set("associated_redirect", v)
	}
	types, given := []any{}, false
	if list, ok := sent.Get("monitor_types").([]any); ok {
		given = true
		for _, v := range list {
			if t := schema.ToText(v); oneOf(t, "post", "page", "trash") && !slices.Contains(types, any(t)) {
				types = append(types, t)
			}
		}
		s.values.Set("monitor_types", types)
	}
	given = given || sent.Get("monitor_types") != nil
	if v, ok := sent.Lookup("monitor_post"); ok && v != nil {
		id := max(0, schema.ToInt(v))
		if id != 0 && !slices.Contains(groups, id) && len(groups) > 0 {
			id = groups[0]
		}
		s.values.Set("monitor_post", id)
	}
	if given && len(types) == 0 || s.number("monitor_post") != 0 && len(s.texts("monitor_types")) == 0 {
		s.values.Set("monitor_post", int64(0))
		s.values.Set("associated_redirect", "")
	}
	if v, ok := sent.Lookup("last_group_id"); ok && v != nil {
		id := schema.ToInt(v)
		if !slices.Contains(groups, id) && len(groups) > 0 {
			id = groups[0]
		}
		s.values.Set("last_group_id", id)
	}
}

func (s *settings) applyFlags(sent *wire.Object) {
	any := false
	for _, name := range []string{"flag_query", "flag_case", "flag_trailing", "flag_regex"} {
		any = any || sent.Get(name) != nil
	}
	if !any {
		return
	}
	f := Flags{Query: QueryExact}
	f.set(sent)
	for _, m := range f.object().Members() {
		s.values.Set(m.Key, m.Value)
	}
}

func (s *settings) applyCanonical(sent *wire.Object) {
	if v, ok := sent.Get("preferred_domain").(string); ok && oneOf(v, "", "www", "nowww") {
		s.values.Set("preferred_domain", v)
	}
	v, ok := sent.Get("relocate").(string)
	if !ok {
		return
	}
	to := ""
	if u, ok := parseAddress(withScheme(clean.TextField(v))); ok && v != "" {
		to = u.Scheme + "://" + u.Hostname() + u.EscapedPath()
	}
	s.values.Set("relocate", to)
	if to != "" {
		s.values.Set("preferred_domain", "")
		s.values.Set("aliases", []any{})
		s.values.Set("https", false)
	}
}

func withScheme(s string) string {
	if _, ok := cutScheme(s); ok {
		return s
	}
	return "http://" + s
}

// hostOf is the host of an address or of a bare name, without what has no place
// in one.
func hostOf(s string) string {
	s = strings.Map(func(r rune) rune {
		if r <= ' ' || r >= 0x7f {
			return -1
		}
		return r
	}, s)
	u, ok := parseAddress(withScheme(s))
	if !ok {
		return ""
	}
	return u.Hostname()
}
