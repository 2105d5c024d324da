package fields

import (
	"slices"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// argFields is how lists are filtered; orderPrefix begins what they are ordered by.
var argFields = rest.ObjectParam("fields")

const orderPrefix = "fields."

// maxValues bounds the values of one filter.
const maxValues = 100

// list is what the lists of a type's entries get.
type list struct {
	*env.Env
	typ    string
	fields []definition.Field // indexed, and shown
}

// ops are the comparisons by the names that they have in requests.
var ops = []struct {
	name string
	op   content.FieldOp
}{
	{"in", content.FieldIs}, {"gt", content.FieldAbove}, {"gte", content.FieldFrom}, {"lt", content.FieldBelow}, {"lte", content.FieldUpTo},
	{"like", content.FieldContains}, {"exists", content.FieldExists},
}

// added is the argument, the orders, and what they do to the query.
func (l *list) added() env.Added[*content.Entry, content.Query] {
	out := env.Added[*content.Entry, content.Query]{Filter: l.filter}
	var properties []schema.Property
	for _, f := range l.fields {
		properties = append(properties, schema.Property{Name: f.Key, Schema: l.describe(f)})
		if !f.Index.Many {
			out.Orders = append(out.Orders, orderPrefix+f.Key)
		}
	}
	arg := argFields.Arg(schema.Obj(properties, "Limit the list to entries with these values of fields.", schema.Strict()))
	arg.Raw = true
	arg.Validate = func(_ *rest.Request, v any, _ string) *fault.Error {
		_, bad := l.parse(v)
		return bad
	}
	out.Args = []rest.Arg{arg}
	return out
}

// describe is the schema of the filter by a field: a value, or comparisons.
func (l *list) describe(f definition.Field) *schema.Schema {
	one := &schema.Schema{Types: valueTypes(f)}
	var properties []schema.Property
	for _, o := range ops {
		s := one
		switch o.op {
		case content.FieldIs:
			s = schema.List(one, "", schema.MaxItems(maxValues))
		case content.FieldExists:
			s = schema.Bool("")
		case content.FieldContains:
			if f.Index.Kind != content.FieldText {
				continue
			}
		}
		properties = append(properties, schema.Property{Name: o.name, Schema: s})
	}
	return schema.Obj(properties, f.Label, schema.Strict(), schema.Types(append(valueTypes(f), schema.Object)...))
}

func valueTypes(f definition.Field) []string {
	if f.Index.Kind == content.FieldNumber {
		return []string{schema.Number, schema.Boolean}
	}
	return []string{schema.String}
}

// filters are those that are asked for.
func (l *list) parse(v any) ([]content.FieldFilter, *fault.Error) {
	asked, ok := v.(*wire.Object)
	if !ok {
		return nil, refuse("fields", "it names fields, as in fields[price][gte]=10")
	}
	var out []content.FieldFilter
	for _, m := range asked.Members() {
		path := "fields[" + m.Key + "]"
		at := slices.IndexFunc(l.fields, func(f definition.Field) bool { return f.Key == m.Key })
		if at < 0 {
			return nil, refuse(path, "lists of these entries can't be filtered by this field")
		}
		f := *l.fields[at].Index
		compared, several := m.Value.(*wire.Object)
		if !several {
			filter, bad := compare(f, content.FieldIs, m.Value, path)
			if bad != nil {
				return nil, bad
			}
			out = append(out, filter)
			continue
		}
		for _, c := range compared.Members() {
			path := path + "[" + c.Key + "]"
			i := slices.IndexFunc(ops, func(o struct {
				name string
				op   content.FieldOp
			}) bool {
				return o.name == c.Key
			})
			if i < 0 {
				return nil, refuse(path, "the comparisons are in, gt, gte, lt, lte, like and exists")
			}
			filter, bad := compare(f, ops[i].op, c.Value, path)
			if bad != nil {
				return nil, bad
			}
			out = append(out, filter)
		}
	}
	return out, nil
}

// compare is one filter.
func compare(f content.IndexedField, op content.FieldOp, v any, path string) (content.FieldFilter, *fault.Error) {
	filter := content.FieldFilter{Field: f, Op: op}
	switch op {
	case content.FieldExists:
		s := schema.Bool("")
		if bad := s.Validate(v, path); bad != nil {
			return filter, refuse(path, "it is true or false")
		}
		if yes, _ := s.Sanitize(v, path); yes != true {
			filter.Op = content.FieldIsEmpty
		}
		return filter, nil
	case content.FieldContains:
		if f.Kind != content.FieldText {
			return filter, refuse(path, "only texts can be searched")
		}
	case content.FieldIs:
		list, many := v.([]any)
		if text, ok := v.(string); ok && strings.HasSuffix(path, "[in]") {
			list, many = nil, true
			for one := range strings.SplitSeq(text, ",") {
				list = append(list, strings.TrimSpace(one))
			}
		}
		if many {
			if len(list) == 0 || len(list) > maxValues {
				return filter, refuse(path, "give between 1 and 100 values")
			}
			for _, one := range list {
				if !f.Takes(one) {
					return filter, refuse(path, "this is no "+string(f.Kind)+" to compare with")
				}
			}
			filter.Values = list
			return filter, nil
		}
	}
	if !f.Takes(v) {
		return filter, refuse(path, "this is no "+string(f.Kind)+" to compare with")
	}
	filter.Values = []any{v}
	return filter, nil
}

func refuse(path, message string) *fault.Error {
	return &fault.Error{Message: path + ": " + message + "."}
}

// filter adds to the query what the request asks of fields.
func (l *list) filter(r *rest.Request, q *content.Query) error {
	ready := func(key string) error { return l.readable(r, key) }
	if argFields.Has(r) {
		asked, bad := l.parse(argFields.Value(r))
		if bad != nil {
			return rest.InvalidParam(argFields.Name, bad)
		}
		for _, f := range asked {
			if err := ready(f.Field.Key); err != nil {
				return err
			}
		}
		q.Fields = append(q.Fields, asked...)
	}
	key, ok := strings.CutPrefix(rest.OrderBy.Of(r), orderPrefix)
	if !ok {
		return nil
	}
	if err := ready(key); err != nil {
		return err
	}
	q.Order = []content.Order{{By: content.ByField, Field: key, Desc: rest.Order.Of(r) == "desc"}}
	return nil
}

// readable refuses fields that the answer doesn't show, since a filter would tell their
// values, and those whose index isn't finished.
func (l *list) readable(r *rest.Request, key string) error {
	for _, f := range l.fields {
		if f.Key != key {
			continue
		}
		if shown := f.Schema.Contexts; len(shown) > 0 && !slices.Contains(shown, r.ViewContext()) {
			return fault.BadRequest("rest_field_hidden", "The field "+key+" isn't shown in this context, and so lists can't go by it.").With("key", key)
		}
	}
	for _, f := range l.Definitions.Indexed(r.Context())[l.typ] {
		if f.Key == key && f.Ready {
			return nil
		}
	}
	return fault.BadRequest("rest_field_index_unfinished", "The index of the field "+key+" is being made; ask again later.").With("key", key)
}
