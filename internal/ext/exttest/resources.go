package exttest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/ext"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

func (p *probe) routes() []rest.Route {
	return []rest.Route{{
		Namespace: "probe/v1", Pattern: "/probe/v1/notes", Batch: rest.BatchYes,
		Endpoints: []rest.Endpoint{
			{Methods: rest.Readable, Allow: rest.Public, Handle: p.list},
			{
				Methods: rest.Creatable, Allow: p.mayWrite, Handle: p.create,
				Args: []rest.Arg{
					{Name: argEntry.Name, Schema: schema.Int("Entry that the note is on."), Required: true},
					{Name: argProbeNote.Name, Schema: schema.Str("The note."), Required: true},
				},
			},
		},
	}, {
		Namespace: "probe/v1", Pattern: "/probe/v1/log",
		Endpoints: []rest.Endpoint{
			{Methods: rest.Readable, Allow: p.mayWrite, Handle: p.readLog},
			{Methods: rest.Creatable, Allow: p.mayWrite, Handle: p.enqueue},
		},
	}}
}

// readNotes are the notes of entries.
func (p *probe) readNotes(ctx context.Context, ids []int64) (map[int64]string, error) {
	out := map[int64]string{}
	for _, id := range ids {
		p.DB.DependsOn(ctx, fmt.Sprint("note:", id))
	}
	err := p.DB.Query(ctx, "SELECT entry_id, note FROM probe_note WHERE "+p.DB.IntsIn("entry_id"), []any{p.DB.IntList(ids)},
		func(scan func(...any) error) error {
			var id int64
			var note string
			err := scan(&id, &note)
			out[id] = note
			return err
		})
	return out, err
}

// setNote stores a note, "" removes it.
func (p *probe) setNote(ctx context.Context, id int64, note string) error {
	return p.DB.InTx(ctx, func(ctx context.Context) error {
		_, err := p.DB.Exec(ctx, "DELETE FROM probe_note WHERE entry_id = ?", id)
		if err == nil && note != "" {
			_, err = p.DB.Exec(ctx, "INSERT INTO probe_note (entry_id, note) VALUES (?, ?)", id, note)
		}
		if err != nil {
			return err
		}
		return p.DB.Changed(ctx, fmt.Sprint("note:", id))
	})
}

func (p *probe) list(r *rest.Request) (*rest.Response, error) {
	ctx, out := r.Context(), []any{}
	p.DB.DependsOn(ctx)
	err := p.DB.Query(ctx, "SELECT entry_id, note FROM probe_note ORDER BY entry_id", nil, func(scan func(...any) error) error {
		var id int64
		var note string
		err := scan(&id, &note)
		o := wire.NewObject("entry", id)
		o.SetSymbol("probe_note", note)
		out = append(out, o)
		return err
	})
	return rest.OK(out), err
}

func (p *probe) create(r *rest.Request) (*rest.Response, error) {
	if err := p.setNote(r.Context(), argEntry.Of(r), argProbeNote.Of(r)); err != nil {
		return nil, err
	}
	return rest.OK(wire.NewObject("ok", true)), nil
}

// readLog is what the probe noted of others' writes.
func (p *probe) readLog(r *rest.Request) (*rest.Response, error) {
	out := []string{}
	err := p.DB.Query(r.Context(), "SELECT what FROM probe_log ORDER BY id", nil, func(scan func(...any) error) error {
		var what string
		err := scan(&what)
		out = append(out, what)
		return err
	})
	return rest.OK(wire.Strings(out)), err
}

func (p *probe) enqueue(r *rest.Request) (*rest.Response, error) {
	if err := p.Queue.Enqueue(r.Context(), "note", "", []byte("done"), p.Clock().Add(-time.Second)); err != nil {
		return nil, err
	}
	return rest.OK(wire.NewObject("ok", true)), nil
}

func (p *probe) onEntries() ext.Added[*content.Entry, content.Query] {
	return ext.Added[*content.Entry, content.Query]{
		Fields: []ext.EntryField{{
			Field: rest.Field[*content.Entry]{
				Name: argProbeNote.Name, Schema: schema.Str("Note on the entry.", rest.Everywhere),
				Read: func(r *rest.Request, e *content.Entry) any {
					note, _, err := p.notes.Of(r.Context(), e)
					r.Fail(err)
					return note
				},
			},
			Write: func(r *rest.Request, e *content.Entry, v any) error {
				return p.setNote(r.Context(), e.ID, schema.ToText(v))
			},
		}},
		Prefetch: func(ctx context.Context, _ *rest.Request, items []*content.Entry) error {
			return p.notes.Prefetch(ctx, items)
		},
		Links: func(*rest.Request, *content.Entry) []rest.Link {
			return []rest.Link{{Rel: "https://probe.example/notes", Href: rest.Path("/probe/v1/notes")}}
		},
		Args: []rest.Arg{argProbeNoted.Arg(schema.Bool("Limit the list to entries with or without a note."))},
		Filter: func(r *rest.Request, q *content.Query) error {
			if argProbeNoted.Has(r) {
				q.Conditions = append(q.Conditions, p.DB.Restrict(!argProbeNoted.Of(r), "SELECT entry_id FROM probe_note WHERE note <> ?", ""))
			}
			return nil
		},
	}
}

// argSaved restricts lists of terms and users by a table of the extension.
var argSaved = rest.BoolParam("probe_saved")

func savedArg() rest.Arg {
	return argSaved.Arg(schema.Bool("Limit the list to what was saved while the extension was on, or to all else."))
}

func (p *probe) onTerms() ext.Added[*taxonomy.Term, taxonomy.Query] {
	return ext.Added[*taxonomy.Term, taxonomy.Query]{
		Fields: []ext.TermField{{Field: rest.Field[*taxonomy.Term]{
			Name: "probe_length", Schema: schema.Int("Length of the name.", rest.Everywhere, schema.Readonly()),
			Read: func(_ *rest.Request, t *taxonomy.Term) any { return len(t.Name) },
		}}},
		Args: []rest.Arg{savedArg()},
		Filter: func(r *rest.Request, q *taxonomy.Query) error {
			if argSaved.Has(r) {
				q.Conditions = append(q.Conditions, p.DB.Restrict(!argSaved.Of(r), "SELECT id FROM probe_saved WHERE kind = 'term'"))
			}
			return nil
		},
	}
}

func (p *probe) onUsers() ext.Added[*user.User, user.Query] {
	return ext.Added[*user.User, user.Query]{
		Fields: []ext.UserField{{Field: rest.Field[*user.User]{
			Name: "probe_initial", Schema: schema.Str("First letter of the name.", rest.Everywhere, schema.Readonly()),
			Read: func(_ *rest.Request, u *user.User) any { return u.Name[:min(1, len(u.Name))] },
		}}},
		Args: []rest.Arg{savedArg()},
		Filter: func(r *rest.Request, q *user.Query) error {
			if argSaved.Has(r) {
				q.Conditions = append(q.Conditions, p.DB.Restrict(!argSaved.Of(r), "SELECT id FROM probe_saved WHERE kind = 'user'"))
			}
			return nil
		},
	}
}

func (p *probe) onTypes() ext.Added[*content.Type, struct{}] {
	return ext.Added[*content.Type, struct{}]{
		Fields: []ext.TypeField{{Field: rest.Field[*content.Type]{
			Name: "probe_known", Schema: schema.Bool("Whether entries have notes.", rest.Everywhere, schema.Readonly()),
			Read: func(_ *rest.Request, t *content.Type) any { return t.Name == content.TypePost },
		}}},
	}
}

func (p *probe) count(ctx context.Context, c *ext.Call) error {
	var n int64
	_, err := p.DB.QueryRow(ctx, "SELECT COUNT(*) FROM probe_note WHERE "+p.DB.Contains("note")+" AND LENGTH(note) >= ?", []any{c.Args[0], c.Int("least")}, &n)
	if err == nil {
		err = c.Say(ext.Values{"notes": n}, "%d", n)
	}
	return err
}

// export writes a line for each note.
func (p *probe) export(ctx context.Context, w io.Writer, _ string) error {
	return p.DB.Query(ctx, "SELECT entry_id, note FROM probe_note ORDER BY entry_id", nil, func(scan func(...any) error) error {
		var id int64
		var note string
		if err := scan(&id, &note); err != nil {
			return err
		}
		_, err := fmt.Fprintf(w, "%d %s\n", id, note)
		return err
	})
}

func (p *probe) importNotes(ctx context.Context, r io.Reader, _ string) (taken int, problems []string, err error) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		number, note, ok := strings.Cut(lines.Text(), " ")
		id, bad := strconv.ParseInt(number, 10, 64)
		if !ok || bad != nil {
			problems = append(problems, "no note: "+lines.Text())
			continue
		}
		if err := p.setNote(ctx, id, note); err != nil {
			return taken, problems, err
		}
		taken++
	}
	return taken, problems, lines.Err()
}
