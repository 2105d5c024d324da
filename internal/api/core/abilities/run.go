package abilities

import (
	"fmt"
	"net/http"

	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	errMethod  = fault.New(405, "rest_ability_invalid_method", "Abilities that only read are run with GET.")
	errExecute = fault.Denied("rest_ability_cannot_execute", "You aren't allowed to run this ability.")
	errOutput  = fault.New(500, "ability_invalid_output", "The ability gave something that doesn't fit its schema.")
)

func runSchema() *schema.Schema {
	s := schema.Obj([]schema.Property{{
		Name: "result", Schema: schema.New("", "What the ability gave.", rest.NotEmbed, schema.Readonly(),
			schema.Types(schema.Integer, schema.Number, schema.Boolean, schema.String, schema.Array, schema.Object, schema.Null)),
	}}, "")
	s.Title = "ability-execution"
	return s
}

// given is what an ability is run with: of the query, where there is no body.
func given(r *rest.Request, a *ability) (any, *fault.Error) {
	v := argInput.Value(r)
	if r.Method == http.MethodGet || r.Method == http.MethodDelete {
		v, _ = argInput.Query(r)
	}
	if v == nil {
		return a.input.Default, nil
	}
	refused := func(err *fault.Error) *fault.Error {
		return fault.BadRequest("ability_invalid_input", fmt.Sprintf("Ability %q has invalid input. Reason: %s", a.name, err.Message))
	}
	if err := a.input.Validate(v, "input"); err != nil {
		return nil, refused(err)
	}
	clean, err := a.input.Sanitize(v, "input")
	if err != nil {
		return nil, refused(err)
	}
	return clean, nil
}

// allowRun refuses in this order: no such ability, the wrong method, bad
// input, no right.
func (s *service) allowRun(r *rest.Request) error {
	a := s.find(r)
	switch {
	case a == nil:
		return errAbility
	case r.Method != http.MethodGet:
		return errMethod
	}
	if _, err := given(r, a); err != nil {
		return err
	}
	if !a.may(r.Actor) {
		return errExecute
	}
	return nil
}

func (s *service) run(r *rest.Request) (*rest.Response, error) {
	a := s.find(r)
	input, bad := given(r, a)
	if bad != nil {
		return nil, bad
	}
	all, err := a.run(r)
	if err != nil {
		return nil, err
	}
	out := a.choose(all, input)
	if bad := a.output.Validate(out, "output"); bad != nil {
		s.Log.Error("ability gave what it must not", "ability", a.name, "error", bad)
		return nil, errOutput
	}
	return rest.OK(out), nil
}

// choose keeps the members that the input asks for; all without any.
func (a *ability) choose(all *wire.Object, input any) *wire.Object {
	o, _ := input.(*wire.Object)
	list, ok := schema.AsList(o.Get("fields"))
	if !ok || len(list) == 0 {
		return all
	}
	out := wire.Map()
	if a.asked {
		for _, name := range list {
			out.Set(schema.ToText(name), all.Get(schema.ToText(name)))
		}
		return out
	}
	wanted := map[string]bool{}
	for _, name := range list {
		wanted[schema.ToText(name)] = true
	}
	for _, m := range all.Members() {
		if wanted[m.Key] {
			out.Set(m.Key, m.Value)
		}
	}
	return out
}
