package redirection

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/ext"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// The formats of files with rules.
const (
	formatJSON   = "json"
	formatCSV    = "csv"
	formatApache = "apache"
	formatNginx  = "nginx"
)

// allModules stands for the rules of all modules.
const allModules = "all"

// export answers a file.
func (s *exchange) export(r *rest.Request) (any, error) {
	text, n, err := s.file(r.Context(), argModule.Of(r), argFormat.Of(r))
	if err != nil {
		return nil, err
	}
	return wire.NewObject("data", text, "total", int64(n)), nil
}

// file is a file with the rules of a module, or all, and how many it has. Of a
// module it has the enabled rules of enabled groups.
func (s *exchange) file(ctx context.Context, module, format string) (text string, n int, err error) {
	groupWhere, ruleWhere, args := "", "", []any(nil)
	if module != allModules {
		args = []any{schema.ToInt(module)}
		groupWhere = "WHERE g.module_id = ? "
		ruleWhere = "WHERE r.enabled AND r.group_id IN (SELECT g.id FROM redirection_group g WHERE g.module_id = ? AND g.enabled) "
	}
	order := "ORDER BY r.position, r.id"
	if module == allModules {
		order = "ORDER BY r.id"
	}
	rules, err := s.queryRules(ctx, ruleWhere+order, args...)
	if err != nil {
		return "", 0, err
	}
	switch format {
	case formatCSV:
		text = csvFile(rules)
	case formatApache:
		text = apacheFile(rules, s.fileHead(ctx))
	case formatNginx:
		text = nginxFile(rules, s.fileHead(ctx))
	default:
		groups, err := s.groups.queryGroups(ctx, groupWhere+"ORDER BY g.id", args...)
		if err != nil {
			return "", 0, err
		}
		groupList, err := s.groups.groupObjects(ctx, groups)
		if err != nil {
			return "", 0, err
		}
		list := make([]any, len(rules))
		for i, rule := range rules {
			list[i] = s.object(ctx, rule)
		}
		file := wire.NewObject("plugin", wire.NewObject("version", version, "date", s.now(ctx)), "groups", groupList, "redirects", list)
		if text, err = indented(wire.Encode(file, nil)); err != nil {
			return "", 0, err
		}
	}
	return text, len(rules), nil
}

// data brings the rules out of a site and in again, in the formats of the API.
func (s *exchange) data() *ext.Data {
	return &ext.Data{
		Formats: []string{formatJSON, formatCSV, formatApache, formatNginx}, Readable: []string{formatJSON, formatCSV, formatApache},
		Export: func(ctx context.Context, w io.Writer, format string) error {
			text, _, err := s.file(ctx, allModules, format)
			if err == nil {
				_, err = io.WriteString(w, text)
			}
			return err
		},
		Import: s.importFile,
	}
}

// importFile takes the rules of a file. Those of formats that know no groups go to the
// first group.
func (s *exchange) importFile(ctx context.Context, r io.Reader, format string) (taken int, problems []string, err error) {
	data, err := io.ReadAll(io.LimitReader(r, maxImport+1))
	if err != nil {
		return 0, nil, err
	}
	if len(data) > maxImport {
		return 0, nil, fmt.Errorf("the file is larger than %d bytes", maxImport)
	}
	var group *Group
	if format != formatJSON {
		groups, err := s.groups.queryGroups(ctx, "ORDER BY g.id LIMIT 1")
		if err != nil {
			return 0, nil, err
		}
		if len(groups) == 0 {
			return 0, nil, errors.New("there is no group to put redirects into")
		}
		group = groups[0]
	}
	imported, bad, err := s.importRows(ctx, data, format, group)
	for _, b := range bad {
		problems = append(problems, strings.TrimSpace(fmt.Sprintf("line %d: %s %s", b.line, b.source, b.reason)))
	}
	return int(imported), problems, err
}

func (s *exchange) now(ctx context.Context) string {
	return s.Site.Now(ctx).Format("Mon, 02 Jan 2006 15:04:05 -0700")
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
		if r.MatchType != MatchPage && target == "" {
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

func (s *exchange) fileHead(ctx context.Context) string {
	return "# Created by Redirection\n# " + s.now(ctx) + "\n# Redirection " + version + "\n\n"
}
