package redirection

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// maxImport bounds an imported file, in bytes, and maxRows the rules in it.
const (
	maxImport = 16 << 20
	maxRows   = 100_000
)

// fileRow is one rule of a file.
type fileRow struct {
	rule ruleInput
	line int // in the file, from 1
}

// skipped is a row that wasn't taken, and why.
type skipped struct {
	line   int
	source string
	reason string
}

// importUpload makes rules of an uploaded file. The answer names the rows that
// weren't taken.
func (s *exchange) importUpload(r *rest.Request) (any, error) {
	ctx, id := r.Context(), argGroupID.Of(r)
	if r.Form == nil || len(r.Form.File["file"]) == 0 {
		return nil, refuse("redirect_import_invalid_file", "Invalid file", numberImport)
	}
	header := r.Form.File["file"][0]
	if header.Size > maxImport {
		return nil, refuse("redirect_import_invalid_file", fmt.Sprintf("Invalid file: it is larger than %d bytes", maxImport), numberImport)
	}
	f, err := header.Open()
	if err != nil {
		return nil, fmt.Errorf("open upload: %w", err)
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxImport))
	if err != nil {
		return nil, fmt.Errorf("read upload: %w", err)
	}
	ext := strings.ToLower(path.Ext(header.Filename))
	group, err := s.groups.group(ctx, id)
	if err != nil {
		return nil, err
	}
	if group == nil && ext != ".json" {
		return nil, refuse("redirect_import_invalid_group", "Invalid group", numberImport)
	}
	format := formatApache
	switch ext {
	case ".csv", ".txt":
		format = formatCSV
	case ".json":
		format = formatJSON
	}
	imported, bad, err := s.importRows(ctx, data, format, group)
	if err != nil {
		return nil, err
	}
	answer := wire.NewObject("imported", imported)
	if len(bad) > 0 {
		answer.Set("skipped", s.report(ctx, bad))
	}
	return answer, nil
}

// importRows stores the rules of a file; group is for those of formats that know none.
func (s *exchange) importRows(ctx context.Context, data []byte, format string, group *Group) (imported int64, bad []skipped, err error) {
	var rows []fileRow
	switch format {
	case formatCSV:
		rows, bad = readCSV(data, group)
	case formatJSON:
		if err := s.DB.InTx(ctx, func(ctx context.Context) (err error) {
			rows, bad, err = s.readJSON(ctx, data)
			return err
		}); err != nil {
			return 0, nil, err
		}
	default:
		rows, bad = readApache(string(data), group)
	}
	if over := len(rows) - maxRows; over > 0 {
		for _, one := range rows[maxRows:] {
			bad = append(bad, skipped{one.line, one.rule.Source, fmt.Sprintf("only %d rows are taken at once", maxRows)})
		}
		rows = rows[:maxRows]
	}
	imported, refused, err := s.takeAll(ctx, rows)
	return imported, append(bad, refused...), err
}

// rowsAtOnce is how many rows one transaction stores: others write between.
const rowsAtOnce = 500

// takeAll stores rows, a part in each transaction. What fails on the way leaves
// the parts before it stored.
func (s *exchange) takeAll(ctx context.Context, rows []fileRow) (imported int64, bad []skipped, err error) {
	set, err := s.readSettings(ctx)
	if err != nil {
		return 0, nil, err
	}
	// Once at the end, since nodes read all rules again after it.
	defer func() {
		if imported > 0 {
			err = errors.Join(err, s.changed(ctx))
		}
	}()
	for part := range slices.Chunk(rows, rowsAtOnce) {
		var stored int64
		var refused []skipped
		err := s.DB.InTx(ctx, func(ctx context.Context) error {
			stored, refused = 0, nil // it may run again
			t := &taker{exchange: s, set: set, behind: map[int64]int64{}}
			for _, one := range part {
				err := t.take(ctx, one)
				if f := fault.As(err); f != nil {
					refused = append(refused, skipped{one.line, one.rule.Source, f.Message})
					continue
				}
				if err != nil {
					return err
				}
				stored++
			}
			if t.last == 0 {
				return nil
			}
			return s.saved(ctx, t.last)
		})
		if err != nil {
			return imported, bad, err
		}
		imported += stored
		bad = append(bad, refused...)
	}
	return imported, bad, nil
}

// taker stores rows in one transaction; it asks for a group once.
type taker struct {
	*exchange
	set    *settings
	behind map[int64]int64 // the next position by group
	last   int64           // the group of the last row
}

// take stores one row, with the hits and the last access that the file tells.
func (t *taker) take(ctx context.Context, one fileRow) error {
	rule, err := t.rulebook.ruleOf(ctx, t.set, one.rule)
	if err != nil {
		return err
	}
	id := one.rule.Group
	if _, known := t.behind[id]; !known {
		if _, err := t.rulebook.existingGroup(ctx, id); err != nil {
			return err
		}
		if t.behind[id], err = t.rulesIn(ctx, id); err != nil {
			return err
		}
	}
	rule.Group, t.last = id, id
	if rule.Position == 0 {
		rule.Position = t.behind[id]
	}
	rule.LastAccess = accessTime(one.rule.LastAccess, t.Site.Zone(ctx))
	if err := t.insert(ctx, rule); err != nil {
		return err
	}
	t.behind[id]++
	return nil
}

// accessTime reads a last access, zero for never or a form that nobody knows.
func accessTime(text string, zone *time.Location) time.Time {
	for _, form := range []string{"January 2, 2006", time.DateTime} {
		if at, err := time.ParseInLocation(form, text, zone); err == nil {
			return at
		}
	}
	return time.Time{}
}

// maxReported bounds how many rows an answer names; the log names all.
const maxReported = 100

func (s *exchange) report(ctx context.Context, bad []skipped) []any {
	list := []any{}
	slices.SortStableFunc(bad, func(a, b skipped) int { return cmp.Compare(a.line, b.line) })
	for i, b := range bad {
		s.Log.WarnContext(ctx, "a redirect of an imported file was not taken", "line", b.line, "source", b.source, "reason", b.reason)
		if i < maxReported {
			list = append(list, wire.NewObject("line", int64(b.line), "source", b.source, "reason", b.reason))
		}
	}
	return list
}

// readCSV reads rows of source, target, regex and code; the separator is the
// first of the three that gives any. Rows that lead to themselves are dropped.
func readCSV(data []byte, group *Group) (rows []fileRow, bad []skipped) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	for _, separator := range ",;|" {
		if rows, bad = readSeparated(data, separator, group); len(rows) > 0 {
			return rows, bad
		}
	}
	return rows, bad
}

func readSeparated(data []byte, separator rune, group *Group) (rows []fileRow, bad []skipped) {
	in := csv.NewReader(bytes.NewReader(data))
	in.Comma, in.FieldsPerRecord, in.LazyQuotes = separator, -1, true
	for {
		fields, err := in.Read()
		if errors.Is(err, io.EOF) {
			return rows, bad
		}
		line, _ := in.FieldPos(0)
		if err != nil {
			var flaw *csv.ParseError
			if errors.As(err, &flaw) {
				line = flaw.Line
			}
			return rows, append(bad, skipped{line, "", "the row can't be read: " + err.Error()})
		}
		if len(fields) < 2 {
			if text := strings.TrimSpace(fields[0]); text != "" {
				bad = append(bad, skipped{line, text, "the row has no target"})
			}
			continue
		}
		source, target := strings.TrimSpace(fields[0]), strings.TrimSpace(fields[1])
		switch {
		case source == "source" || target == "target":
			continue
		case source == "":
			bad = append(bad, skipped{line, source, "the row has no source"})
			continue
		case source == target:
			continue // it would change nothing
		}
		rows = append(rows, fileRow{csvRule(fields, source, target, group), line})
	}
}

func csvRule(fields []string, source, target string, group *Group) ruleInput {
	code, action := int64(http.StatusMovedPermanently), ActionURL
	if len(fields) > 3 {
		if n := schema.ToInt(strings.TrimSpace(fields[3])); http.StatusText(int(n)) != "" {
			code = n
		}
	}
	if code > 400 && code < 500 {
		action = ActionError
	}
	regex := strings.ContainsAny(source, "()[]$^*")
	if len(fields) > 2 {
		regex = schema.ToInt(strings.TrimSpace(fields[2])) == 1
	}
	in := leadTo(source, target, group.ID)
	in.Regex, in.ActionType, in.ActionCode, in.Disabled = regex, action, code, !group.Enabled
	return in
}

// readJSON makes the groups of a file and reads its rules.
func (s *exchange) readJSON(ctx context.Context, data []byte) (rows []fileRow, bad []skipped, err error) {
	v, err := wire.Decode(bytes.TrimPrefix(data, []byte("\ufeff")))
	file, ok := v.(*wire.Object)
	if err != nil || !ok {
		return nil, nil, refuse("redirect_import_invalid_file", "Invalid file: it isn't JSON", numberImport)
	}
	ids := map[int64]int64{}
	groups, _ := file.Get("groups").([]any)
	for i, v := range groups {
		o, _ := v.(*wire.Object)
		g := &Group{Name: cleanGroupName(o.Text("name")), Module: schema.ToInt(o.Get("module_id")), Enabled: schema.ToBool(o.Get("enabled"))}
		if g.Name == "" || moduleName(g.Module) == "" {
			bad = append(bad, skipped{i + 1, o.Text("name"), "the group has no name or no known module"})
			continue
		}
		if err := s.groups.addGroup(ctx, g); err != nil {
			return nil, nil, err
		}
		ids[schema.ToInt(o.Get("id"))] = g.ID
	}
	list, _ := file.Get("redirects").([]any)
	for i, v := range list {
		o, ok := v.(*wire.Object)
		if !ok {
			bad = append(bad, skipped{i + 1, "", "the redirect isn't an object"})
			continue
		}
		in, old := readRule(func(name string) any { return o.Get(name) }), schema.ToInt(o.Get("group_id"))
		if ids[old] == 0 {
			g := &Group{Name: "Group", Module: moduleSite, Enabled: true}
			if err := s.groups.addGroup(ctx, g); err != nil {
				return nil, nil, err
			}
			ids[old] = g.ID
		}
		in.Source, in.Group, in.Hits, in.LastAccess = o.Text("url"), ids[old], schema.ToInt(o.Get("hits")), o.Text("last_access")
		if target, ok := o.Get("action_data").(string); ok && in.MatchType == MatchURL {
			in.ActionData = targetData(target)
		}
		rows = append(rows, fileRow{in, i + 1})
	}
	return rows, bad, s.changed(ctx)
}

// Directives of Apache that redirect.
//
// Compat (TestReadFiles): these are the forms that the reference takes, anywhere
// in a line; of others it makes nothing, or something else.
var (
	rewriteRule  = regexp.MustCompile(`(?i)rewriterule\s+(.*?)\s+(.*?)\s+(\[.*\])*`)
	redirectTold = regexp.MustCompile(`(?i)Redirect\s+(.*?)\s+"(.*?)"\s+(.*)`)
	redirectWord = regexp.MustCompile(`(?i)Redirect\s+(.*?)\s+(.*?)\s+(.*)`)
	redirectMark = regexp.MustCompile(`(?i)Redirect\s+"(.*?)"\s+(.*)`)
	redirectLine = regexp.MustCompile(`(?i)Redirect\s+(.*?)\s+(.*)`)
	matchCode    = regexp.MustCompile(`(?i)Redirectmatch\s+(.*?)\s+(.*?)\s+(.*)`)
	matchLine    = regexp.MustCompile(`(?i)Redirectmatch\s+(.*?)\s+(.*)`)
	directive    = regexp.MustCompile(`(?i)^\s*(RewriteRule|Redirect\w*)\b`)
)

// readApache reads the directives of a configuration file.
func readApache(text string, group *Group) (rows []fileRow, bad []skipped) {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	line := 0
	for one := range strings.SplitSeq(text, "\n") {
		line++
		rule, ok := apacheRule(one, group)
		switch {
		case ok:
			rows = append(rows, fileRow{rule, line})
		case directive.MatchString(one):
			bad = append(bad, skipped{line, short(one, maxLoggedText), "the directive can't be read"})
		}
	}
	return rows, bad
}

func apacheRule(line string, group *Group) (rule ruleInput, ok bool) {
	made := func(source string, regex bool, code int64, target string) (ruleInput, bool) {
		in := leadTo(source, directiveText(target), group.ID)
		in.Regex, in.ActionCode, in.Disabled = regex, code, !group.Enabled
		return in, true
	}
	if m := rewriteRule.FindStringSubmatch(line); m != nil {
		return made(rewriteSource(m[1]), isExpression(m[1]), namedCode(m[3]), m[2])
	}
	for _, form := range []*regexp.Regexp{redirectTold, redirectWord} {
		if m := form.FindStringSubmatch(line); m != nil {
			return made(directiveText(m[2]), false, namedCode(m[1]), m[3])
		}
	}
	for _, form := range []*regexp.Regexp{redirectMark, redirectLine} {
		if m := form.FindStringSubmatch(line); m != nil {
			return made(directiveText(m[1]), false, http.StatusFound, m[2])
		}
	}
	if m := matchCode.FindStringSubmatch(line); m != nil {
		return made(directiveText(m[2]), true, namedCode(m[1]), m[3])
	}
	if m := matchLine.FindStringSubmatch(line); m != nil {
		return made(directiveText(m[1]), true, http.StatusFound, m[2])
	}
	return ruleInput{}, false
}

var escapedSign = regexp.MustCompile(`\\.`)

// directiveText is an argument decoded. What is escaped, but for a slash, is
// taken for a point.
func directiveText(s string) string {
	return escapedSign.ReplaceAllLiteralString(strings.ReplaceAll(decodePercent(s), `\/`, "/"), `\.`)
}

// rewriteSource is the source of a rule's pattern, which doesn't begin with the
// slash that sources have.
func rewriteSource(pattern string) string {
	source := directiveText(pattern)
	switch {
	case !strings.ContainsAny(source, special):
		return directiveText(source)
	case isExpression(source):
		return "^/" + strings.TrimLeft(inner(source), "/")
	}
	return "/" + strings.TrimLeft(inner(source), "/")
}

// special are the signs that make a pattern an expression, unless they only
// stand at its ends.
const special = "()[]$^?+."

func isExpression(pattern string) bool { return strings.ContainsAny(inner(pattern), special) }

func inner(pattern string) string { return strings.TrimRight(strings.TrimLeft(pattern, "^"), "$") }

// namedCode is the code that a directive tells in words, flags or digits.
func namedCode(text string) int64 {
	has := func(word string) bool { return strings.Contains(strings.ToLower(text), word) }
	switch {
	case has("301"), has("permanent"):
		return http.StatusMovedPermanently
	case has("302"):
		return http.StatusFound
	case has("307"), has("seeother"):
		return http.StatusTemporaryRedirect
	case has("404"), has("forbidden"), strings.Contains(text, "F"):
		return http.StatusNotFound
	case has("410"), has("gone"), strings.Contains(text, "G"):
		return http.StatusGone
	}
	return http.StatusFound
}
