package entry

import (
	"quoin/internal/content"
	"quoin/internal/rest"
	"quoin/internal/schema"
	"quoin/internal/wire"
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
		add("action-publish", "The current user can publish this post.", "status",
			wire.NewObject("type", "string", "enum", []any{"publish", "future"}))
	}
	add("action-unfiltered-html", "The current user can post unfiltered HTML markup and JavaScript.", "content",
		wire.NewObject("raw", wire.NewObject("type", "string")))
	if t.Name == content.TypePost {
		add("action-sticky", "The current user can sticky this post.", "sticky", wire.NewObject("type", "boolean"))
	}
	if t.Has("author") {
		add("action-assign-author", "The current user can change the author on this post.", "author", wire.NewObject("type", "integer"))
	}
	for _, tax := range res.fields().restTaxonomies() {
		list := wire.NewObject("type", "array", "items", wire.NewObject("type", "integer"))
		add("action-assign-"+tax.RESTBase, "The current user can assign terms in the "+tax.Name+" taxonomy.", tax.RESTBase, list)
		add("action-create-"+tax.RESTBase, "The current user can create terms in the "+tax.Name+" taxonomy.", tax.RESTBase, list)
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
