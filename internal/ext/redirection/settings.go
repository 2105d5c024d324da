package redirection

import (
	"crypto/rand"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// settings are what administrators may change. members has the name of each, and derive
// what follows from them.
type settings struct {
	Support         bool
	Token           string
	MonitorPost     int64 // the group of redirects that the monitor makes; 0: it is off
	MonitorTypes    []string
	Associated      string // what is appended for a second redirect
	AutoTarget      string // the source of a rule that has none
	ExpireRedirect  int64  // days; 0: never, -1: nothing is logged
	ExpireMissing   int64
	LogExternal     bool // redirects of others are logged
	LogHeader       bool
	TrackHits       bool
	Modules         []string
	Newsletter      bool
	RedirectCache   int64 // hours that a redirect may be kept; -1: not at all
	IPLogging       int64 // 0: none, 1: whole addresses, 2: without their end
	IPHeaders       []string
	IPProxies       []string
	LastGroup       int64
	RESTAPI         int64
	HTTPS           bool
	Headers         []header
	Database        string // the version of the tables
	Relocate        string
	PreferredDomain string // "", "www" or "nowww"
	Aliases         []string
	Permalinks      []string
	CacheKey        int64
	PluginUpdate    string
	UpdateNotice    int64
	Flags           Flags // of rules that don't say

	// What every request asks for, made by derive.
	canonical      bool                 // some name of the site leads to another
	site, redirect [][2]string          // headers that are sent
	former         []*content.Structure // of addresses that posts had
}

// header is one that is sent with answers.
type header struct {
	Kind, Name, Value string
	Location          string       // headerSite or headerRedirect
	Parts             *wire.Object // texts that the value was made of, by name
}

// Which answers a header is sent with.
const (
	headerSite     = "site"
	headerRedirect = "redirect"
)

// newSettings are those of a new site.
func newSettings() *settings {
	return &settings{
		ExpireRedirect: 7, ExpireMissing: 7, TrackHits: true, RedirectCache: 1, Database: tablesVersion, PluginUpdate: "prompt",
		Flags: Flags{Query: QueryExact, Case: true, Trailing: true},
	}
}

// derive makes what every request asks for.
func (s *settings) derive() {
	s.canonical = s.HTTPS || s.Relocate != "" || s.PreferredDomain != "" || len(s.Aliases) > 0
	for _, text := range s.Permalinks {
		if structure, ok := content.ParseStructure(text); ok {
			s.former = append(s.former, structure)
		}
	}
	for _, h := range s.Headers {
		if h.Location == headerRedirect {
			s.redirect = append(s.redirect, [2]string{h.Name, h.Value})
		} else {
			s.site = append(s.site, [2]string{h.Name, h.Value})
		}
	}
}

// setting is a member of the settings by its name in the API and the table.
type setting struct {
	name string
	at   any // the place of its value: *bool, *int64, *string, *[]string or *[]header
	// change takes what an administrator sent, made to fit; nil for what isn't changed so,
	// or is changed together with others.
	change func(v any)
}

// members are all settings, in the order that they are answered in.
func (s *settings) members() []setting {
	return []setting{
		s.toggle("support", &s.Support),
		{"token", &s.Token, s.changeToken},
		{"monitor_post", &s.MonitorPost, nil},
		{"monitor_types", &s.MonitorTypes, nil},
		{"associated_redirect", &s.Associated, onText(func(v string) {
			if s.Associated = v; v != "" {
				s.Associated = cleanSource(v, false)
			}
		})},
		{"auto_target", &s.AutoTarget, onText(func(v string) { s.AutoTarget = clean.TextField(v) })},
		s.bounded("expire_redirect", &s.ExpireRedirect, -1, 60),
		s.bounded("expire_404", &s.ExpireMissing, -1, 60),
		s.toggle("log_external", &s.LogExternal),
		s.toggle("log_header", &s.LogHeader),
		s.toggle("track_hits", &s.TrackHits),
		{"modules", &s.Modules, nil},
		s.toggle("newsletter", &s.Newsletter),
		{"redirect_cache", &s.RedirectCache, func(v any) {
			if s.RedirectCache = schema.ToInt(v); !slices.Contains([]int64{-1, 0, 1, 24, 168}, s.RedirectCache) {
				s.RedirectCache = 1
			}
		}},
		s.bounded("ip_logging", &s.IPLogging, 0, 2),
		s.list("ip_headers", &s.IPHeaders, len(ipHeaders()), func(v string) string {
			if oneOf(v, ipHeaders()...) {
				return v
			}
			return ""
		}),
		s.list("ip_proxy", &s.IPProxies, maxProxies, cleanIP),
		{"last_group_id", &s.LastGroup, nil},
		{"rest_api", &s.RESTAPI, func(v any) {
			switch way := schema.ToInt(v); way {
			case 0, 1, 3:
				s.RESTAPI = way
			case 2, 4: // ways that there were once
				s.RESTAPI = 0
			}
		}},
		s.toggle("https", &s.HTTPS),
		{"headers", &s.Headers, func(v any) {
			if list, ok := v.([]any); ok {
				s.Headers = cleanHeaders(list)
			}
		}},
		{"database", &s.Database, nil},
		{"relocate", &s.Relocate, nil},
		{"preferred_domain", &s.PreferredDomain, onText(func(v string) {
			if oneOf(v, "", "www", "nowww") {
				s.PreferredDomain = v
			}
		})},
		s.list("aliases", &s.Aliases, maxAliases, hostOf),
		// Compat (api.TestRedirectsByFormerAddresses): what looks like an encoded byte goes,
		// so of %category% and %day% too.
		s.list("permalinks", &s.Permalinks, maxPermalinks, clean.TextField),
		{"cache_key", &s.CacheKey, nil},
		{"plugin_update", &s.PluginUpdate, onText(func(v string) {
			if oneOf(v, "prompt", "admin") {
				s.PluginUpdate = v
			}
		})},
		{"update_notice", &s.UpdateNotice, nil},
		{"flag_query", &s.Flags.Query, nil},
		{"flag_case", &s.Flags.Case, nil},
		{"flag_trailing", &s.Flags.Trailing, nil},
		{"flag_regex", &s.Flags.Regex, nil},
	}
}

func (s *settings) toggle(name string, at *bool) setting {
	return setting{name, at, func(v any) { *at = schema.ToBool(v) }}
}

func (s *settings) bounded(name string, at *int64, least, most int64) setting {
	return setting{name, at, func(v any) { *at = max(least, min(most, schema.ToInt(v))) }}
}

// list is a setting of at most so many texts; clean gives "" for one that isn't taken.
func (s *settings) list(name string, at *[]string, most int, clean func(string) string) setting {
	return setting{name, at, func(v any) {
		list, ok := v.([]any)
		if !ok {
			return
		}
		*at = nil
		for _, v := range list {
			if text := clean(schema.ToText(v)); text != "" && len(*at) < most {
				*at = append(*at, text)
			}
		}
	}}
}

// onText calls change for texts alone.
func onText(change func(string)) func(any) {
	return func(v any) {
		if text, ok := v.(string); ok {
			change(text)
		}
	}
}

// value is the setting as the API answers it and the table keeps it.
func (m setting) value() any {
	switch at := m.at.(type) {
	case *bool:
		return *at
	case *int64:
		return *at
	case *string:
		return *at
	case *[]string:
		return wire.Strings(*at)
	case *[]header:
		list := make([]any, len(*at))
		for i, h := range *at {
			list[i] = h.object()
		}
		return list
	}
	panic("redirection: no such kind of setting: " + m.name)
}

// take reads a value that was stored.
func (m setting) take(v any) {
	list, isList := schema.AsList(v)
	switch at := m.at.(type) {
	case *bool:
		*at = schema.ToBool(v)
	case *int64:
		*at = schema.ToInt(v)
	case *string:
		*at = schema.ToText(v)
	case *[]string:
		if isList {
			*at = make([]string, len(list))
			for i, v := range list {
				(*at)[i] = schema.ToText(v)
			}
		}
	case *[]header:
		if isList {
			*at = cleanHeaders(list)
		}
	}
}

// object are the settings by name.
func (s *settings) object() *wire.Object {
	o := &wire.Object{}
	for _, m := range s.members() {
		o.Set(m.name, m.value())
	}
	return o
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
func (s *settings) apply(sent *wire.Object, watchable []string, groups []int64, now time.Time) {
	for _, m := range s.members() {
		if v := sent.Get(m.name); v != nil && m.change != nil {
			m.change(v)
		}
	}
	s.applyCacheKey(sent, now)
	s.applyMonitor(sent, watchable, groups)
	s.applyFlags(sent)
	s.applyRelocation(sent)
}

func (s *settings) changeToken(v any) {
	text, ok := v.(string)
	if !ok {
		return
	}
	if s.Token = clean.TextField(text); s.Token == "" {
		s.Token = newToken()
	}
}

func (s *settings) applyCacheKey(sent *wire.Object, now time.Time) {
	switch v := sent.Get("cache_key").(type) {
	case nil:
	case bool:
		if s.CacheKey = 0; v {
			s.CacheKey = now.Unix()
		}
	default:
		s.CacheKey = schema.ToInt(v)
	}
}

// cleanHeaders are the headers of a list, without what can't be one.
func cleanHeaders(list []any) []header {
	var out []header
	for _, v := range list {
		if h, ok := cleanHeader(v); ok && len(out) < maxHeaders {
			out = append(out, h)
		}
	}
	return out
}

// readableHeaders tells whether the settings of all headers that were sent are texts,
// or objects with one.
func readableHeaders(sent *wire.Object) bool {
	list, _ := sent.Get("headers").([]any)
	for _, v := range list {
		o, _ := v.(*wire.Object)
		for _, part := range parts(o.Get("headerSettings")) {
			if inner, ok := part.(*wire.Object); ok {
				if part = inner.Get("value"); part == nil {
					return false
				}
			}
			switch part.(type) {
			case []any, *wire.Object:
				return false
			}
		}
	}
	return true
}

// parts are the members of an object or a list.
func parts(v any) []any {
	if list, ok := v.([]any); ok {
		return list
	}
	var out []any
	if o, ok := v.(*wire.Object); ok {
		for _, m := range o.Members() {
			out = append(out, m.Value)
		}
	}
	return out
}

// cleanHeader reads a header; false for what can't be one.
func cleanHeader(v any) (header, bool) {
	o, ok := v.(*wire.Object)
	if !ok {
		return header{}, false
	}
	h := header{
		Kind: dashed(o.Text("type")), Name: dashed(o.Text("headerName")), Value: clean.TextField(schema.ToText(o.Get("headerValue"))),
		Location: headerSite, Parts: headerParts(o.Get("headerSettings")),
	}
	if o.Text("location") == headerRedirect {
		h.Location = headerRedirect
	}
	return h, h.Kind != "" && h.Name != ""
}

// object is a header as the API has it: without parts, they are an empty list.
func (h header) object() *wire.Object {
	var parts any = h.Parts
	if h.Parts.Len() == 0 {
		parts = []any{}
	}
	return wire.NewObject("type", h.Kind, "headerName", h.Name, "headerValue", h.Value, "location", h.Location, "headerSettings", parts)
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

// headerParts are the parts that the value of a header was made of, texts by name.
func headerParts(v any) *wire.Object {
	sent, _ := v.(*wire.Object)
	out := &wire.Object{}
	for _, m := range sent.Members() {
		value := m.Value
		if o, ok := value.(*wire.Object); ok {
			value = o.Get("value")
		}
		out.Set(clean.TextField(m.Key), cleanTarget(schema.ToText(value)))
	}
	return out
}

func (s *settings) applyMonitor(sent *wire.Object, watchable []string, groups []int64) {
	existing := func(id int64) int64 {
		if !slices.Contains(groups, id) && len(groups) > 0 {
			return groups[0]
		}
		return id
	}
	given := sent.Get("monitor_types")
	var types []string
	if list, ok := given.([]any); ok {
		for _, v := range list {
			if t := schema.ToText(v); slices.Contains(watchable, t) && !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
		s.MonitorTypes = types
	}
	if v := sent.Get("monitor_post"); v != nil {
		if s.MonitorPost = max(0, schema.ToInt(v)); s.MonitorPost != 0 {
			s.MonitorPost = existing(s.MonitorPost)
		}
	}
	if given != nil && len(types) == 0 || s.MonitorPost != 0 && len(s.MonitorTypes) == 0 {
		s.MonitorPost, s.Associated = 0, ""
	}
	if v := sent.Get("last_group_id"); v != nil {
		s.LastGroup = existing(schema.ToInt(v))
	}
}

// applyFlags takes the flags together: those that weren't sent beside others are off.
func (s *settings) applyFlags(sent *wire.Object) {
	f := Flags{Query: QueryExact}
	for _, m := range f.object().Members() {
		if sent.Get(m.Key) != nil {
			f.set(sent)
			s.Flags = f
			return
		}
	}
}

// applyRelocation moves a site: nothing else then leads to another name of it.
func (s *settings) applyRelocation(sent *wire.Object) {
	v, ok := sent.Get("relocate").(string)
	if !ok {
		return
	}
	s.Relocate = ""
	if u, ok := parseAddress(withScheme(clean.TextField(v))); ok && v != "" {
		s.Relocate = u.Scheme + "://" + u.Hostname() + u.EscapedPath()
		s.PreferredDomain, s.Aliases, s.HTTPS = "", nil, false
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
