package changes

import (
	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// How many changes one answer has.
const (
	usualLimit = 100
	mostLimit  = 1000
)

// changeSchema describes one change.
func (s *feed) changeSchema() *schema.Schema {
	p := func(name string, s *schema.Schema) schema.Property { return schema.Property{Name: name, Schema: s} }
	return schema.Obj([]schema.Property{
		p("cursor", schema.Str("The place in the feed after this change.")),
		p("time", schema.Str("When it was made, in UTC.", schema.Format(schema.DateTime))),
		p("event", schema.Str("What happened, as far as the caller sees it.", schema.Enum("created", "updated", "deleted"))),
		p("object", schema.Str("The kind of what changed.", schema.Enum(kindEntry, kindTerm, kindComment, kindUser, kindOption))),
		p("type", schema.Str("The type of an entry, the taxonomy of a term, or the kind.", schema.Symbols())),
		p("id", schema.Int("Its id; 0 for options.")),
		p("name", schema.Str("Its slug, or the name of the option.")),
		p("path", schema.Str("Its address on the site; for what is deleted, the one it had.")),
		p("previous_path", schema.Str("The address that it had before, when that was another.")),
		p("entry", schema.Int("The entry of a comment.")),
		p("public", schema.Bool("Whether readers see it now.")),
	}, "")
}

func (s *feed) feedSchema() *schema.Schema {
	f := schema.Obj([]schema.Property{
		{Name: "changes", Schema: schema.List(s.changeSchema(), "The changes, in order.")},
		{Name: "cursor", Schema: schema.Str("Where to go on.")},
		{Name: "more", Schema: schema.Bool("Whether there is more right away.")},
	}, "")
	f.Title = "changes"
	return f
}

func (s *feed) feedRoutes() []rest.Route {
	since := argSince.Arg(schema.Str("Cursor of an answer or a change: what followed it is told."))
	types := argTypes.Arg(schema.List(schema.Str("", schema.Enum(s.typeNames()...), schema.Symbols()),
		"Types of entries, taxonomies, comment, user and option: only changes of these are told.", schema.MaxItems(100)))
	limit := argLimit.Arg(schema.Int("How many changes are told at most.", schema.Default(int64(usualLimit)), schema.Min(1), schema.Max(mostLimit)))
	return []rest.Route{
		{
			Namespace: namespace, Pattern: "/" + namespace + "/changes", Schema: s.feedSchema,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Allow: rest.Public, Handle: s.feed, Args: []rest.Arg{since, types, limit}}},
		},
		{
			Namespace: namespace, Pattern: "/" + namespace + "/changes/stream",
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Allow: rest.Public, Handle: s.openStream, Args: []rest.Arg{since, types}, Answers: rest.ShapeEvents}},
		},
	}
}

// viewerOf is the viewer that a request is made by.
func (s *feed) viewerOf(r *rest.Request) *viewer {
	v := s.history.viewerFor(r.Actor)
	if list := argTypes.Of(r); len(list) > 0 {
		v.types = map[string]bool{}
		for _, name := range list {
			v.types[name] = true
		}
	}
	return v
}

// feed tells what changed since a cursor, or without one, where to start.
func (s *feed) feed(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	scope.NoStore(ctx) // the next moment there may be more
	v := s.viewerOf(r)
	if err := s.recorder.numbered(ctx); err != nil {
		return nil, err
	}
	var list []seen
	var end position
	var more bool
	if !argSince.Has(r) {
		var err error
		if end, err = s.history.newest(ctx, v.publicOnly()); err != nil {
			return nil, err
		}
	} else {
		from, err := s.history.parseCursor(ctx, argSince.Of(r))
		if err != nil {
			return nil, err
		}
		if list, end, more, err = s.history.page(ctx, v, from, int(argLimit.Of(r))); err != nil {
			return nil, err
		}
		if known, err := s.history.complete(ctx, from, v.publicOnly()); err != nil || !known {
			return nil, orGone(err)
		}
	}
	changes, cursor, err := s.history.objects(ctx, list, end)
	if err != nil {
		return nil, err
	}
	return rest.OK(wire.NewObject("changes", changes, "cursor", cursor, "more", more)).SetHeader("Cache-Control", "no-store"), nil
}

// orGone is an error, or the refusal of a cursor.
func orGone(err error) error {
	if err != nil {
		return err
	}
	return errGone
}

var errNoStream = fault.New(406, "quoin_no_stream", "This address answers with a stream of events: ask with the header Accept: text/event-stream.")
