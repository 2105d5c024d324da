package redirection

import (
	"context"
	"fmt"
	"strings"

	"quoin/internal/ext"
)

// leads tells what leads visitors elsewhere: of rules for one address that, of others the
// words of servers.
func (s *visits) leads(ctx context.Context) ([]ext.Lead, error) {
	rules, err := s.queryRules(ctx, "WHERE r.enabled AND r.group_id IN (SELECT g.id FROM redirection_group g WHERE g.enabled) ORDER BY r.position, r.id")
	if err != nil {
		return nil, err
	}
	leads := []ext.Lead{}
	for _, r := range rules {
		if r.MatchType == MatchURL && !r.Flags.Regex && r.ActionType == ActionURL {
			leads = append(leads, ext.Lead{Path: encodeBut(r.URL, "/?=&;,:@!$'()*+%")})
			continue
		}
		var nginx, apache strings.Builder
		if r.MatchType == MatchURL && r.Flags.Regex && r.ActionType == ActionURL {
			nginx.WriteString(nginxReturn(r))
		} else {
			appendNginx(&nginx, r)
		}
		appendApache(&apache, r)
		if nginx.Len()+apache.Len() > 0 {
			leads = append(leads, ext.Lead{Nginx: strings.TrimPrefix(nginx.String(), "    "), Apache: apache.String()})
		}
	}
	return leads, nil
}

// nginxReturn is a rule for an expression as it acts here: on the whole path, with any
// code. What export files have is as the reference writes it, which nginx takes for paths
// without their first slash.
func nginxReturn(r *Rule) string {
	to := nginxTarget(r.Condition.URL)
	if to == "" {
		return ""
	}
	variable, operator := "$uri", "~"
	if strings.Contains(r.URL, `\?`) {
		variable = "$request_uri"
	}
	if r.Flags.Case {
		operator = "~*"
	}
	return fmt.Sprintf("if (%s %s %s) { return %d %s; }\n", variable, operator, nginxArgument(r.URL, true), r.ActionCode, to)
}
