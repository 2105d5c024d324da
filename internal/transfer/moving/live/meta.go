package live

import (
	"context"
	"net/http"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// schemaOf learns which meta values the things of a route have.
func (r *reading) schemaOf(ctx context.Context, path string) error {
	if _, ok := r.fields[path]; ok {
		return nil
	}
	got, err := r.ask.send(ctx, http.MethodOptions, path)
	if err != nil {
		return err
	}
	o, _ := got.value.(*wire.Object)
	r.fields[path] = o.Object("schema").Object("properties").Object("meta").Object("properties")
	if r.fields[path] == nil {
		r.fields[path] = &wire.Object{}
	}
	return nil
}

// fieldsOfType are the schemas of the meta values of a type.
func (r *reading) fieldsOfType(name string) *wire.Object {
	for _, typ := range r.types {
		if typ.Text("slug") == name {
			return r.fields[route(typ)]
		}
	}
	return nil
}

// repeated tells whether a field holds values that are each stored by themselves. What is
// said of one value stands with the items then.
func repeated(field *wire.Object) bool {
	return field.Text("type") == schema.Array && !field.Has("title") && !field.Has("description") && !field.Has("default")
}

// metaOf are the meta values that a thing shows, as they are stored. What isn't stored is
// shown as the default, and so isn't taken.
func (r *reading) metaOf(path string, o *wire.Object) map[string][]string {
	out := map[string][]string{}
	fields := r.fields[path]
	for _, m := range o.Object("meta").Members() {
		field := fields.Object(m.Key)
		if list, ok := m.Value.([]any); ok && field != nil && repeated(field) {
			for _, v := range list {
				out[m.Key] = append(out[m.Key], serialised(v))
			}
			continue
		}
		value := serialised(m.Value)
		if field != nil && field.Has("default") && wire.Equal(field.Get("default"), m.Value) || !(field != nil && field.Has("default")) && (value == "" || value == "0" || value == "a:0:{}") {
			continue
		}
		out[m.Key] = []string{value}
	}
	return out
}
