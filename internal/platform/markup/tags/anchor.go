package tags

import (
	"slices"
	"strconv"
	"strings"

	"quoin/internal/platform/markup/scan"
)

func (l Links) anchor(href string) string {
	var rel []string
	if host, ok := webHost(href); ok && !slices.Contains(l.Hosts, host) {
		rel = append(rel, "nofollow")
	}
	if l.UGC {
		rel = append(rel, "ugc")
	}
	attr := ""
	if len(rel) > 0 {
		attr = ` rel="` + strings.Join(rel, " ") + `"`
	}
	return `<a href="` + href + `"` + attr + ">" + href + "</a>"
}

// webHost returns the host of an http or https address, in lower case. It
// reports false for other addresses and for what no browser could open.
func webHost(address string) (string, bool) {
	scheme, rest, ok := strings.Cut(strings.ToLower(address), "://")
	if !ok || scheme != "http" && scheme != "https" {
		return "", false
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	host := rest[strings.LastIndexByte(rest, '@')+1:]
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		port := host[i+1:]
		if _, err := strconv.ParseUint(port, 10, 16); err != nil && port != "" {
			return "", false
		}
		host = host[:i]
	}
	return host, host != ""
}

// unnest removes links that stand directly inside links.
func unnest(text string) string {
	gt := scan.NewFinder(text, ">")
	var out strings.Builder
	copied := 0
	for i := 0; i < len(text); {
		j := strings.IndexByte(text[i:], '<')
		if j < 0 {
			break
		}
		i += j
		opened, inner, end := nestedLink(text, i, gt)
		if end == 0 {
			i++
			continue
		}
		out.WriteString(text[copied:opened])
		out.WriteString(text[inner:end-len("</a></a>")] + "</a>")
		i, copied = end, end
	}
	out.WriteString(text[copied:])
	return out.String()
}

// nestedLink finds <a ...><a ...>text</a></a> at i: the ends of the two
// opening tags, and the end of all. The last is 0 when there is none.
func nestedLink(text string, i int, gt *scan.Finder) (opened, inner, end int) {
	if !startsFold(text, i, "<a") {
		return 0, 0, 0
	}
	close := gt.Next(i + 2)
	if close < 0 || close > i+2 && (close < i+4 || strings.IndexByte(" \r\n\t", text[i+2]) < 0) {
		return 0, 0, 0
	}
	opened = close + 1
	if !startsFold(text, opened, "<a ") {
		return 0, 0, 0
	}
	if close = gt.Next(opened + 3); close < 0 || close == opened+3 {
		return 0, 0, 0
	}
	inner = close + 1
	const both = "</a></a>"
	close = gt.Next(inner)
	if start := close - len("</a"); close < 0 || start <= inner || !startsFold(text, start, both) {
		return 0, 0, 0
	}
	return opened, inner, close - len("</a") + len(both)
}

func startsFold(text string, i int, prefix string) bool {
	return len(text)-i >= len(prefix) && strings.EqualFold(text[i:i+len(prefix)], prefix)
}
