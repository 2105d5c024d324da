package agents

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/audit"
	"quoin/internal/domain/media"
	"quoin/internal/domain/media/filetype"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

var (
	errFailed = fault.New(http.StatusInternalServerError, "internal_server_error", "Something went wrong here; the log of the server tells what.")
	errNoUndo = fault.BadRequest("quoin_agent_no_undo", "The tool can't set this, since it could not be taken back.")
)

// What ends a transaction without effect.
var (
	errDry     = errors.New("nothing is to change")
	errRefused = errors.New("refused")
)

// run runs a tool, and has the audit log know of it.
func (s *service) run(ctx context.Context, r *rest.Request, t *tool, args *wire.Object) (*wire.Object, *fault.Error) {
	dry, _ := args.Get(memberDryRun).(bool)
	args.Delete(memberDryRun)
	var out *wire.Object
	var refused *fault.Error
	noted := false
	switch {
	case !r.Actor.Scope().Covers(t.scope): // it isn't listed then
		refused = rest.Forbidden.For(true)
	case t.kind == find, t.kind == get, t.kind == ability:
		out, refused = s.read(ctx, r, t, args)
	case t.kind == upload:
		out, refused = s.upload(ctx, r, t, args, dry)
	case t.kind == undo:
		out, refused = s.takeBack(ctx, r, t, args, dry)
		noted = refused == nil && !dry
	default:
		out, refused = s.write(ctx, r, t, args, dry)
		noted = refused == nil && !dry
	}
	if noted {
		return out, nil // with what it changed
	}
	outcome := "read"
	switch {
	case refused != nil:
		outcome = "refused: " + refused.Code
	case dry:
		outcome = "tried"
	case t.kind == upload:
		outcome = "call " + schema.ToText(out.Get(memberCall))
	}
	err := s.DB.InTx(ctx, func(ctx context.Context) error { return s.note(ctx, t, args, outcome) })
	if err != nil && refused == nil {
		return nil, s.failed(ctx, t, err)
	}
	return out, refused
}

// failed logs why a call failed, and is what a program is told.
func (s *service) failed(ctx context.Context, t *tool, err error) *fault.Error {
	if f := fault.As(err); f != nil {
		return f.For(true)
	}
	s.Log.ErrorContext(ctx, "a tool failed", "tool", t.name, "error", err)
	if f := fault.Outage(err); f != nil {
		return f
	}
	return errFailed
}

// note records a call: which tool, on what, which members, and what became of it.
func (s *service) note(ctx context.Context, t *tool, args *wire.Object, outcome string) error {
	parts := []string{}
	for _, name := range []string{"id", memberCall} {
		if v := args.Get(name); v != nil {
			parts = append(parts, name+" "+schema.ToText(v))
		}
	}
	for _, name := range args.Keys() {
		if name != "id" && name != memberCall {
			parts = append(parts, name)
		}
	}
	detail := outcome
	if len(parts) > 0 {
		detail += "; " + strings.Join(parts, ", ")
	}
	return audit.NewLog(s.Store, s.Clock).Note(ctx, audit.AgentCalled, t.name, detail)
}

// request is a request to the endpoint of a tool.
func (t *tool) request(r *rest.Request, args *wire.Object) rest.Inner {
	params, path := args.Clone(), t.base
	if strings.HasSuffix(t.pattern, item) {
		path += "/" + idOf(args.Get("id"))
		params.Delete("id")
	}
	for _, m := range t.set {
		params.Set(r.Mount.Dialect.Symbol(m.Key), m.Value)
	}
	return rest.Inner{Actor: r.Actor, Method: t.method, Path: path, Params: params}
}

// idOf is an id as it stands in a path: what is none finds nothing.
func idOf(v any) string {
	if n, ok := v.(int64); ok && n > 0 {
		return fmt.Sprint(n)
	}
	return "0"
}

func (s *service) read(ctx context.Context, r *rest.Request, t *tool, args *wire.Object) (*wire.Object, *fault.Error) {
	in := t.request(r, args)
	if t.kind == ability {
		in.Params = &wire.Object{}
		if args.Len() > 0 {
			in.Params.Set("input", args)
		}
	}
	body, page, refused := r.Inner(scope.New(ctx), in)
	if refused != nil {
		return nil, refused
	}
	switch {
	case t.kind == ability:
		v, err := wire.Decode(body)
		o, _ := v.(*wire.Object)
		if err != nil || o == nil {
			return nil, errFailed
		}
		return o, nil
	case t.kind == get:
		return wire.NewObject(memberItem, body), nil
	}
	out := wire.NewObject("items", body)
	if page != nil {
		out.Set("total", page.Total)
		out.Set("pages", page.Count())
	}
	return out, nil
}

// write runs a tool that changes something, in one transaction with the record of what it
// changed.
func (s *service) write(ctx context.Context, r *rest.Request, t *tool, args *wire.Object, dry bool) (*wire.Object, *fault.Error) {
	return s.changing(ctx, t, dry, func(ctx context.Context) (*wire.Object, *fault.Error, error) {
		in := t.request(r, args)
		var before *wire.Object
		if t.kind == change {
			var refused *fault.Error
			if before, refused = stored(ctx, r, in.Path); refused != nil {
				return nil, refused, nil
			}
		}
		return s.changed(ctx, r, t, in, before, args)
	})
}

// changing runs what changes something: it is taken back where it was refused, or is only
// tried.
func (s *service) changing(ctx context.Context, t *tool, dry bool, do func(ctx context.Context) (*wire.Object, *fault.Error, error)) (out *wire.Object, refused *fault.Error) {
	err := s.DB.InTx(ctx, func(ctx context.Context) (err error) {
		// What was read within the transaction may be gone after it.
		if out, refused, err = do(scope.New(ctx)); err != nil {
			return err
		}
		switch {
		case refused != nil:
			return errRefused
		case dry:
			return errDry
		}
		return nil
	})
	switch {
	case errors.Is(err, errRefused):
		return nil, refused
	case errors.Is(err, errDry):
		out.Set(memberDryRun, true)
		out.Delete(memberCall)
	case err != nil:
		return nil, s.failed(ctx, t, err)
	}
	return out, nil
}

// stored is an item with what is stored of it.
func stored(ctx context.Context, r *rest.Request, path string) (*wire.Object, *fault.Error) {
	body, _, refused := r.Inner(ctx, rest.Inner{Actor: r.Actor, Method: http.MethodGet, Path: path, Params: wire.NewObject("context", "edit")})
	if refused != nil {
		return nil, refused
	}
	return decoded(body), nil
}

func decoded(body wire.Raw) *wire.Object {
	v, err := wire.Decode(body)
	o, ok := v.(*wire.Object)
	if err != nil || !ok {
		return &wire.Object{}
	}
	return o
}

// changed sends a request that changes something, and records how it is taken back. An
// item that was made has no before.
func (s *service) changed(ctx context.Context, r *rest.Request, t *tool, in rest.Inner, before, args *wire.Object) (*wire.Object, *fault.Error, error) {
	back := &inverse{Method: http.MethodDelete, Path: in.Path}
	if before != nil {
		var refused *fault.Error
		if back, refused = s.inverseOf(ctx, r, in, before); refused != nil {
			return nil, refused, nil
		}
	}
	body, _, refused := r.Inner(ctx, in)
	if refused != nil {
		return nil, refused, nil
	}
	after := decoded(body)
	if before == nil {
		back.Path += "/" + idOf(after.Get("id"))
		back.Members = madeMembers
	}
	if before != nil {
		back.also(r, before, after)
	}
	id, err := s.record(ctx, r, t, back, after)
	if err != nil {
		return nil, nil, err
	}
	if err := s.note(ctx, t, args, fmt.Sprint("call ", id)); err != nil {
		return nil, nil, err
	}
	out := wire.NewObject(memberItem, body, memberDryRun, false, memberCall, id)
	if before != nil {
		out.Set("changes", differences(before, after, in.Params.Keys()))
	}
	return out, nil, nil
}

// madeMembers tell whether what was made is as it was left. They are called so in both
// dialects.
var madeMembers = []string{"status", "modified_gmt"}

// follows are members that change with others.
var follows = []string{"status", "slug", "date", "link"}

// maxTold bounds a text that is told as changed, in bytes.
const maxTold = 2000

// differences are the members that a request changed.
func differences(before, after *wire.Object, given []string) []any {
	out := []any{}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(given), follows...)))) {
		a, b := plain(before.Get(name)), plain(after.Get(name))
		if !after.Has(name) || wire.Equal(a, b) {
			continue
		}
		out = append(out, wire.NewObject("member", name, "before", told(a), "after", told(b)))
	}
	return out
}

// plain is a value as it is written: of texts what is stored of them.
func plain(v any) any {
	if o, ok := v.(*wire.Object); ok && o.Has("raw") {
		return o.Get("raw")
	}
	return v
}

func told(v any) any {
	if text, ok := v.(string); ok && len(text) > maxTold {
		return strings.ToValidUTF8(text[:maxTold], "") + "…"
	}
	return v
}

// upload stores a file. Files aren't part of a transaction: that is only recorded after it.
func (s *service) upload(ctx context.Context, r *rest.Request, t *tool, args *wire.Object, dry bool) (*wire.Object, *fault.Error) {
	name, text := args.Text(memberFile), args.Text(memberData)
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(data) == 0 || name == "" || len(name) > 200 {
		return nil, errArguments("The file must have a name, and its bytes in base64.")
	}
	params := args.Clone()
	params.Delete(memberFile)
	params.Delete(memberData)
	in := rest.Inner{
		Actor: r.Actor, Method: t.method, Path: t.base, Params: params, Body: bytes.NewReader(data),
		Header: http.Header{
			"Content-Type":        {"application/octet-stream"},
			"Content-Disposition": {mime.FormatMediaType("attachment", map[string]string{"filename": name})},
		},
	}
	if dry {
		if refused := r.May(ctx, in); refused != nil {
			return nil, refused
		}
		rules := media.Rules{Rights: filetype.Rights{UnfilteredHTML: r.Actor.Can("unfiltered_html")}}
		file, err := media.Accept(name, bytes.NewReader(data), rules)
		if err != nil {
			return nil, errArguments("A file of this name and content isn't taken.")
		}
		would := wire.NewObject("member", "file", "before", nil, "after", wire.NewObject("name", file.Name, "mime_type", file.MIME, "bytes", len(data)))
		return wire.NewObject(memberItem, &wire.Object{}, memberDryRun, true, "changes", []any{would}), nil
	}
	body, _, refused := r.Inner(scope.New(ctx), in)
	if refused != nil {
		return nil, refused
	}
	made := decoded(body)
	back := &inverse{Method: http.MethodDelete, Path: t.base + "/" + idOf(made.Get("id")), Params: map[string]any{"force": true}, Members: madeMembers}
	var id int64
	err = s.DB.InTx(ctx, func(ctx context.Context) (err error) {
		id, err = s.record(ctx, r, t, back, made)
		return err
	})
	if err != nil {
		return nil, s.failed(ctx, t, err)
	}
	return wire.NewObject(memberItem, body, memberDryRun, false, memberCall, id), nil
}

// digest is what some members of an item are now.
func digest(item *wire.Object, members []string) string {
	sum := sha256.New()
	for _, name := range members {
		fmt.Fprintf(sum, "%s=%s\n", url.QueryEscape(name), wire.Encode(plain(item.Get(name)), nil))
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// lifted is the caller without the bounds of its password.
func lifted(a access.Actor) access.Actor { return a.Within(access.ScopePublish) }
