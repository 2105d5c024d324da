package sanitize

import (
	"strings"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
)

// The relations that links in other people's text are given.
const (
	NoFollow = "nofollow"
	UGC      = "nofollow ugc"
)

// Rel adds relations to every link of html. Links to a host in internal, lower
// case and without port, are not marked nofollow. Only a link whose tag is on
// one line is seen.
func Rel(html, relations string, internal ...string) string {
	var b strings.Builder
	low := lowerASCII(html)
	end, line := 0, 0
	for pos := 0; ; {
		i := strings.Index(low[pos:], "<a ")
		if i < 0 {
			b.WriteString(html[pos:])
			return b.String()
		}
		from := pos + i + 3
		end, line = indexFrom(html, ">", from+1, end), indexFrom(html, "\n", from, line)
		if from >= len(html) || end == len(html) || line < end {
			b.WriteString(html[pos:from])
			pos = from
			continue
		}
		b.WriteString(html[pos : from-3])
		b.WriteString(relLink(html[from:end], relations, internal))
		pos = end + 1
	}
}

func relLink(src, relations string, internal []string) string {
	list := readAttributes(src)
	protocols := clean.Protocols()
	rel, hasRel := "", false
	for i, a := range list {
		if isAddress(a.name) && !a.bare {
			list[i].value = clean.DropBadProtocol(a.value, protocols)
		}
		if a.name == "href" && isInternal(list[i].value, protocols, internal) {
			relations = strings.TrimSpace(strings.ReplaceAll(relations, "nofollow", ""))
		}
		if a.name == "rel" {
			rel, hasRel = entity.EncodeAttribute(a.value), true
		}
	}
	if hasRel {
		relations = joinWords(rel, relations)
		src = writeOthers(list)
	}
	if relations != "" {
		relations = ` rel="` + entity.Escape(relations) + `"`
	}
	return "<a " + src + relations + ">"
}

func joinWords(a, b string) string {
	words := append(strings.Split(a, " "), strings.Split(b, " ")...)
	for i, w := range words {
		words[i] = strings.TrimSpace(w)
	}
	seen := map[string]bool{}
	out := words[:0]
	for _, w := range words {
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// writeOthers writes all attributes but rel.
//
// Compat (TestCases): apostrophes are encoded twice.
func writeOthers(list []attribute) string {
	var parts []string
	for _, a := range list {
		switch {
		case a.name == "rel":
		case a.bare:
			parts = append(parts, a.name)
		default:
			parts = append(parts, a.name+`="`+entity.Escape(entity.EncodeAttribute(a.value))+`"`)
		}
	}
	return strings.Join(parts, " ")
}

// isInternal: an address with an allowed protocol and one of the hosts.
func isInternal(url string, protocols, hosts []string) bool {
	scheme, rest, ok := strings.Cut(strings.ToLower(url), "://")
	if !ok {
		return false
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	rest = rest[strings.LastIndexByte(rest, '@')+1:]
	if i := strings.LastIndexByte(rest, ':'); i >= 0 && !strings.HasSuffix(rest, "]") {
		rest = rest[:i]
	}
	return contains(protocols, scheme) && contains(hosts, rest)
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}
