package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
	"quoin/internal/ext"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// inverse is the request that takes back what a call changed.
type inverse struct {
	Method string         `json:"method"`
	Path   string         `json:"path"` // in seed names
	Params map[string]any `json:"params,omitempty"`
	// Revision has the texts from before the call, by their members.
	Revision int64    `json:"revision,omitempty"`
	Texts    []string `json:"texts,omitempty"`
	// Members are those that tell whether somebody else changed the same since.
	Members []string `json:"members"`
}

// texts are the members that revisions keep.
var texts = []string{"title", "content", "excerpt"}

// maxInverse bounds what is kept beside revisions, in bytes.
const maxInverse = 256 << 10

var (
	errNoCall  = fault.NotFound("quoin_agent_no_call", "There is no such call of yours, or it is too long ago.")
	errUndone  = fault.New(http.StatusConflict, "quoin_agent_undone", "The call was taken back already.")
	errChanged = fault.New(http.StatusConflict, "quoin_agent_changed", "This was changed again since. With force it is taken back all the same, and that is lost.")
	errTooLong = fault.BadRequest("quoin_agent_no_undo", "What would be replaced is too long to be kept, so it could not be taken back.")
)

// inverseOf is how a request that changes an item is taken back.
func (s *service) inverseOf(ctx context.Context, r *rest.Request, in rest.Inner, before *wire.Object) (*inverse, *fault.Error) {
	back := &inverse{Method: http.MethodPost, Path: in.Path, Params: map[string]any{}, Members: in.Params.Keys()}
	for _, name := range in.Params.Keys() {
		was := plain(before.Get(name))
		switch v := was.(type) {
		case nil:
			if !before.Has(name) {
				return nil, errNoUndo.With("argument", name)
			}
		case *wire.Object:
			// Of values by name only those that change.
			given, _ := in.Params.Get(name).(*wire.Object)
			kept := &wire.Object{}
			for _, key := range given.Keys() {
				if !v.Has(key) {
					return nil, errNoUndo.With("argument", name+"."+key)
				}
				kept.Set(key, v.Get(key))
			}
			was = kept
		}
		if slices.Contains(texts, name) {
			back.Texts = append(back.Texts, name)
			continue
		}
		back.Params[name] = json.RawMessage(wire.Encode(was, nil))
	}
	if len(back.Texts) == 0 {
		return back, nil
	}
	if back.Revision = s.revisionWith(ctx, r, in.Path, before); back.Revision == 0 {
		length := 0
		for _, name := range back.Texts {
			text := schema.ToText(plain(before.Get(name)))
			back.Params[name], length = text, length+len(text)
		}
		if back.Texts = nil; length > maxInverse {
			return nil, errTooLong
		}
	}
	return back, nil
}

// also takes back what changed along with what was asked for, such as the date and the
// category of what is published without any.
func (back *inverse) also(r *rest.Request, before, after *wire.Object) {
	for _, name := range r.API.Takes(back.Method, back.Path) {
		name = r.Mount.Dialect.Symbol(name)
		was, is := plain(before.Get(name)), plain(after.Get(name))
		if !before.Has(name) || wire.Equal(was, is) || slices.Contains(back.Members, name) || slices.Contains(unasked, name) {
			continue
		}
		if _, isObject := was.(*wire.Object); isObject {
			continue
		}
		back.Params[name] = json.RawMessage(wire.Encode(was, nil))
		back.Members = append(back.Members, name)
	}
}

// unasked are members that others say already, or that people keep.
var unasked = append([]string{"id", "date_gmt"}, append(texts, unkept...)...)

// revisionWith is the newest revision that has the texts of an entry as they are; 0
// without one.
func (s *service) revisionWith(ctx context.Context, r *rest.Request, path string, e *wire.Object) int64 {
	body, _, refused := r.Inner(ctx, rest.Inner{
		Actor: r.Actor, Method: http.MethodGet, Path: path + "/revisions", Params: wire.NewObject("context", "edit", "per_page", int64(5), "_fields", wire.Strings(append([]string{"id"}, texts...))),
	})
	if refused != nil {
		return 0
	}
	v, err := wire.Decode(body)
	list, _ := schema.AsList(v)
	if err != nil {
		return 0
	}
	for _, v := range list {
		revision, _ := v.(*wire.Object)
		same := true
		for _, name := range texts {
			same = same && schema.ToText(plain(revision.Get(name))) == schema.ToText(plain(e.Get(name)))
		}
		if same {
			return schema.ToInt(revision.Get("id"))
		}
	}
	return 0
}

// record keeps how a call is taken back, and is its number.
func (s *service) record(ctx context.Context, r *rest.Request, t *tool, back *inverse, after *wire.Object) (int64, error) {
	text, err := json.Marshal(back)
	if err != nil {
		return 0, fmt.Errorf("record a call: %w", err)
	}
	entry := int64(0)
	if t.base != commentsPath {
		entry = schema.ToInt(after.Get("id"))
	}
	var id int64
	_, err = s.DB.Insert(ctx, "INSERT INTO agents_call (at, account_id, tool, path, entry_id, inverse, state, undone) VALUES (?, ?, ?, ?, ?, ?, ?, 0) RETURNING id",
		[]any{s.Clock().Unix(), r.Actor.ID, t.name, back.Path, entry, string(text), digest(after, back.Members)}, &id)
	return id, err
}

const commentsPath = "/core/v2/comments"

// takeBack takes a call back. It is a call itself, and can be taken back where it only
// changed something.
func (s *service) takeBack(ctx context.Context, r *rest.Request, t *tool, args *wire.Object, dry bool) (*wire.Object, *fault.Error) {
	number, ok := args.Get(memberCall).(int64)
	if !ok {
		return nil, errNoCall
	}
	force, _ := args.Get(memberForce).(bool)
	return s.changing(ctx, t, dry, func(ctx context.Context) (*wire.Object, *fault.Error, error) {
		var account, undone, entry int64
		var text, state string
		found, err := s.DB.QueryRow(ctx, "SELECT account_id, undone, entry_id, inverse, state FROM agents_call WHERE id = ?"+s.DB.ForUpdate(), []any{number}, &account, &undone, &entry, &text, &state)
		var back inverse
		switch {
		case err != nil:
			return nil, nil, err
		case !found || account != r.Actor.ID && !r.Actor.Can("manage_options"):
			return nil, errNoCall, nil
		case undone != 0:
			return nil, errUndone, nil
		}
		if err := json.Unmarshal([]byte(text), &back); err != nil {
			return nil, nil, fmt.Errorf("call %d: %w", number, err)
		}
		now, refused := stored(ctx, r, back.Path)
		if refused != nil {
			return nil, refused, nil
		}
		if digest(now, back.Members) != state && !force {
			return nil, errChanged, nil
		}
		in, refused, err := s.backwards(ctx, r, &back)
		if refused != nil || err != nil {
			return nil, refused, err
		}
		if _, err := s.DB.Exec(ctx, "UPDATE agents_call SET undone = ? WHERE id = ?", s.Clock().Unix(), number); err != nil {
			return nil, nil, err
		}
		if back.Method == http.MethodPost {
			return s.changed(ctx, r, &tool{name: t.name, base: t.base}, in, now, args)
		}
		if account == r.Actor.ID && schema.ToText(now.Get("status")) == string(content.Draft) {
			// Who could make a draft may throw it away, as long as nobody else has touched it.
			in.Actor = lifted(in.Actor)
		}
		body, _, refused := r.Inner(ctx, in)
		if refused != nil {
			return nil, refused, nil
		}
		if err := s.note(ctx, t, args, "taken back"); err != nil {
			return nil, nil, err
		}
		return wire.NewObject(memberItem, body, memberDryRun, false), nil, nil
	})
}

// backwards is the request that takes back.
func (s *service) backwards(ctx context.Context, r *rest.Request, back *inverse) (rest.Inner, *fault.Error, error) {
	in := rest.Inner{Actor: r.Actor, Method: back.Method, Path: back.Path}
	text, err := json.Marshal(back.Params)
	if err != nil {
		return in, nil, fmt.Errorf("take back: %w", err)
	}
	in.Params = decoded(text)
	if back.Revision == 0 {
		return in, nil, nil
	}
	revision, refused := stored(ctx, r, back.Path+"/revisions/"+fmt.Sprint(back.Revision))
	if refused != nil {
		return in, refused, nil
	}
	for _, name := range back.Texts {
		in.Params.Set(name, plain(revision.Get(name)))
	}
	return in, nil, nil
}

// toldCall is a call as its account is told of it.
type toldCall struct {
	At   string `json:"at"`
	Tool string `json:"tool"`
	Path string `json:"path"`
}

func (s *service) tell(ctx context.Context, p ext.Person) (any, error) {
	if p.User == nil {
		return nil, nil
	}
	var list []toldCall
	err := s.DB.Query(ctx, "SELECT at, tool, path FROM agents_call WHERE account_id = ? ORDER BY id", []any{p.User.ID}, func(scan func(...any) error) error {
		var at int64
		var c toldCall
		err := scan(&at, &c.Tool, &c.Path)
		c.At = time.Unix(at, 0).UTC().Format(time.RFC3339)
		list = append(list, c)
		return err
	})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list, nil
}

func (s *service) forget(ctx context.Context, p ext.Person) error {
	if p.User == nil {
		return nil
	}
	return s.userDeleting(ctx, p.User)
}

func (s *service) userDeleting(ctx context.Context, u *user.User) error {
	_, err := s.DB.Exec(ctx, "DELETE FROM agents_call WHERE account_id = ?", u.ID)
	return err
}
