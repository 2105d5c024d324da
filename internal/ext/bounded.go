package ext

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/display/front"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// MaxAdded is how many bytes an extension adds to one page, and to one item with
// one field. What is longer is left out and logged.
const MaxAdded = 2 << 20

// MaxDocument is how many bytes a document of an extension has, as those who read
// sitemaps take them.
const MaxDocument = 50 << 20

// Bounded are the parts of an extension with all that they add held to MaxAdded.
// Whoever starts extensions calls it, so that none can do without.
func (h *Host) Bounded(p *Parts) *Parts {
	b := *p
	if p.Output != nil {
		b.Output = func(ctx context.Context, page *front.Page, out *front.Output) error {
			return boundOutput(visiting(ctx), p.Output, page, out)
		}
	}
	if p.Documents != nil {
		b.Documents = func(ctx context.Context, path string) (*front.Document, error) {
			d, err := p.Documents(visiting(ctx), path)
			if d != nil && len(d.Body) > MaxDocument {
				return nil, fmt.Errorf("the document at %s has %d bytes, and may have %d", path, len(d.Body), MaxDocument)
			}
			return d, err
		}
	}
	if p.Feed != nil {
		b.Feed = func(ctx context.Context, page *front.Page, out *front.Feed) error {
			link := out.Link
			err := p.Feed(visiting(ctx), page, out)
			if len(out.Link) > MaxAdded {
				out.Link = link
			}
			if frame := out.Frame; frame != nil {
				out.Frame = func(e *front.FeedEntry) (before, after string) {
					if before, after = frame(e); len(before)+len(after) > MaxAdded {
						return "", ""
					}
					return before, after
				}
			}
			return err
		}
	}
	if p.Public != nil {
		b.Public = h.boundPublic(p.Public)
	}
	if p.NotFound != nil {
		b.NotFound = h.boundNotFound(p.NotFound)
	}
	if p.Sitemap != nil {
		b.Sitemap = h.boundSitemap(p.Sitemap)
	}
	if p.Lost != nil {
		b.Lost = boundLost(p.Lost)
	}
	if len(h.journals) > 0 {
		b.Periodic = append(slices.Clip(p.Periodic), Periodic{Name: "journals", Every: time.Hour, Run: h.trimJournals})
	}
	b.Entries, b.Terms, b.Users, b.Types = nil, nil, nil, nil
	for _, e := range p.Entries {
		e.Fields = boundFields(h, e.Fields)
		b.Entries = append(b.Entries, e)
	}
	for _, t := range p.Terms {
		t.Fields = boundFields(h, t.Fields)
		b.Terms = append(b.Terms, t)
	}
	for _, u := range p.Users {
		u.Fields = boundFields(h, u.Fields)
		b.Users = append(b.Users, u)
	}
	for _, t := range p.Types {
		t.Fields = boundFields(h, t.Fields)
		b.Types = append(b.Types, t)
	}
	return &b
}

// boundOutput takes an addition to a page back that is too long.
func boundOutput(ctx context.Context, add func(context.Context, *front.Page, *front.Output) error, page *front.Page, out *front.Output) error {
	before := *out
	head, had := out.Head.String(), out.Size()
	before.Head = strings.Builder{}
	err := add(ctx, page, out)
	more := out.Size() - had
	if more <= MaxAdded {
		return err
	}
	*out = before
	out.Head.WriteString(head)
	return fmt.Errorf("it adds %d bytes to a page, which may be %d", more, MaxAdded)
}

// boundFields are fields without values that are too long, or that panic when they are
// read.
func boundFields[T any](h *Host, fields []Field[T]) []Field[T] {
	out := make([]Field[T], len(fields))
	for i, f := range fields {
		out[i] = f
		if f.Read == nil {
			continue
		}
		out[i].Read = func(r *rest.Request, item T) (value any) {
			defer func() {
				if v := recover(); v != nil {
					h.broke(r.Context(), "field "+f.Name, v)
					scope.NoStore(r.Context())
					value = nil
				}
			}()
			v := f.Read(r, item)
			if n := valueBytes(v); n > MaxAdded {
				h.Log.ErrorContext(r.Context(), "a field is left out, it is too long", "field", f.Name, "bytes", n)
				scope.NoStore(r.Context())
				return nil
			}
			return v
		}
	}
	return out
}

// valueBytes is about how long a value will be in an answer.
func valueBytes(v any) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case wire.Symbol:
		return len(v)
	case wire.Raw:
		return len(v)
	case wire.Text:
		return len(wire.Encode(v, nil))
	case []any:
		return listBytes(v)
	case []string:
		return listBytes(v)
	case []wire.Symbol:
		return listBytes(v)
	case []*wire.Object:
		return listBytes(v)
	case []int64:
		return len(v) * 8
	case *wire.Object:
		n := 0
		for _, m := range v.Members() {
			n += len(m.Key) + valueBytes(m.Value) + 4
		}
		return n
	}
	return 8
}

func listBytes[T any](list []T) int {
	n := 0
	for _, e := range list {
		n += valueBytes(e) + 1
	}
	return n
}
