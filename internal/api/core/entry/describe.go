package entry

import (
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Schema is the published description of the resource: its fields, and the
// links that items have for callers who may do more than read.
func (res *Resource) Schema() *schema.Schema {
	res.prepare()
	links := res.describeLinks()
	return res.rest.Schema().With(func(s *schema.Schema) { s.Extra = wire.NewObject("links", links) })
}

func (res *Resource) describeLinks() []any {
	var out []any
	add := func(rel, title, member string, target *wire.Object) {
		out = append(out, wire.NewObject(
			"rel", wire.Symbol(rest.CURIE+rel), "title", title, "href", rest.Path(res.base, "/{id}"),
			"targetSchema", wire.NewObject("type", "object", "properties", symbolMember(member, target)),
		))
	}
	t := res.Type
	if t.Name != content.TypeAttachment {
		add("action-publish", "The caller may publish the entry.", "status",
			wire.NewObject("type", "string", "enum", []any{"publish", "future"}))
	}
	add("action-unfiltered-html", "The caller may write any HTML, scripts too.", "content",
		wire.NewObject("raw", wire.NewObject("type", "string")))
	if t.Sticky {
		add("action-sticky", "The caller may keep the post on top of lists.", "sticky", wire.NewObject("type", "boolean"))
	}
	if t.Has("author") {
		add("action-assign-author", "The caller may give the entry another author.", "author", wire.NewObject("type", "integer"))
	}
	for _, tax := range res.fields().restTaxonomies() {
		list := wire.NewObject("type", "array", "items", wire.NewObject("type", "integer"))
		add("action-assign-"+tax.RESTBase, "The caller may put terms of this taxonomy on entries.", tax.RESTBase, list)
		add("action-create-"+tax.RESTBase, "The caller may add terms to this taxonomy.", tax.RESTBase, list)
	}
	for _, l := range res.MoreLinks {
		add(l.Rel, l.Title, l.Member, wire.NewObject("type", l.Type))
	}
	return out
}

func symbolMember(name string, v any) *wire.Object {
	o := &wire.Object{}
	o.SetSymbol(name, v)
	return o
}

// LinkDescription is a published description of a link.
type LinkDescription struct{ Rel, Title, Member, Type string }
