package redirection

import (
	"fmt"
	"regexp"
	"strings"
)

// apacheFile writes the rules that mod_rewrite can express, for a file
// .htaccess in the root of the site.
//
// Compat (TestServerFiles): sources and targets are encoded as the reference
// encodes them, conditions with two targets have the second.
func apacheFile(rules []*Rule, head string) string {
	var b strings.Builder
	for _, r := range rules {
		if r.Enabled {
			appendApache(&b, r)
		}
	}
	if b.Len() == 0 {
		return "\n"
	}
	return head + "<IfModule mod_rewrite.c>\n" + b.String() + "</IfModule>\n\n# End of Redirection\n"
}

func appendApache(b *strings.Builder, r *Rule) {
	path, query, hasQuery := splitQuery(r.URL)
	hasQuery = hasQuery && !r.Flags.Regex
	target, condition := r.Condition.URL, ""
	from := apacheSource(path, r.Flags.Trailing)
	switch r.MatchType {
	case MatchURL:
	case MatchServer:
		_, host := authority(r.Condition.Value)
		condition, target = "%{HTTP_HOST} ^"+regexp.QuoteMeta(host)+"$", r.Condition.From
	case MatchReferrer, MatchAgent:
		if target = r.Condition.NotFrom; target == "" {
			target = r.Condition.From
		}
		if target == "" || r.Condition.Value == "" {
			return
		}
		hasQuery = false
		if r.MatchType == MatchReferrer {
			from = apacheSource(r.URL, r.Flags.Trailing)
			condition = "%{HTTP_REFERER} " + r.Condition.apachePattern(apacheSource(r.Condition.Value, false))
		} else {
			from = encodeSource(strings.TrimLeft(r.URL, "/"))
			condition = "%{HTTP_USER_AGENT} " + r.Condition.apachePattern(encodeTarget(r.Condition.Value))
		}
	default:
		return
	}
	if r.Flags.Regex {
		from = apacheExpression(r.URL)
	}
	to := apacheTarget(r, target)
	if to == "" {
		return
	}
	if condition != "" {
		fmt.Fprintf(b, "RewriteCond %s [NC]\n", condition)
	}
	if hasQuery {
		fmt.Fprintf(b, "RewriteCond %%{QUERY_STRING} %s\n", apacheArgument(queryPattern(query)))
	}
	fmt.Fprintf(b, "RewriteRule %s %s\n", apacheArgument(from), to)
}

// apacheSource is the expression for a literal source. Patterns see paths
// without their first slash.
func apacheSource(url string, trailing bool) string {
	s := strings.TrimLeft(encodeSource(url), "/")
	if trailing {
		s = strings.TrimRight(s, "/") + "/?"
	}
	return "^" + s + "$"
}

// apacheExpression is an expression that a rule has, for patterns.
func apacheExpression(s string) string {
	s = strings.NewReplacer(" ", "%20", "%24", "$").Replace(cleanTarget(s))
	s = strings.TrimLeft(s, "/")
	if rest, ok := strings.CutPrefix(s, "^/"); ok {
		s = "^" + rest
	}
	return s
}

// apachePattern is the value of a condition, literal for one that is no
// expression.
func (c *Condition) apachePattern(literal string) string {
	if c.Regex {
		literal = apacheExpression(c.Value)
	}
	return apacheArgument(literal)
}

// queryPattern is the expression for a whole query, which stands as it is where
// that is an expression of itself.
func queryPattern(query string) string {
	pattern := "^" + query + "$"
	if _, err := regexp.Compile(pattern); err != nil || strings.ContainsAny(query, " \\") {
		pattern = "^" + strings.ReplaceAll(regexp.QuoteMeta(query), " ", "%20") + "$"
	}
	return pattern
}

// apacheArgument is a pattern as one argument. An argument ends at white space,
// a backslash before that keeps it; a quote at its beginning would be taken for
// its mark, and other signs there for other tests.
func apacheArgument(pattern string) string {
	if pattern == "" {
		return "^"
	}
	var b strings.Builder
	if strings.IndexByte("\"'!<>=-", pattern[0]) >= 0 {
		b.WriteByte('\\')
	}
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '\\' && i+1 < len(pattern):
			i++
			b.WriteString(pattern[i-1 : i+1])
		case c == ' ':
			b.WriteString(`\ `)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// apacheTarget is the second half of a rule, "" for what has none.
func apacheTarget(r *Rule, target string) string {
	to, flags := encodeTarget(target), []string{}
	switch r.ActionType {
	case ActionURL:
		flags = append(flags, fmt.Sprintf("R=%d", r.ActionCode), "L")
	case ActionPass:
		flags = append(flags, "L")
	case ActionError:
		to, target = "/", ""
		if flags = append(flags, "F"); r.ActionCode == 410 {
			flags[0] = "G"
		}
	default:
		return ""
	}
	if to == "" {
		return ""
	}
	if r.Flags.Case {
		flags = append(flags, "NC")
	}
	if r.Flags.Query == QueryPass {
		flags = append(flags, "QSA")
	}
	if strings.ContainsAny(target, "#%") {
		flags = append(flags, "NE")
	}
	return to + " [" + strings.Join(flags, ",") + "]"
}
