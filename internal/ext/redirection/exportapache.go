package redirection

import (
	"fmt"
	"regexp"
	"strings"
)

// apacheFile writes the rules that mod_rewrite can express, for a file
// .htaccess in the root of the site.
func apacheFile(rules []*Rule, head string) string {
	var b strings.Builder
	for _, r := range rules {
		appendApache(&b, r)
	}
	if b.Len() == 0 {
		return "\n"
	}
	return head + "<IfModule mod_rewrite.c>\n" + b.String() + "</IfModule>\n\n# End of Redirection\n"
}

func appendApache(b *strings.Builder, r *Rule) {
	// Patterns see paths without their first slash.
	from, query, hasQuery := r.pathPattern(), "", false
	if r.Flags.Regex {
		from = strings.TrimPrefix(r.URL, "/")
	} else {
		_, query, hasQuery = splitQuery(r.URL)
	}
	if rest, ok := strings.CutPrefix(from, "^/"); ok && rest != "?$" {
		from = "^" + rest
	}
	type branch struct{ condition, target string }
	var branches []branch
	switch r.MatchType {
	case MatchURL:
		branches = []branch{{"", r.Condition.URL}}
	case MatchServer:
		_, host := authority(r.Condition.Value)
		branches = []branch{{"%{HTTP_HOST} ^" + regexp.QuoteMeta(host) + "$", r.Condition.From}}
	case MatchReferrer, MatchAgent:
		variable := map[string]string{MatchReferrer: "%{HTTP_REFERER} ", MatchAgent: "%{HTTP_USER_AGENT} "}[r.MatchType]
		value := apachePattern(r.Condition.pattern())
		branches = []branch{{variable + value, r.Condition.From}, {variable + "!" + value, r.Condition.NotFrom}}
	}
	for _, one := range branches {
		to := apacheTarget(r, one.target)
		if to == "" {
			continue
		}
		if hasQuery {
			fmt.Fprintf(b, "RewriteCond %%{QUERY_STRING} %s\n", apachePattern("^"+strings.ReplaceAll(regexp.QuoteMeta(query), " ", "%20")+"$"))
		}
		if one.condition != "" {
			fmt.Fprintf(b, "RewriteCond %s [NC]\n", one.condition)
		}
		fmt.Fprintf(b, "RewriteRule %s %s\n", apachePattern(from), to)
	}
}

// apachePattern is an expression as one argument. An argument ends at white
// space, a backslash before that keeps it; a quote at its beginning would be
// taken for its mark, and other signs there for other tests.
func apachePattern(pattern string) string {
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
	flags := []string{}
	switch r.ActionType {
	case ActionURL:
		flags = append(flags, fmt.Sprintf("R=%d", r.ActionCode), "L")
	case ActionPass:
		flags = append(flags, "L")
	case ActionError:
		target = "/"
		if flags = append(flags, "F"); r.ActionCode == 410 {
			flags[0] = "G"
		}
	default:
		return ""
	}
	if target == "" {
		return ""
	}
	if r.Flags.Case {
		flags = append(flags, "NC")
	}
	if r.Flags.Query == QueryPass {
		flags = append(flags, "QSA")
	}
	var b strings.Builder
	for _, p := range r.pieces(target) {
		switch {
		case p.group > 9:
			return "" // it knows nine groups
		case p.group >= 0:
			fmt.Fprintf(&b, "$%d", p.group)
		default:
			// Both signs begin references of its own.
			b.WriteString(strings.NewReplacer("$", `\$`, "%", `\%`).Replace(encodeTarget(p.text)))
		}
	}
	to := b.String()
	if to == "-" {
		to = `\-` // alone it would mean no target
	}
	if strings.ContainsAny(to, "#%") {
		flags = append(flags, "NE")
	}
	return to + " [" + strings.Join(flags, ",") + "]"
}
