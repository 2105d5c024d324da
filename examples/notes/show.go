package notes

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"quoin/ext"
)

// What requests are asked for.
var (
	argID   = ext.IntParam("id")
	argNote = ext.TextParam("note")
)

func (n *notes) routes() []ext.Route {
	return []ext.Route{{
		Namespace: "notes/v1", Pattern: `/notes/v1/count`,
		Endpoints: []ext.Endpoint{{
			Methods: ext.Readable, Allow: ext.Public, Handle: n.answer,
			Answer: ext.Members(ext.Member("notes", ext.Int("How many notes there are.")), ext.Member("words", ext.Int("Words in them."))),
		}},
	}, {
		Namespace: "notes/v1", Pattern: `/notes/v1/notes/(?P<id>\d+)`,
		Endpoints: []ext.Endpoint{{
			Methods: ext.Editable,
			Args: []ext.Arg{
				argID.Arg(ext.Int("Id of the post.", ext.Min(1))),
				{Name: argNote.Name, Schema: ext.Text("The note."), Required: true},
			},
			Allow: n.mayEdit, Handle: n.put,
			Answer: ext.Members(ext.Member("note", ext.Text("The note."))),
		}},
	}}
}

func (n *notes) answer(r *ext.Request) (*ext.Response, error) {
	notes, words, err := n.count(r.Context())
	if err != nil {
		return nil, err
	}
	return ext.OK(ext.NewJSON("notes", notes, "words", words)), nil
}

func (n *notes) mayEdit(r *ext.Request) error {
	e, err := n.Store.EntryByID(r.Context(), argID.Of(r))
	switch {
	case errors.Is(err, ext.ErrNoEntry):
		return ext.NotFound("rest_post_invalid_id", "There is no post with this id.")
	case err != nil:
		return err // logged, and answered as 500
	case !n.Entries.CanEdit(r.Context(), r.Actor, e):
		return ext.Forbidden() // 401 or 403
	}
	return nil
}

func (n *notes) put(r *ext.Request) (*ext.Response, error) {
	if err := n.write(r.Context(), argID.Of(r), argNote.Of(r)); err != nil {
		return nil, err
	}
	return ext.OK(ext.NewJSON("note", argNote.Of(r))), nil
}

// field is the note in the answers of posts, and in what is sent for them.
func (n *notes) field() ext.EntryField {
	return ext.EntryField{
		Field: ext.RestField[*ext.Entry]{
			Name: "note", Schema: ext.Text("Note on the post.", ext.In("view", "edit")),
			Read: func(r *ext.Request, e *ext.Entry) any {
				note, _, err := n.of.Of(r.Context(), e)
				if err != nil {
					n.Log.ErrorContext(r.Context(), "note", "entry", e.ID, "error", err)
				}
				return note
			},
		},
		Write: func(r *ext.Request, e *ext.Entry, v any) error { return n.write(r.Context(), e.ID, ext.ToText(v)) },
	}
}

// report is a page for those who write.
func (n *notes) report(w http.ResponseWriter, r *http.Request, actor ext.Actor) {
	notes, words, err := n.count(r.Context())
	if err != nil {
		n.Log.ErrorContext(r.Context(), "report of notes", "error", err)
		http.Error(w, "The notes can't be read at the moment.", http.StatusInternalServerError)
		return
	}
	fmt.Fprintf(w, "%d notes of %d words", notes, words)
}

// output puts the note behind the text of a post.
func (n *notes) output(ctx context.Context, p *ext.Page, out *ext.Output) error {
	if p.Entry == nil {
		return nil
	}
	note, ok, err := n.of.Of(ctx, p.Entry)
	if ok {
		out.After = "<aside>" + ext.HTML(label.Of(ctx, n.Options)+": "+note) + "</aside>"
	}
	return err
}

// block shows how many notes there are.
func (n *notes) block(c *ext.BlockContext, _ ext.Block, _ string) string {
	notes, _, err := n.count(c)
	if err != nil {
		n.Log.ErrorContext(c, "block of notes", "error", err)
		return ""
	}
	return fmt.Sprintf("<p>%d notes</p>", notes)
}

// command is quoin notes count.
func (n *notes) command(ctx context.Context, c *ext.Call) error {
	notes, words, err := n.count(ctx)
	if err != nil {
		return err
	}
	return c.Say(ext.Values{"notes": notes, "words": words}, "%d notes of %d words", notes, words)
}
