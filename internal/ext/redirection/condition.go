package redirection

import (
	"net/netip"
	"slices"
	"strings"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// What a rule looks at beside the address.
const (
	MatchURL      = "url"
	MatchReferrer = "referrer"
	MatchAgent    = "agent"
	MatchLogin    = "login"
	MatchHeader   = "header"
	MatchCustom   = "custom"
	MatchCookie   = "cookie"
	MatchRole     = "role"
	MatchServer   = "server"
	MatchIP       = "ip"
	MatchPage     = "page"
	MatchLanguage = "language"
)

func matchTypes() []string {
	return []string{
		MatchURL, MatchReferrer, MatchAgent, MatchLogin, MatchHeader, MatchCustom, MatchCookie, MatchRole, MatchServer,
		MatchIP, MatchPage, MatchLanguage,
	}
}

// Condition is what a rule compares beside the address, and the targets. Which
// members mean anything depends on the match type.
type Condition struct {
	URL     string   `json:"url,omitempty"`  // target of the types url and page
	From    string   `json:"from,omitempty"` // target when it holds
	NotFrom string   `json:"not_from,omitempty"`
	Name    string   `json:"name,omitempty"`  // of a header or cookie
	Value   string   `json:"value,omitempty"` // of a header, cookie, referrer, agent, server, role, filter, page or language
	Regex   bool     `json:"regex,omitempty"` // Value is a regular expression
	IPs     []string `json:"ips,omitempty"`
}

// member is what the API calls the Value of a match type.
func member(matchType string) string {
	switch matchType {
	case MatchCookie, MatchHeader:
		return "value"
	case MatchCustom:
		return "filter"
	}
	return matchType
}

// object is the condition as the API answers it; nil for a rule that has
// neither condition nor target.
func (c *Condition) object(matchType string, hasTarget bool) *wire.Object {
	switch matchType {
	case MatchURL:
		if !hasTarget {
			return nil
		}
		return wire.NewObject("url", c.URL)
	case MatchPage:
		return wire.NewObject("page", c.Value, "url", c.URL)
	case MatchLogin:
		return wire.NewObject("logged_in", c.From, "logged_out", c.NotFrom)
	}
	o := &wire.Object{}
	switch matchType {
	case MatchReferrer, MatchAgent:
		o.Set("regex", c.Regex)
		o.Set(member(matchType), c.Value)
	case MatchCookie, MatchHeader:
		o.Set("regex", c.Regex)
		o.Set("name", c.Name)
		o.Set("value", c.Value)
	case MatchIP:
		o.Set("ip", wire.Strings(c.IPs))
	default:
		o.Set(member(matchType), c.Value)
	}
	o.Set("url_from", c.From)
	o.Set("url_notfrom", c.NotFrom)
	return o
}

// conditionOf reads the member action_data.
func conditionOf(matchType string, o *wire.Object, hasTarget, https bool) Condition {
	text := func(name string) string { return strings.TrimSpace(schema.ToText(o.Get(name))) }
	c := Condition{}
	if hasTarget {
		switch matchType {
		case MatchURL:
			if c.URL = cleanTarget(text("url")); c.URL == "" {
				c.URL = "/" // an empty target is the front page
			}
		case MatchPage:
			c.URL = cleanTarget(text("url"))
		case MatchLogin:
			c.From, c.NotFrom = cleanTarget(text("logged_in")), cleanTarget(text("logged_out"))
		default:
			c.From, c.NotFrom = cleanTarget(text("url_from")), cleanTarget(text("url_notfrom"))
		}
	}
	switch matchType {
	case MatchURL, MatchLogin:
	case MatchPage:
		c.Value = "404"
	case MatchReferrer, MatchAgent:
		c.Regex, c.Value = schema.ToBool(o.Get("regex")), cleanTarget(text(matchType))
	case MatchCookie, MatchHeader:
		c.Regex, c.Name, c.Value = schema.ToBool(o.Get("regex")), word(clean.TextField(text("name"))), clean.TextField(text("value"))
	case MatchServer:
		c.Value = cleanServer(text("server"), https)
	case MatchIP:
		list, _ := schema.AsList(o.Get("ip"))
		for _, v := range list {
			if ip := cleanIP(schema.ToText(v)); ip != "" && !slices.Contains(c.IPs, ip) {
				c.IPs = append(c.IPs, ip)
			}
		}
	case MatchLanguage:
		c.Value = strings.ReplaceAll(clean.TextField(text("language")), " ", "")
	case MatchCustom:
		c.Value = word(text("filter"))
	default:
		c.Value = clean.TextField(text(member(matchType)))
	}
	return c
}

// word keeps ASCII letters, digits, - and _.
func word(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_') {
			return r
		}
		return -1
	}, s)
}

// cleanTarget drops what follows a line break, and control characters.
func cleanTarget(s string) string {
	if i := strings.IndexAny(s, "\r\n\t"); i >= 0 {
		s = s[:i]
	}
	return dropControls(s)
}

// cleanServer is the scheme and host of an address, "" without any.
func cleanServer(s string, https bool) string {
	if s == "" {
		return ""
	}
	if !strings.Contains(s, "http") {
		scheme := "http://"
		if https {
			scheme = "https://"
		}
		s = scheme + s
	}
	u, ok := parseAddress(s)
	if !ok {
		return ""
	}
	return u.Scheme + "://" + u.Hostname()
}

// cleanIP is an address in its canonical form, "" for what is none.
func cleanIP(s string) string {
	addr, err := netip.ParseAddr(strings.TrimSpace(s))
	if err != nil || addr.Zone() != "" {
		return ""
	}
	return addr.String()
}

// targets are all the targets that the condition may lead to.
func (c *Condition) targets() []string {
	return slices.DeleteFunc([]string{c.URL, c.From, c.NotFrom}, func(s string) bool { return s == "" })
}
