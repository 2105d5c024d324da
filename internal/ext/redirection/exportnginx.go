package redirection

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// nginxFile writes the rules that lead somewhere by address alone, and those
// that look at the agent or referrer.
//
// Compat (TestServerFiles): rewrites are those of the reference where a server
// takes them, whatever flags a rule has but that for case.
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
	if r.MatchType == MatchURL {
		line := nginxRewrite(r, r.Condition.URL, r.Flags.Regex)
		if r.ActionType == ActionError {
			line = nginxError(r)
		}
		if line != "" {
			fmt.Fprintf(b, "    %s\n", line)
		}
		return
	}
	variable := map[string]string{MatchReferrer: "$http_referer", MatchAgent: "$http_user_agent"}[r.MatchType]
	if variable == "" {
		return
	}
	indent := "    "
	for _, one := range [][2]string{{"~*", r.Condition.From}, {"!~*", r.Condition.NotFrom}} {
		if line := nginxRewrite(r, one[1], false); line != "" {
			fmt.Fprintf(b, "%sif ( %s %s %s ) {\n        %s\n    }\n", indent, variable, one[0], nginxArgument(r.Condition.nginxPattern(), true), line)
			indent = ""
		}
	}
}

// nginxPattern is the whole value of a condition.
func (c *Condition) nginxPattern() string {
	pattern := "^" + c.Value + "$"
	if _, err := regexp.Compile(pattern); err != nil {
		pattern = "^" + regexp.QuoteMeta(c.Value) + "$"
	}
	return pattern
}

// nginxRewrite is a rewrite to a target, "" for one that can't be written. An
// expression is written as the literal source that it looks like unless regex.
func nginxRewrite(r *Rule, target string, regex bool) string {
	to := nginxTarget(target)
	if to == "" || !r.hasTarget() {
		return ""
	}
	code := "redirect"
	if r.ActionCode == http.StatusMovedPermanently {
		code = "permanent"
	}
	pattern := nginxSource(r.URL, regex)
	if _, err := regexp.Compile(pattern); err != nil {
		pattern = "^" + strings.TrimSuffix(strings.TrimPrefix(r.URL, "^"), "$") + "$" // a class, whose end would be lost
	}
	if r.Flags.Case {
		pattern = "(?i)" + pattern
	}
	return "rewrite " + nginxArgument(pattern, false) + " " + to + " " + code + ";"
}

// nginxSource is the expression for a source.
func nginxSource(url string, regex bool) string {
	url = strings.TrimRight(strings.TrimLeft(url, "^"), "$")
	url = strings.NewReplacer(" ", "%20", "%24", "$").Replace(cleanTarget(url))
	s := encodeSource(url)
	if regex {
		s = strings.TrimLeft(s, "/")
		for _, one := range [][2]string{
			{"%2A", "*"}, {"%3F", "?"}, {"%28", "("}, {"%29", ")"}, {"%5B", "["}, {"%5C", "]"}, {"%24", "$"}, {"%2B", "+"}, {"%7C", "|"}, {`\.`, "."},
		} {
			s = strings.ReplaceAll(s, one[0], one[1])
		}
	}
	return "^" + strings.TrimRight(strings.TrimLeft(s, "^"), "$") + "$"
}

// nginxError answers the code of a rule that leads nowhere.
func nginxError(r *Rule) string {
	variable, pattern := "$uri", r.URL
	if !r.Flags.Regex {
		pattern = r.pathPattern()
		if path, query, has := splitQuery(r.URL); has {
			variable, pattern = "$request_uri", "^"+regexp.QuoteMeta(encodeTarget(path)+"?"+query)+"$"
		}
	}
	operator := "~"
	if r.Flags.Case {
		operator = "~*"
	}
	return fmt.Sprintf("if (%s %s %s) { return %d; }", variable, operator, nginxArgument(pattern, true), r.ActionCode)
}

// pathPattern is the expression for the path of a literal source.
func (r *Rule) pathPattern() string {
	path, _, _ := splitQuery(r.URL)
	end := "$"
	if r.Flags.Trailing {
		path, end = strings.TrimSuffix(path, "/"), "/?$"
	}
	return "^" + regexp.QuoteMeta(path) + end
}

// nginxArgument is a text as one argument. In quotes two signs must be escaped;
// without, a backslash before some has a meaning too, so these are quoted.
func nginxArgument(s string, inCondition bool) string {
	special := " {};\"'\t\r\n"
	if inCondition {
		special += ")#"
	}
	if s != "" && s[0] != '#' && !strings.ContainsAny(s, special) && !nginxEscape.MatchString(s) {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

var nginxEscape = regexp.MustCompile(`\\(?:[\\"'trn]|$)`)

// nginxTarget is a target as one argument, "" for none. A dollar that names no
// group is encoded: it can't be escaped.
func nginxTarget(target string) string {
	target = strings.NewReplacer(" ", "%20", "%24", "$").Replace(cleanTarget(target))
	to := nginxDollar.ReplaceAllStringFunc(encodeTarget(target), func(s string) string {
		if len(s) > 1 {
			return s
		}
		return "%24"
	})
	if to == "" {
		return ""
	}
	return nginxArgument(to, false)
}

var nginxDollar = regexp.MustCompile(`\$[1-9]?`)
