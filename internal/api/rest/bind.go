package rest

import (
	"fmt"
	"net/http"
	"strings"

	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// bind gives the request its endpoint's view of the parameters: declared names
// become seed names, path variables and defaults join, then required, checks
// and cleaning. The order of the checks is part of the contract.
func (r *Request) bind(vars *wire.Object) *fault.Error {
	r.translate(vars)
	r.applyDefaults()
	return r.check()
}

// translate translates names and adds path variables.
//
// Compat (TestParameterSources): a parameter in body or query stands before the one of the
// same name in the path. Permissions and handlers read the same value.
func (r *Request) translate(vars *wire.Object) {
	if names := r.names(); names != nil && !r.Embedded {
		for i, s := range r.sources {
			r.sources[i].params = r.Endpoint.inside(s.params, names)
		}
		vars = r.Endpoint.inside(vars, names)
	}
	r.sources = append(r.sources, source{fromPath, vars})
}

// applyDefaults adds the defaults.
func (r *Request) applyDefaults() {
	defaults := &wire.Object{}
	defaults.Grow(2)
	for i := range r.Endpoint.Args {
		a := &r.Endpoint.Args[i]
		if a.Schema != nil && a.Schema.Default != nil && a.Schema.Default != schema.None {
			defaults.Set(a.Name, wire.CloneValue(a.Schema.Default))
		}
	}
	r.sources = append(r.sources, source{fromDefaults, defaults})
}

// inside renames declared arguments to seed names, with the names inside their
// values. Undeclared parameters stay as they are, but one that is called like
// an argument that the dialect has another name for gets a name that nothing
// has: it would be taken for it.
func (e *Endpoint) inside(params *wire.Object, names schema.Names) *wire.Object {
	if params.Len() == 0 {
		return params
	}
	out := &wire.Object{}
	out.Grow(params.Len())
	for _, m := range params.Members() {
		name := names.FromSymbol(m.Key)
		if a := e.arg(name); a != nil {
			out.Set(name, a.Schema.FromWire(m.Value, names))
			continue
		}
		if e.arg(m.Key) != nil {
			// The name of an argument, but not in this dialect.
			m.Key = name
		}
		out.Set(m.Key, m.Value)
	}
	return out
}

func (e *Endpoint) arg(name string) *Arg {
	for i := range e.Args {
		if e.Args[i].Name == name {
			return &e.Args[i]
		}
	}
	return nil
}

func (r *Request) check() *fault.Error {
	if err := r.checkRequired(); err != nil {
		return err
	}
	if err := r.checkFirstPass(); err != nil {
		return err
	}
	if r.Endpoint.Validate != nil {
		if err := r.Endpoint.Validate(r); err != nil {
			return err
		}
	}
	return r.clean()
}

// Symbol is a declared name as the answer prints it.
func (r *Request) Symbol(name string) string { return r.wireName(name) }

func (r *Request) wireName(name string) string {
	if names := r.names(); names != nil {
		return names.Symbol(name)
	}
	return name
}

func (r *Request) checkRequired() *fault.Error {
	var missing []string
	for i := range r.Endpoint.Args {
		if a := &r.Endpoint.Args[i]; a.Required && r.value(a.Name) == nil {
			missing = append(missing, r.wireName(a.Name))
		}
	}
	if missing == nil {
		return nil
	}
	return fault.BadRequest("rest_missing_callback_param", "Missing parameter(s): %s").Filled(strings.Join(missing, ", ")).
		With("params", wire.Strings(missing))
}

// problems collects what is wrong with parameters; nil is nothing.
type problems struct {
	names   []string
	params  wire.Object
	details wire.Object
}

func (p *problems) add(name string, err *fault.Error) *problems {
	if p == nil {
		p = &problems{}
	}
	if !p.params.Has(name) {
		p.names = append(p.names, name)
	}
	text := err.Message
	for _, m := range err.More {
		text += " " + m.Message
	}
	p.params.Set(name, wire.Text(text))
	if err.Code != "" {
		p.details.Set(name, detail(err))
	}
	return p
}

// detail is the printed form of a problem inside another: its data is null
// when it has none.
func detail(err *fault.Error) *wire.Object {
	o := wire.NewObject("code", err.Code, "message", wire.Text(err.Message), "data", nil)
	data := &wire.Object{}
	if err.Status != 0 {
		data.Set("status", err.Status)
	}
	for _, m := range err.Data.Members() {
		data.Set(m.Key, m.Value)
	}
	if data.Len() > 0 {
		o.Set("data", data)
	}
	if len(err.ExtraData) > 0 {
		o.Set("additional_data", err.ExtraData)
	}
	if len(err.More) > 0 {
		more := make([]any, len(err.More))
		for i, m := range err.More {
			more[i] = detail(m)
		}
		o.Set("additional_errors", more)
	}
	return o
}

func (p *problems) fault() *fault.Error {
	if p == nil {
		return nil
	}
	p.details.Loose = true
	return fault.BadRequest("rest_invalid_param", "Invalid parameter(s): %s").Filled(strings.Join(p.names, ", ")).
		With("params", &p.params).With("details", &p.details)
}

// Invalid is the answer of a check that says no without a reason of its own.
func Invalid() *fault.Error { return &fault.Error{Message: "The parameter is invalid."} }

// InvalidParam is the answer to one bad parameter that a handler finds late.
func InvalidParam(name string, err *fault.Error) *fault.Error {
	var p *problems
	return p.add(name, err).fault()
}

func (r *Request) checkFirstPass() *fault.Error {
	var p *problems
	for i := range r.Endpoint.Args {
		a := &r.Endpoint.Args[i]
		if a.Validate == nil && !a.FirstPass {
			continue
		}
		v := r.value(a.Name)
		if v == nil {
			continue
		}
		name := r.wireName(a.Name)
		var err *fault.Error
		if a.Validate != nil {
			if err = a.Schema.ValidateLength(v, name); err == nil {
				err = a.Validate(r, v, name)
			}
		} else {
			err = a.Schema.Validate(v, name)
		}
		if err != nil {
			p = p.add(name, r.refused(err))
		}
	}
	return p.fault()
}

// clean cleans every given value of every declared argument, also those that
// another source overrides. Arguments of the second wave are checked here.
func (r *Request) clean() *fault.Error {
	var p *problems
	for _, s := range r.sources {
		for _, m := range s.params.Members() {
			a := r.Endpoint.arg(m.Key)
			if a == nil || a.Raw || a.Schema == nil {
				continue
			}
			v, err := a.cleaned(r, m.Value, r.wireName(m.Key))
			if err != nil {
				p = p.add(r.wireName(m.Key), r.refused(err))
				continue
			}
			s.params.Set(m.Key, v)
		}
	}
	return p.fault()
}

func (a *Arg) cleaned(r *Request, v any, name string) (any, *fault.Error) {
	if a.Sanitize != nil {
		if err := a.Schema.ValidateLength(v, name); err != nil {
			return nil, err
		}
		return a.Sanitize(r, v)
	}
	if len(a.Schema.Types) == 0 && a.Schema.OneOf == nil && a.Schema.AnyOf == nil {
		return v, nil
	}
	if !a.FirstPass && a.Validate == nil {
		if err := a.Schema.Validate(v, name); err != nil {
			return nil, err
		}
	}
	return a.Schema.Sanitize(v, name)
}

// checkDeclaration panics on an endpoint that can't work: the program is
// wrong, and must not start.
func (e *Endpoint) checkDeclaration(route *Route) {
	switch {
	case e.Allow == nil:
		panic(fmt.Sprintf("rest: %s %s has no permission", strings.Join(e.Methods, ","), route.Pattern))
	case e.Handle == nil:
		panic(fmt.Sprintf("rest: %s %s has no handler", strings.Join(e.Methods, ","), route.Pattern))
	case len(e.Methods) == 0:
		panic("rest: " + route.Pattern + " has an endpoint without methods")
	}
	seen := map[string]bool{}
	for _, a := range e.Args {
		if seen[a.Name] {
			panic(fmt.Sprintf("rest: %s declares %s twice", route.Pattern, a.Name))
		}
		if a.Schema == nil {
			panic(fmt.Sprintf("rest: %s declares %s without a schema", route.Pattern, a.Name))
		}
		seen[a.Name] = true
	}
}

// IsWrite tells whether requests of a method may change something.
func IsWrite(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}
