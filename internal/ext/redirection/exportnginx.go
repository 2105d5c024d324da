package redirection

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// nginxFile writes the rules that lead somewhere by address alone, and those
// that look at the agent or referrer.
func nginxFile(rules []*Rule, head string) string {
	var b strings.Builder
	b.WriteString(head + "server {\n")
	for _, r := range rules {
		if r.Enabled {
			appendNginx(&b, r)
		}
	}
	b.WriteString("}\n\n# End of Redirection\n")
	return b.String()
}

func appendNginx(b *strings.Builder, r *Rule) {
	switch {
	case r.ActionType == ActionError && r.MatchType == MatchURL:
		if line := nginxReturn(r, ""); line != "" {
			fmt.Fprintf(b, "    %s\n", line)
		}
		return
	case r.ActionType != ActionURL:
		return
	}
	switch r.MatchType {
	case MatchURL:
		if line := nginxRedirect(r, r.Condition.URL); line != "" {
			fmt.Fprintf(b, "    %s\n", line)
		}
	case MatchAgent, MatchReferrer:
		variable := map[string]string{MatchReferrer: "$http_referer", MatchAgent: "$http_user_agent"}[r.MatchType]
		for _, one := range [][2]string{{"~*", r.Condition.From}, {"!~*", r.Condition.NotFrom}} {
			// Conditions don't nest, so only what is a rewrite fits into one.
			if line := nginxRewrite(r, one[1]); line != "" {
				fmt.Fprintf(b, "    if (%s %s %s) {\n        %s\n    }\n", variable, one[0], nginxArgument(r.Condition.pattern(), true), line)
			}
		}
	}
}

// nginxRedirect is a rewrite where that can answer the code and see what the
// source names, else a condition with a return.
func nginxRedirect(r *Rule, target string) string {
	_, _, hasQuery := splitQuery(r.URL)
	if hasQuery && !r.Flags.Regex || r.ActionCode != http.StatusMovedPermanently && r.ActionCode != http.StatusFound {
		return nginxReturn(r, target)
	}
	return nginxRewrite(r, target)
}

func nginxRewrite(r *Rule, target string) string {
	to := nginxTarget(r, target)
	if to == "" {
		return ""
	}
	code := "redirect"
	if r.ActionCode == http.StatusMovedPermanently {
		code = "permanent"
	}
	pattern := nginxPattern(r)
	if r.Flags.Case {
		pattern = "(?i)" + pattern
	}
	return "rewrite " + nginxArgument(pattern, false) + " " + to + " " + code + ";"
}

// nginxReturn is a condition that answers the code of a rule, with a target if
// there is one.
func nginxReturn(r *Rule, target string) string {
	variable, pattern := "$uri", nginxPattern(r)
	if path, query, has := splitQuery(r.URL); has && !r.Flags.Regex {
		variable = "$request_uri"
		pattern = "^" + regexp.QuoteMeta(encodeTarget(path)+"?"+query) + "$"
	}
	operator := "~"
	if r.Flags.Case {
		operator = "~*"
	}
	to := ""
	if r.ActionType == ActionURL {
		if to = nginxTarget(r, target); to == "" {
			return ""
		}
		to = " " + to
	}
	return fmt.Sprintf("if (%s %s %s) { return %d%s; }", variable, operator, nginxArgument(pattern, true), r.ActionCode, to)
}

func nginxPattern(r *Rule) string {
	if r.Flags.Regex {
		return r.URL
	}
	return r.pathPattern()
}

// nginxArgument is a text as one argument. In quotes two signs must be escaped;
// without, a backslash before some has a meaning too, so these are quoted.
func nginxArgument(s string, quoted bool) string {
	if !quoted && s != "" && !strings.ContainsAny(s, " {};\"'#\t\r\n") && !nginxEscape.MatchString(s) {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

var nginxEscape = regexp.MustCompile(`\\(?:[\\"'trn]|$)`)

// nginxTarget is a target as one argument, "" for one that can't be written:
// it knows nine groups, and not the whole match.
func nginxTarget(r *Rule, target string) string {
	var b strings.Builder
	for _, p := range r.pieces(target) {
		switch {
		case p.group > 9 || p.group == 0:
			return ""
		case p.group > 0:
			fmt.Fprintf(&b, "$%d", p.group)
		default:
			// A dollar can't be escaped, but encoded.
			b.WriteString(strings.ReplaceAll(encodeTarget(p.text), "$", "%24"))
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return nginxArgument(b.String(), false)
}
