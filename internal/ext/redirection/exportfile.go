package redirection

import (
	"encoding/json"
	"fmt"
	"strings"

	"quoin/internal/rest"
	"quoin/internal/schema"
	"quoin/internal/wire"
)

// export answers the rules of a module, or all, in a format of files. Of a
// module it has the enabled rules of enabled groups.
func (s *service) export(r *rest.Request) (any, error) {
	ctx, module := r.Context(), argModule.Of(r)
	groupWhere, ruleWhere, args := "", "", []any(nil)
	if module != "all" {
		args = []any{schema.ToInt(module)}
		groupWhere = "WHERE g.module_id = ? "
		ruleWhere = "WHERE r.enabled AND r.group_id IN (SELECT g.id FROM redirection_group g WHERE g.module_id = ? AND g.enabled) "
	}
	order := "ORDER BY r.position, r.id"
	if module == "all" {
		order = "ORDER BY r.id"
	}
	rules, err := s.queryRules(ctx, ruleWhere+order, args...)
	if err != nil {
		return nil, err
	}
	var text string
	switch argFormat.Of(r) {
	case "csv":
		text = csvFile(rules)
	case "apache":
		text = apacheFile(rules, s.fileHead(r))
	case "nginx":
		text = nginxFile(rules, s.fileHead(r))
	default:
		groups, err := s.queryGroups(ctx, groupWhere+"ORDER BY g.id", args...)
		if err != nil {
			return nil, err
		}
		groupList, err := s.groupObjects(ctx, groups)
		if err != nil {
			return nil, err
		}
		list := make([]any, len(rules))
		for i, rule := range rules {
			list[i] = s.object(ctx, rule)
		}
		file := wire.NewObject("plugin", wire.NewObject("version", version, "date", s.now(r)), "groups", groupList, "redirects", list)
		if text, err = indented(wire.Encode(file, nil)); err != nil {
			return nil, err
		}
	}
	return wire.NewObject("data", text, "total", int64(len(rules))), nil
}

func (s *service) now(r *rest.Request) string {
	return s.Site.Now(r.Context()).Format("Mon, 02 Jan 2006 15:04:05 -0700")
}

func indented(text []byte) (string, error) {
	var v any
	var b strings.Builder
	raw := json.RawMessage(text)
	v = raw
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "    ")
	if err := enc.Encode(v); err != nil {
		return "", fmt.Errorf("indent an export: %w", err)
	}
	return strings.ReplaceAll(b.String(), `\/`, "/"), nil
}

func csvFile(rules []*Rule) string {
	var b strings.Builder
	b.WriteString("source,target,regex,code,type,hits,title,status\n")
	for _, r := range rules {
		target, regex, state := r.Condition.URL, 0, "disabled"
		if r.MatchType != MatchURL && r.MatchType != MatchPage {
			target = "/unknown"
		}
		if r.ActionCode > 400 && r.ActionCode < 500 {
			target = ""
		}
		if r.Flags.Regex {
			regex = 1
		}
		if r.Enabled {
			state = "active"
		}
		fmt.Fprintf(&b, "%s,%s,%d,%d,%s,%d,%s,%s\n", quoted(r.URL), quoted(target), regex, r.ActionCode, quoted(r.ActionType), r.Hits,
			quoted(r.Title), quoted(state))
	}
	return b.String()
}

// quoted is a text as a field of a row.
func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

func (s *service) fileHead(r *rest.Request) string {
	return "# Created by Redirection\n# " + s.now(r) + "\n# Redirection " + version + "\n\n"
}
