package changes

import (
	"context"
	"time"

	"quoin/internal/platform/access"
	"quoin/internal/platform/wire"
)

// viewer is somebody who follows the feed: a caller, or a webhook.
type viewer struct {
	full    map[string]bool // the types of which everything is seen
	types   map[string]bool // that are wanted; nil means all
	matches func(c *change, e event) bool
}

// reader sees what readers see.
func reader() *viewer { return &viewer{} }

// viewerFor is the viewer that a caller is: of what a caller may edit, whoever
// made it, all is seen.
func (s *history) viewerFor(a access.Actor) *viewer {
	v := &viewer{full: map[string]bool{}}
	for _, t := range s.Types.REST() {
		if a.Can(t.Caps.EditOthers) && a.Can(t.Caps.ListPrivate) {
			v.full[t.Name] = true
		}
	}
	for _, t := range s.Taxonomies.All() {
		if t.REST && a.Can(t.Caps.Manage) {
			v.full[t.Name] = true
		}
	}
	if a.Can("moderate_comments") && a.Can("edit_others_posts") {
		v.full[kindComment] = true
	}
	if a.Can("list_users") {
		v.full[kindUser] = true
	}
	return v
}

// publicOnly tells whether the viewer sees nothing but what readers see.
func (v *viewer) publicOnly() bool { return len(v.full) == 0 }

// sees is what a change is for the viewer.
func (v *viewer) sees(c *change) event {
	if v.types != nil && !v.types[c.typ] {
		return none
	}
	e := c.public
	if v.full[c.typ] {
		e = c.event
	}
	if e != none && v.matches != nil && !v.matches(c, e) {
		return none
	}
	return e
}

// after reads up to limit changes after a number, in order.
func (s *history) after(ctx context.Context, seq int64, publicOnly bool, limit int) ([]*change, error) {
	public := ""
	if publicOnly {
		public = " AND public > 0"
	}
	var list []*change
	err := s.DB.Query(ctx, "SELECT seq, mark, at, object, type, object_id, entry_id, name, path, was_path, event, public FROM changes_change"+
		" WHERE seq > ?"+public+" ORDER BY seq LIMIT ?", []any{seq, limit}, func(scan func(...any) error) error {
		c := &change{}
		list = append(list, c)
		return scan(&c.seq, &c.mark, &c.at, &c.object, &c.typ, &c.id, &c.entry, &c.name, &c.path, &c.wasPath, &c.event, &c.public)
	})
	return list, err
}

// seen is a change as a viewer sees it.
type seen struct {
	*change
	as event
}

// What one reading of the feed looks at, at most.
const (
	scanStep = 1000
	scanMost = 20
)

// page reads what a viewer sees after a position, at most limit changes. end is
// how far it read, more tells that there is more. Callers check that the position
// is known, after this.
func (s *history) page(ctx context.Context, v *viewer, from position, limit int) (list []seen, end position, more bool, err error) {
	end = from
	step := scanStep
	if v.types == nil && v.matches == nil && v.publicOnly() {
		step = limit // all that is read is seen
	}
	for range scanMost {
		rows, err := s.after(ctx, end.seq, v.publicOnly(), step+1)
		if err != nil {
			return nil, end, false, err
		}
		more = len(rows) > step
		for i, c := range rows[:min(len(rows), step)] {
			end = c.position
			if e := v.sees(c); e != none {
				list = append(list, seen{c, e})
			}
			if len(list) == limit {
				return list, end, i+1 < len(rows), nil
			}
		}
		if !more {
			break
		}
	}
	return list, end, more, nil
}

// object is a change as it is told.
func (s *history) object(ctx context.Context, c seen) (*wire.Object, error) {
	cursor, err := s.cursor(ctx, c.position)
	if err != nil {
		return nil, err
	}
	o := wire.NewObject(
		"cursor", cursor, "time", time.UnixMilli(c.at).UTC().Format("2006-01-02T15:04:05.000Z"), "event", c.as.String(),
		"object", c.object, "type", wire.Symbol(c.typ), "id", c.id,
	)
	path, was := c.path, c.wasPath
	if c.as == deleted {
		path, was = was, ""
	}
	for _, m := range []struct{ name, value string }{{"name", c.name}, {"path", path}, {"previous_path", was}} {
		if m.value != "" && (m.name != "previous_path" || was != path) {
			o.Set(m.name, m.value)
		}
	}
	if c.object == kindComment {
		o.Set("entry", c.entry)
	}
	o.Set("public", c.public == created || c.public == updated)
	return o, nil
}

// objects are changes as they are told, and the cursor after them.
func (s *history) objects(ctx context.Context, list []seen, end position) (changes []any, cursor string, err error) {
	changes = make([]any, len(list))
	for i, c := range list {
		if changes[i], err = s.object(ctx, c); err != nil {
			return nil, "", err
		}
	}
	cursor, err = s.cursor(ctx, end)
	return changes, cursor, err
}
