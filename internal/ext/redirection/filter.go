package redirection

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/domain/site"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// where collects the conditions of a query.
type where struct {
	parts []string
	args  []any
}

func (w *where) add(condition string, args ...any) {
	w.parts = append(w.parts, condition)
	w.args = append(w.args, args...)
}

// sql is the conditions as a clause.
func (w *where) sql() string {
	if len(w.parts) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.parts, " AND ")
}

// contains restricts to rows with a text in a column, whatever its case.
func (s *rulebook) contains(w *where, column, text string) {
	w.add(s.DB.Contains("LOWER("+column+")"), lowerASCII(strings.TrimSpace(text)))
}

// lowerASCII is what LOWER does on both engines.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// paging are the arguments that all lists have.
func paging(orders, filters []string) []rest.Arg {
	return []rest.Arg{
		{
			Name: argFilterBy.Name, Schema: schema.New("", "What the list is restricted to."),
			Validate: func(_ *rest.Request, v any, name string) *fault.Error { return checkFilter(v, name, filters) }, Raw: true,
		},
		rest.OrderBy.Arg(schema.Str("What the list is ordered by.", schema.Enum(orders...))),
		argDirection.Arg(schema.Str("Direction of the order.", schema.Default("desc"), schema.Enum("asc", "desc"))),
		rest.PerPage.Arg(schema.Int("How many items a page has.", schema.Default(int64(25)), schema.Min(5), schema.Max(200))),
		rest.Page.Arg(schema.Int("Number of the page, from zero.", schema.Default(int64(0)), schema.Min(0))),
	}
}

func checkFilter(v any, _ string, filters []string) *fault.Error {
	refuse := func(message string) *fault.Error {
		return fault.New(http.StatusBadRequest, "rest_invalid_param", message)
	}
	if list, ok := v.([]any); ok && len(list) == 0 {
		return nil // an empty object of a form
	}
	o, ok := v.(*wire.Object)
	if !ok {
		return refuse("Filter is not an array")
	}
	for _, key := range o.Keys() {
		if !slices.Contains(filters, key) {
			return refuse("Filter type is not supported: " + key)
		}
	}
	return nil
}

// filters are the members of filterBy, in its order.
func filters(r *rest.Request) []wire.Member {
	o, _ := argFilterBy.Value(r).(*wire.Object)
	return o.Members()
}

func ruleFilters() []string {
	return []string{"status", "url-match", "match", "action", "http", "access", "url", "target", "title", "group", "id"}
}

// ruleWhere is what a request restricts rules to; the query calls the table r.
func (s *rulebook) ruleWhere(r *rest.Request) *where {
	w := &where{}
	for _, m := range filters(r) {
		text := strings.TrimSpace(clean.TextField(schema.ToText(m.Value)))
		switch m.Key {
		case "status":
			w.add("r.enabled = ?", text == "enabled")
		case "url-match":
			w.add("r.regex = ?", text == "regular")
		case "id":
			w.add("r.id = ?", schema.ToInt(m.Value))
		case "group":
			w.add("r.group_id = ?", schema.ToInt(m.Value))
		case "match":
			if oneOf(text, matchTypes()...) {
				w.add("r.match_type = ?", text)
			}
		case "action":
			if oneOf(text, actions()...) {
				w.add("r.action_type = ?", text)
			}
		case "http":
			if code := schema.ToInt(m.Value); redirectCode(code) || errorCode(code) {
				w.add("r.action_code = ?", code)
			}
		case "access":
			s.accessed(w, text)
		case "url":
			w.add("("+s.DB.Contains("LOWER(r.url)")+" OR "+s.DB.Contains("r.sort_key")+")", lowerASCII(text), sortKey(text))
		case "target":
			s.aims(w, text)
		case "title":
			// Compat (api.TestRulesByTitle): without regard to accents.
			// Rules that were stored before there was a key have their title in it.
			w.add("("+s.DB.Contains("r.title_key")+" OR "+s.DB.Contains("r.title_key")+")", sortKey(text), lowerASCII(text))
		}
	}
	return w
}

// aims restricts rules to those that lead to a text, or look at it.
//
// Compat (api.TestRulesByTarget): the names of what they look at are searched too.
func (s *rulebook) aims(w *where, text string) {
	term, args := s.DB.Contains("LOWER(r.action_data)"), []any{lowerASCII(text)}
	for _, kind := range matchTypes() {
		o := (&Condition{}).object(kind, true)
		if kind == MatchURL {
			continue // its target is kept without a name
		}
		for _, m := range o.Members() {
			if strings.Contains(m.Key, lowerASCII(text)) {
				term, args = term+" OR r.match_type = ?", append(args, kind)
				break
			}
		}
	}
	w.add("("+term+")", args...)
}

func (s *rulebook) accessed(w *where, since string) {
	now := s.Clock()
	switch since {
	case "year":
		w.add("r.last_access < ?", now.AddDate(-1, 0, 0).Unix())
	case "month":
		w.add("r.last_access < ?", now.AddDate(0, -1, 0).Unix())
	default:
		w.add("r.last_access = 0")
	}
}

func logFilters(missing bool) []string {
	list := []string{"ip", "url-exact", "referrer", "agent", "url", "domain", "method", "http"}
	if missing {
		return list
	}
	return append(list, "target", "redirect_by")
}

// logWhere is what a request restricts log entries to.
func (s *rulebook) logWhere(r *rest.Request, missing bool) *where {
	w := &where{}
	w.add("missing = ?", missing)
	exact := false
	for _, m := range filters(r) {
		exact = exact || m.Key == "url-exact"
	}
	for _, m := range filters(r) {
		text := schema.ToText(m.Value)
		switch m.Key {
		case "ip":
			if ip := cleanIP(text); ip != "" {
				w.add("ip = ?", ip)
			} else {
				s.contains(w, "ip", text)
			}
		case "url-exact":
			w.add("LOWER(url) = ?", lowerASCII(text))
		case "url":
			if !exact {
				s.contains(w, "url", text)
			}
		case "domain", "referrer", "agent":
			s.contains(w, m.Key, text)
		case "target":
			s.contains(w, "sent_to", text)
		case "redirect_by":
			w.add("redirect_by = ?", strings.ToLower(text))
		case "http":
			w.add("http_code = ?", schema.ToInt(m.Value))
		case "method":
			if method := strings.ToUpper(text); knownMethod(method) {
				w.add("request_method = ?", method)
			}
		}
	}
	return w
}

func knownMethod(m string) bool {
	return oneOf(m, "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH")
}

// window is the order and the page that a request asks for. column is the
// column of its order, key one that makes the order whole.
func window(r *rest.Request, column, key string) string {
	direction := "DESC"
	if argDirection.Of(r) == "asc" {
		direction = "ASC"
	}
	order := column + " " + direction
	if column != key {
		order += ", " + key + " " + direction
	}
	per, page := rest.PerPage.Of(r), rest.Page.Of(r)
	const lastPage = 1 << 40
	return fmt.Sprintf(" ORDER BY %s LIMIT %d OFFSET %d", order, per, per*min(page, lastPage))
}

// stamp is a time as its date and its time of day in the site's formats.
func (s *rulebook) stamp(r *rest.Request, unix int64) (date, clock string) {
	t := time.Unix(unix, 0)
	return s.formatted(r.Context(), t, site.DateFormat), s.formatted(r.Context(), t, site.TimeFormat)
}
