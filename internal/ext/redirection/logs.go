package redirection

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// listLog answers entries of a log, or how many there are by groupBy.
func (s *logbook) listLog(r *rest.Request, missing bool, groupBy string) (any, error) {
	switch {
	case oneOf(groupBy, "ip", "url", "agent"):
		return s.groupedLog(r, missing, groupBy)
	case groupBy == "url-exact" && missing:
		return s.groupedLog(r, missing, "url")
	}
	ctx, w := r.Context(), s.rulebook.logWhere(r, missing)
	column := "id"
	if orderBy := rest.OrderBy.Of(r); oneOf(orderBy, "ip", "url") {
		column = comparedBy(orderBy)
	}
	entries, err := s.queryLog(ctx, w.sql()+window(r, column, "id"), w.args...)
	if err != nil {
		return nil, err
	}
	list := make([]any, len(entries))
	for i, e := range entries {
		if list[i], err = s.logObject(r, e); err != nil {
			return nil, err
		}
	}
	var total int64
	_, err = s.DB.QueryRow(ctx, "SELECT COUNT(*) FROM redirection_log"+w.sql(), w.args, &total)
	return wire.NewObject("items", list, "total", total), err
}

// stored is an entry that was written, with its id.
type stored struct {
	id int64
	entry
	agent, referrer *string // nil for none
}

// queryLog reads all rows before any is shown: what shows them reads the
// settings of the site, which a transaction can't while rows are open.
func (s *logbook) queryLog(ctx context.Context, rest string, args ...any) ([]*stored, error) {
	var entries []*stored
	err := s.DB.Query(ctx, "SELECT id, missing, created, http_code, rule_id, request_method, ip, domain, redirect_by, url, agent, referrer,"+
		" sent_to, request_data FROM redirection_log"+rest, args, func(scan func(...any) error) error {
		e := &stored{}
		entries = append(entries, e)
		return scan(&e.id, &e.missing, &e.created, &e.code, &e.rule, &e.method, &e.ip, &e.domain, &e.by, &e.url, &e.agent, &e.referrer,
			&e.sentTo, &e.requestData)
	})
	return entries, err
}

// logObject is an entry as the API answers it.
func (s *logbook) logObject(r *rest.Request, e *stored) (*wire.Object, error) {
	date, clock := s.rulebook.stamp(r, e.created)
	var requestData any = ""
	if e.requestData != "" {
		var err error
		if requestData, err = wire.Decode([]byte(e.requestData)); err != nil {
			return nil, fmt.Errorf("log entry %d: %w", e.id, err)
		}
	}
	o := wire.NewObject("id", e.id, "created", date, "created_time", clock, "url", e.url, "agent", optional(e.agent),
		"referrer", optional(e.referrer), "domain", e.domain, "ip", e.ip, "http_code", e.code, "request_method", e.method, "request_data", requestData)
	if !e.missing {
		o.Set("sent_to", e.sentTo)
		o.Set("redirection_id", e.rule)
		o.Set("redirect_by_slug", nil)
		if e.by != "" {
			o.Set("redirect_by_slug", e.by)
		}
		o.Set("redirect_by", titled(e.by))
	}
	return o, nil
}

func optional(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}

// titled is the name of who redirected as people read it.
func titled(s string) string {
	if s == byOthers {
		return "WordPress"
	}
	words := strings.Split(s, " ")
	for i, word := range words {
		if word != "" {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, " ")
}

// comparedBy is by what the values of a column of the log are the same, and ordered.
func comparedBy(column string) string {
	if column == "url" {
		return "url_key"
	}
	return "LOWER(" + column + ")"
}

// groupedLog counts entries by a column, whatever its case. The value of the
// first entry stands for all.
func (s *logbook) groupedLog(r *rest.Request, missing bool, column string) (any, error) {
	ctx, w := r.Context(), s.rulebook.logWhere(r, missing)
	from := " FROM (SELECT COUNT(*) AS n, MIN(id) AS first FROM redirection_log" + w.sql() + " GROUP BY " + comparedBy(column) + ") c"
	list := []any{}
	err := s.DB.Query(ctx, "SELECT c.n, l."+column+from+" JOIN redirection_log l ON l.id = c.first"+
		grouped(r, column), w.args, func(scan func(...any) error) error {
		var n int64
		var value *string
		err := scan(&n, &value)
		list = append(list, wire.NewObject("count", n, column, optional(value), "id", optional(value)))
		return err
	})
	if err != nil {
		return nil, err
	}
	var total int64
	_, err = s.DB.QueryRow(ctx, "SELECT COUNT(*)"+from, w.args, &total)
	return wire.NewObject("items", list, "total", total), err
}

// grouped is the order and page of counts: the column itself always ascends.
func grouped(r *rest.Request, column string) string {
	direction := "DESC"
	if argDirection.Of(r) == "asc" {
		direction = "ASC"
	}
	const lastPage = 1 << 40
	per := rest.PerPage.Of(r)
	return fmt.Sprintf(" ORDER BY c.n %s, %s, l.id LIMIT %d OFFSET %d", direction, comparedBy(column), per, per*min(rest.Page.Of(r), lastPage))
}

// deleteLog removes entries by id, or with groupBy by the values of a column,
// or all that match. It isn't called in a transaction.
func (s *logbook) deleteLog(r *rest.Request, missing bool) (any, error) {
	ctx, groupBy := r.Context(), argGroupBy.Of(r)
	switch {
	case argItems.Has(r):
		column := "url"
		if oneOf(groupBy, "ip", "agent") {
			column = groupBy
		}
		var ids []int64
		var values []string
		for _, v := range argItems.Of(r) {
			text := schema.ToText(v)
			switch {
			case text != "" && strings.Trim(text, "0123456789") == "":
				ids = append(ids, schema.ToInt(v))
			case groupBy != "":
				values = append(values, lowerASCII(text))
				if column == "url" { // logged lately; what is older was known by the address in small letters
					values = append(values, sortKey(text))
				}
			}
		}
		w := &where{}
		w.add("missing = ?", missing)
		if len(values) == 0 {
			w.add(s.DB.IntsIn("id"), s.DB.IntList(ids))
		} else {
			w.add("("+s.DB.IntsIn("id")+" OR "+s.DB.TextsIn("LOWER("+comparedBy(column)+")")+")", s.DB.IntList(ids), s.DB.TextList(values))
		}
		if err := s.dropEntries(ctx, w); err != nil {
			return nil, err
		}
		if groupBy == "url-exact" {
			groupBy = ""
		}
	case schema.ToBool(argGlobal.Value(r)):
		if err := s.dropEntries(ctx, s.rulebook.logWhere(r, missing)); err != nil {
			return nil, err
		}
	}
	return s.listLog(r, missing, groupBy)
}

// dropEntries removes the log entries that match, in transactions that are short
// however many there are: they are looked for outside of them.
func (s *logbook) dropEntries(ctx context.Context, w *where) error {
	last := int64(0)
	for {
		var ids []int64
		err := s.DB.Query(ctx, "SELECT id FROM redirection_log"+w.sql()+" AND id > ? ORDER BY id LIMIT ?", slices.Concat(w.args, []any{last, expireGroup}),
			func(scan func(...any) error) error {
				err := scan(&last)
				ids = append(ids, last)
				return err
			})
		if err != nil || len(ids) == 0 {
			return err
		}
		if _, err := s.DB.Exec(ctx, "DELETE FROM redirection_log WHERE "+s.DB.IntsIn("id"), s.DB.IntList(ids)); err != nil {
			return err
		}
		if len(ids) < expireGroup {
			return nil
		}
	}
}
