package content

import (
	"context"
	"maps"
	"strings"

	"quoin/internal/platform/access"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// Prepare filters the texts of a coming Create, where before is nil, of an
// Update or of an Autosave of an entry, so that it needn't be done while other
// writers wait. It is called before the transaction and changes nothing; the
// request remembers the results. What it isn't called for, or what another
// writer changed meanwhile, is filtered in the transaction.
func (s *Service) Prepare(ctx context.Context, a access.Actor, before *Entry, c Change) {
	if before == nil {
		var e Entry
		c.Apply(&e)
		s.filter(ctx, a, &e, &c)
		return
	}
	e := before.Clone()
	c.Apply(e)
	s.filterUpdate(ctx, a, e, &c)
}

// filterUpdate is filter for an entry that was stored before. What others were
// allowed to write must not be stored again by one who isn't.
func (s *Service) filterUpdate(ctx context.Context, a access.Actor, e *Entry, c *Change) {
	s.filter(ctx, a, e, c)
	if a.ID != 0 && !a.Can("unfiltered_html") {
		s.filter(ctx, a, e, &Change{Title: &e.Title, Content: &e.Content, Excerpt: &e.Excerpt})
	}
}

// filter reduces the HTML of those who may not post any they like.
func (s *Service) filter(ctx context.Context, a access.Actor, e *Entry, c *Change) {
	if c.Title != nil {
		e.Title = strings.TrimSpace(e.Title)
	}
	if c.Content != nil {
		e.Content = entity.FixWindows(e.Content)
	}
	if c.Excerpt != nil {
		e.Excerpt = entity.FixWindows(e.Excerpt)
	}
	if a.Can("unfiltered_html") {
		return
	}
	if c.Title != nil {
		e.Title = scope.OnText(ctx, "filtering a title", e.Title, sanitize.Inline)
	}
	if c.Content != nil {
		e.Content = scope.OnText(ctx, "filtering content", e.Content, func(s string) string {
			return sanitize.Post(sanitize.StripBlockCustomCSS(s))
		})
	}
	if c.Excerpt != nil {
		e.Excerpt = scope.OnText(ctx, "filtering an excerpt", e.Excerpt, sanitize.Post)
	}
	if notes, ok := c.Meta[MetaFootnotes]; ok && len(notes) > 0 {
		c.Meta = maps.Clone(c.Meta) // the caller's stays as it is
		c.Meta[MetaFootnotes] = []any{filterNotes(ctx, schema.ToText(notes[0]))}
	}
}

// filterNotes reduces the HTML in the footnotes of an entry. They are a JSON
// document, which clients print too; what isn't a list of notes becomes empty.
func filterNotes(ctx context.Context, text string) string {
	doc, err := wire.Decode([]byte(text))
	if err != nil {
		return ""
	}
	var given []any
	switch doc := doc.(type) {
	case []any:
		given = doc
	case *wire.Object:
		for _, m := range doc.Members() {
			given = append(given, m.Value)
		}
	default:
		return ""
	}
	notes := []any{}
	for _, v := range given {
		note, ok := v.(*wire.Object)
		if !ok {
			continue
		}
		id, text := noteText(note, "id"), noteText(note, "content")
		if id == "" || text == "" {
			continue
		}
		text = scope.OnText(ctx, "filtering a footnote", text, sanitize.Post)
		notes = append(notes, wire.NewObject("id", clean.Key(id), "content", text))
	}
	return string(wire.Encode(notes, nil))
}

// noteText is a member of a footnote, empty where it counts as missing.
func noteText(note *wire.Object, name string) string {
	switch v := note.Get(name).(type) {
	case nil, []any, *wire.Object:
		return ""
	default:
		if text := schema.ToText(v); text != "0" {
			return text
		}
		return ""
	}
}
