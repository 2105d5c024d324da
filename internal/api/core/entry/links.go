package entry

import (
	"context"
	"strconv"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

func (res *Resource) fields() Fields { return Fields{res.Env, res.Type} }

// Path is the address of an entry of the resource.
func (res *Resource) Path(id int64, more ...string) wire.Ref {
	path := res.base + "/" + strconv.FormatInt(id, 10)
	for _, m := range more {
		path += m
	}
	return wire.Ref{Path: path}
}

// RefOf is the address of any entry that the API shows; ok is false for types
// that it doesn't.
func RefOf(types *content.Types, e *content.Entry) (ref wire.Ref, ok bool) {
	t := types.Get(e.Type)
	if t == nil || !t.REST || e.Type == content.TypeFontFace {
		return wire.Ref{}, false
	}
	return rest.Path(t.RESTRoot()+"/", e.ID), true
}

// links are the links of an entry, in the order of the reference.
func (res *Resource) links(r *rest.Request, e *content.Entry) []rest.Link {
	ctx, f := r.Context(), res.fields()
	id := strconv.FormatInt(e.ID, 10)
	self := res.Path(e.ID)
	out := make([]rest.Link, 0, 10+len(res.termLinks))
	out = append(out, rest.Link{Rel: "self", Href: self},
		rest.Link{Rel: "collection", Href: res.collection},
		rest.Link{Rel: "about", Href: rest.Path("/core/v2/types/", wire.Symbol(e.Type))})
	if res.Type.Has("author") && e.Author != 0 {
		out = append(out, rest.Link{Rel: "author", Href: wire.Ref{Path: "/core/v2/users/" + strconv.FormatInt(e.Author, 10)}, Embeddable: true})
	}
	if res.Type.Has("comments") {
		out = append(out, rest.Link{Rel: "replies", Href: wire.Ref{Path: "/core/v2/comments", Query: "?post=" + id}, Embeddable: true})
	}
	if res.Type.Has("revisions") {
		out = append(out, res.revisionLinks(ctx, e)...)
	}
	if res.Type.Hierarchical && e.Parent != 0 {
		out = append(out, res.upLink(ctx, e)...)
	}
	if media := e.Meta.Int(content.MetaFeaturedMedia); media != 0 && (res.Type.Has("thumbnail") || e.Type == content.TypeAttachment) && f.canRead(r, media) {
		out = append(out, rest.Link{Rel: rest.CURIE + "featuredmedia", Href: wire.Ref{Path: "/core/v2/media/" + strconv.FormatInt(media, 10)}, Embeddable: true})
	}
	switch e.Type {
	case content.TypeAttachment, content.TypeMenuItem, content.TypeRevision:
	default:
		out = append(out, rest.Link{Rel: rest.CURIE + "attachment", Href: wire.Ref{Path: "/core/v2/media", Query: "?parent=" + id}})
	}
	for _, of := range res.termLinks {
		of.Href = wire.Ref{Path: of.Href.(wire.Ref).Path, Query: "?post=" + id}
		out = append(out, of)
	}
	if res.Links != nil {
		out = append(out, res.Links(r, e)...)
	}
	out = append(out, res.added.Links(r, e)...)
	if r.ViewContext() == rest.Edit {
		out = append(out, res.actions(r, self)...)
	}
	return out
}

// upLink leads to the entry above, of whatever type that is.
func (res *Resource) upLink(ctx context.Context, e *content.Entry) []rest.Link {
	ref := res.Path(e.Parent)
	if parent, err := res.Store.EntryByID(ctx, e.Parent); err == nil {
		of, ok := RefOf(res.Types, parent)
		if !ok {
			return nil
		}
		ref = of
	}
	return []rest.Link{{Rel: "up", Href: ref, Embeddable: true}}
}

func (res *Resource) revisionLinks(ctx context.Context, e *content.Entry) []rest.Link {
	info, err := res.Store.RevisionInfo(ctx, []int64{e.ID})
	if err != nil {
		scope.Failed(ctx, err)
		return nil
	}
	i := info[e.ID]
	out := []rest.Link{{Rel: "version-history", Href: res.Path(e.ID, "/revisions"), Attributes: wire.NewObject("count", i.Count)}}
	if i.Count > 0 {
		out = append(out, rest.Link{
			Rel: "predecessor-version", Attributes: wire.NewObject("id", i.Last), Href: res.Path(e.ID, "/revisions/", strconv.FormatInt(i.Last, 10)),
		})
	}
	return out
}

// canRead tells whether the caller may read another entry.
func (f Fields) canRead(r *rest.Request, id int64) bool {
	e, err := f.Store.EntryByID(r.Context(), id)
	if err != nil {
		return false
	}
	return f.Entries.CanRead(r.Context(), r.Actor, e)
}

// actions are what the caller may do with the entry, shown in context edit.
func (res *Resource) actions(r *rest.Request, self wire.Ref) []rest.Link {
	var out []rest.Link
	add := func(name string, may bool) {
		if may {
			out = append(out, rest.Link{Rel: rest.CURIE + "action-" + name, Href: self})
		}
	}
	addFor := func(name string, tax *taxonomy.Taxonomy, may bool) {
		if may {
			out = append(out, rest.Link{Rel: rest.Rel("action-"+name+"-", wire.Symbol(tax.RESTBase)), Href: self})
		}
	}
	c := res.Type.Caps
	add("publish", res.Type.Name != content.TypeAttachment && r.Actor.Can(c.Publish))
	add("unfiltered-html", r.Actor.Can("unfiltered_html"))
	add("sticky", res.Type.Sticky && r.Actor.Can(c.EditOthers) && r.Actor.Can(c.Publish))
	add("assign-author", res.Type.Has("author") && r.Actor.Can(c.EditOthers))
	for _, tax := range res.fields().restTaxonomies() {
		create := r.Actor.Can(tax.Caps.Assign)
		if tax.Hierarchical {
			create = r.Actor.Can(tax.Caps.Edit)
		}
		addFor("create", tax, create)
		addFor("assign", tax, r.Actor.Can(tax.Caps.Assign))
	}
	return out
}
