package changes

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// mostURL bounds the address of a webhook.
const mostURL = 2000

func (s *webhooks) hookArgs() []rest.Arg {
	names := func(list []string, text string, options ...schema.Option) *schema.Schema {
		return schema.List(schema.Str("", append(options, schema.Enum(list...))...), text, schema.MaxItems(100))
	}
	longest := mostURL
	address := schema.Str("The address that is told, by POST.", schema.MinLen(1))
	address.MaxLength = &longest
	return []rest.Arg{
		argURL.Arg(address),
		argName.Arg(schema.Str("A name for people.")),
		argEvents.Arg(names(eventNames(), "The events that it is told of; none means all.")),
		argTypes.Arg(names(s.typeNames(), "The types that it is told of; none means all.", schema.Symbols())),
		argAudience.Arg(schema.Str("Whether it is told what readers see, or what editors see.", schema.Enum(audienceReaders, audienceEditors))),
		argActive.Arg(schema.Bool("Whether it is told. One that is switched on again goes on where it stopped.")),
	}
}

func (s *webhooks) hookSchema() *schema.Schema {
	p := func(name string, s *schema.Schema) schema.Property { return schema.Property{Name: name, Schema: s} }
	list := []schema.Property{p("id", schema.Int("Id.", schema.Readonly()))}
	for _, a := range s.hookArgs() {
		list = append(list, p(a.Name, a.Schema))
	}
	list = append(list,
		p("note", schema.Str("Why it was switched off.", schema.Readonly())),
		p("created", schema.Str("When it was made, in UTC.", schema.Readonly())),
		p("failing_since", schema.New("", "Since when nothing was delivered; null while it works.", schema.Types(schema.String, schema.Null), schema.Readonly())),
		p("next_try", schema.New("", "When it is tried again; null while it works.", schema.Types(schema.String, schema.Null), schema.Readonly())),
		p("secret", schema.Str("The secret that deliveries are signed with. Only told when it is made.", schema.Readonly())),
	)
	o := schema.Obj(list, "")
	o.Title = "webhook"
	return o
}

func (s *webhooks) deliverySchema() *schema.Schema {
	p := func(name string, s *schema.Schema) schema.Property { return schema.Property{Name: name, Schema: s} }
	o := schema.Obj([]schema.Property{
		p("id", schema.Int("Id.")),
		p("webhook", schema.Int("The webhook.")),
		p("message", schema.Str("The id that the receiver gets, the same however often it is sent.")),
		p("kind", schema.Str("What it is.", schema.Enum(kindChanges, kindPing))),
		p("state", schema.Str("What came of it.", schema.Enum(stateOpen, stateDone, stateFailed))),
		p("attempts", schema.Int("How often it was sent.")),
		p("changes", schema.Int("How many changes it tells.")),
		p("created", schema.Str("When it was made, in UTC.")),
		p("tried", schema.New("", "When it was sent last.", schema.Types(schema.String, schema.Null))),
		p("took_ms", schema.Int("How long that took, in milliseconds.")),
		p("status", schema.Int("The status of the answer; 0 for none.")),
		p("answer", schema.Str("The beginning of the answer.")),
		p("error", schema.Str("Why there was no answer.")),
		p("payload", schema.Str("What is sent; only told of a single delivery.")),
	}, "")
	o.Title = "webhook_delivery"
	return o
}

func (s *webhooks) hookRoutes() []rest.Route {
	id := rest.ID.Arg(schema.Int("Id of the webhook."))
	delivery := argDelivery.Arg(schema.Int("Id of the delivery."))
	args := s.hookArgs()
	create := slices.Clone(args[:len(args)-1])
	create[0].Required = true
	change := append([]rest.Arg{id}, args...)
	change = append(change, argNewSecret.Arg(schema.Bool("Makes another secret, and tells it.", schema.Default(false))))
	route := func(tail string, of func() *schema.Schema, endpoints ...rest.Endpoint) rest.Route {
		for i := range endpoints {
			endpoints[i].Allow = rest.Manage
		}
		return rest.Route{Namespace: namespace, Pattern: "/" + namespace + "/webhooks" + tail, Schema: of, Endpoints: endpoints}
	}
	const one = `/(?P<id>[\d]{1,18})`
	const oneDelivery = one + `/deliveries/(?P<delivery>[\d]{1,18})`
	return []rest.Route{
		route("", s.hookSchema,
			rest.Endpoint{Methods: rest.Readable, Handle: s.listHooks, Answers: rest.ShapeList},
			// Names are looked up, and other sites asked, outside of transactions.
			rest.Endpoint{Methods: rest.Creatable, Handle: s.createHook, Args: create, NoTransaction: true}),
		route(one, s.hookSchema,
			rest.Endpoint{Methods: rest.Readable, Handle: s.readHook, Args: []rest.Arg{id}},
			rest.Endpoint{Methods: rest.Editable, Handle: s.changeHook, Args: change, NoTransaction: true},
			rest.Endpoint{Methods: rest.Deletable, Handle: s.removeHook, Args: []rest.Arg{id}}),
		route(one+"/test", s.deliverySchema, rest.Endpoint{Methods: rest.Creatable, Handle: s.testHook, Args: []rest.Arg{id}, NoTransaction: true, Status: http.StatusOK}),
		route(one+"/deliveries", s.deliverySchema, rest.Endpoint{Methods: rest.Readable, Handle: s.listDeliveries, Answers: rest.ShapeList, Args: []rest.Arg{
			id,
			rest.Page.Arg(schema.Int("Which page of the list.", schema.Default(int64(1)), schema.Min(1), schema.Max(1e6))),
			rest.PerPageArg("deliveries", 10, 100),
			argState.Arg(schema.Str("Limit the list to deliveries in a state.", schema.Enum(stateOpen, stateDone, stateFailed))),
		}}),
		route(oneDelivery, s.deliverySchema, rest.Endpoint{Methods: rest.Readable, Handle: s.readDelivery, Args: []rest.Arg{id, delivery}}),
		route(oneDelivery+"/redeliver", s.deliverySchema, rest.Endpoint{Methods: rest.Creatable, Handle: s.redeliverOne, Args: []rest.Arg{id, delivery}, Status: http.StatusAccepted}),
	}
}

// moment is a time as it is told, nil for none.
func moment(ms int64) any {
	if ms == 0 {
		return nil
	}
	return time.UnixMilli(ms).UTC().Format(time.RFC3339)
}

func (h *hook) object() *wire.Object {
	types := make([]any, len(h.Types))
	for i, t := range h.Types {
		types[i] = wire.Symbol(t)
	}
	next := moment(h.NextAt)
	if !h.Active || h.FailingSince == 0 {
		next = nil
	}
	return wire.NewObject("id", h.ID, "url", h.URL, "name", h.Name, "events", wire.Strings(h.Events), "types", types, "audience", h.Audience,
		"active", h.Active, "note", h.Note, "created", moment(h.Created), "failing_since", moment(h.FailingSince), "next_try", next)
}

func (d *delivery) object() *wire.Object {
	return wire.NewObject("id", d.ID, "webhook", d.Hook, "message", d.Token, "kind", d.Kind, "state", d.State, "attempts", d.Attempts, "changes", d.Changes,
		"created", moment(d.Created), "tried", moment(d.Tried), "took_ms", d.Took, "status", d.Status, "answer", d.Answer, "error", d.Error)
}

func (s *webhooks) listHooks(r *rest.Request) (*rest.Response, error) {
	list, err := s.hooks(r.Context(), "ORDER BY id")
	out := make([]any, len(list))
	for i, h := range list {
		out[i] = h.object()
	}
	return rest.OK(out), err
}

func (s *webhooks) readHook(r *rest.Request) (*rest.Response, error) {
	h, err := s.hook(r.Context(), rest.ID.Of(r))
	if err != nil {
		return nil, err
	}
	return rest.OK(h.object()), nil
}

// take puts what a request gives into a webhook.
func (h *hook) take(r *rest.Request) {
	argURL.To(r, &h.URL)
	argAudience.To(r, &h.Audience)
	if argName.Has(r) {
		h.Name = nameOf(argName.Of(r))
	}
	argEvents.To(r, &h.Events)
	argTypes.To(r, &h.Types)
}

// nameOf is a name as it is kept.
func nameOf(text string) string {
	const longest = 200
	runes := []rune(clean.TextField(text))
	return string(runes[:min(len(runes), longest)])
}

func (s *webhooks) createHook(r *rest.Request) (*rest.Response, error) {
	h := &hook{Audience: audienceReaders}
	h.take(r)
	return s.addHook(r.Context(), h)
}

// addHook makes a webhook, and answers it with its secret.
func (s *webhooks) addHook(ctx context.Context, h *hook) (*rest.Response, error) {
	if err := s.checkURL(ctx, h.URL); err != nil {
		return nil, err
	}
	secret, err := s.insertHook(ctx, h)
	if err != nil {
		return nil, err
	}
	o := h.object()
	o.Set("secret", secret)
	return rest.Created(rest.Path("/"+namespace+"/webhooks/"+strconv.FormatInt(h.ID, 10)), func(*rest.Request) (any, error) { return o, nil }), nil
}

func (s *webhooks) changeHook(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	if argURL.Has(r) {
		if err := s.checkURL(ctx, argURL.Of(r)); err != nil {
			return nil, err
		}
	}
	var h *hook
	secret := ""
	err := s.DB.InTx(ctx, func(ctx context.Context) (err error) {
		if h, err = s.hook(ctx, rest.ID.Of(r)); err != nil {
			return err
		}
		h.take(r)
		if argNewSecret.Of(r) {
			secret = newSecret()
			if h.Secret, err = s.Secrets.Seal(ctx, sealedSecrets, secret); err != nil {
				return err
			}
		}
		if argActive.Has(r) {
			if on := argActive.Of(r); on && !h.Active {
				if err := s.enable(ctx, h); err != nil {
					return err
				}
			} else {
				h.Active = on
			}
		}
		return s.updateHook(ctx, h)
	})
	if err != nil {
		return nil, err
	}
	o := h.object()
	if secret != "" {
		o.Set("secret", secret)
	}
	return rest.OK(o), nil
}

// enable switches a webhook on again: it goes on where it stopped.
func (s *webhooks) enable(ctx context.Context, h *hook) error {
	h.Active, h.Note, h.NextAt, h.FailingSince = true, "", 0, 0
	return s.start(ctx, h.ID, 0)
}

func (s *webhooks) removeHook(r *rest.Request) (*rest.Response, error) {
	h, err := s.hook(r.Context(), rest.ID.Of(r))
	if err != nil {
		return nil, err
	}
	if err := s.deleteHook(r.Context(), h.ID); err != nil {
		return nil, err
	}
	return rest.OK(wire.NewObject("deleted", true, "previous", h.object())), nil
}

// testHook sends a ping and waits for what comes of it.
func (s *webhooks) testHook(r *rest.Request) (*rest.Response, error) {
	h, err := s.hook(r.Context(), rest.ID.Of(r))
	if err != nil {
		return nil, err
	}
	d, err := s.ping(r.Context(), h)
	if err != nil {
		return nil, err
	}
	return rest.OK(d.object()), nil
}

func (s *webhooks) listDeliveries(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	h, err := s.hook(ctx, rest.ID.Of(r))
	if err != nil {
		return nil, err
	}
	which, args := "WHERE hook_id = ?", []any{h.ID}
	if state := argState.Of(r); state != "" {
		which, args = which+" AND state = ?", append(args, state)
	}
	var total int64
	if _, err := s.DB.QueryRow(ctx, "SELECT COUNT(*) FROM changes_delivery "+which, args, &total); err != nil {
		return nil, err
	}
	per := rest.PerPage.Of(r)
	list, err := s.deliveries(ctx, which+" ORDER BY id DESC LIMIT ? OFFSET ?", append(args, per, (rest.Page.Of(r)-1)*per)...)
	out := make([]any, len(list))
	for i, d := range list {
		out[i] = d.object()
	}
	res := rest.OK(out)
	res.Page = &rest.PageInfo{Total: int(total), Page: int(rest.Page.Of(r)), PerPage: int(per)}
	return res, err
}

func (s *webhooks) readDelivery(r *rest.Request) (*rest.Response, error) {
	d, err := s.deliveryOf(r.Context(), rest.ID.Of(r), argDelivery.Of(r))
	if err != nil {
		return nil, err
	}
	o := d.object()
	o.Set("payload", d.Payload)
	return rest.OK(o), nil
}

// redeliverOne notes that a delivery is to be sent again.
func (s *webhooks) redeliverOne(r *rest.Request) (*rest.Response, error) {
	d, err := s.deliveryOf(r.Context(), rest.ID.Of(r), argDelivery.Of(r))
	if err != nil {
		return nil, err
	}
	if err := s.redeliver(r.Context(), d); err != nil {
		return nil, err
	}
	return &rest.Response{Status: http.StatusAccepted, Body: d.object()}, nil
}
