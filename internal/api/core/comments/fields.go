package comments

import (
	"context"
	"strconv"

	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/meta"
	"quoin/internal/api/rest"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

type field = rest.Field[*comment.Comment]

func stored(name string, s *schema.Schema, read func(*comment.Comment) any) field {
	return field{Name: name, Schema: s, Read: func(_ *rest.Request, c *comment.Comment) any { return read(c) }}
}

func (res *resource) fields() []field {
	name := stored("author_name", schema.Str("Name of the writer.", rest.Everywhere), func(c *comment.Comment) any { return c.AuthorName })
	name.Arg = cleaned(clean.TextField)
	agent := stored("author_user_agent", schema.Str("Program that the comment was sent with.", rest.OnlyEdit), func(c *comment.Comment) any { return c.Agent })
	agent.Arg = cleaned(clean.TextField)
	email := stored("author_email", schema.Str("E-mail address of the writer.", schema.Format(schema.Email), rest.OnlyEdit), func(c *comment.Comment) any { return c.AuthorEmail })
	email.Arg = emailArg
	status := stored("status", schema.Str("Where the comment stands.", rest.NotEmbed), func(c *comment.Comment) any { return string(c.Status) })
	status.Arg = cleaned(clean.Key)
	return []field{
		stored("id", schema.Int("Id of the comment.", rest.Everywhere, schema.Readonly()), func(c *comment.Comment) any { return c.ID }),
		stored("post", schema.Int("Id of the entry that the comment is about.", schema.Default(0), rest.NotEmbed), func(c *comment.Comment) any { return c.Entry }),
		stored("parent", schema.Int("Id of the comment that this one answers, 0 for none.", schema.Default(0), rest.Everywhere), func(c *comment.Comment) any { return c.Parent }),
		stored("author", schema.Int("Id of the user who wrote the comment, 0 for a guest.", rest.Everywhere), func(c *comment.Comment) any { return c.User }),
		name,
		email,
		stored("author_url", schema.Str("Address that the writer gave.", schema.Format(schema.URI), rest.Everywhere), func(c *comment.Comment) any { return c.AuthorURL }),
		stored("author_ip", schema.Str("Network address of the writer.", schema.Format(schema.IP), rest.OnlyEdit), func(c *comment.Comment) any { return c.AuthorIP }),
		agent,
		stored("date", schema.Str("When the comment was written, in the site's zone.", schema.Format(schema.DateTime), rest.Everywhere), func(c *comment.Comment) any { return c.Date }),
		stored("date_gmt", schema.Str("When the comment was written, in UTC.", schema.Format(schema.DateTime), rest.NotEmbed), func(c *comment.Comment) any { return c.DateUTC }),
		{
			Name: "content", Schema: schema.Obj(nil, "Text of the comment.", rest.Everywhere), Arg: func(a *rest.Arg) { a.FirstPass, a.Raw = false, true },
			Fields: []field{
				{
					Name: "rendered", Schema: schema.Str("Text for display.", rest.Everywhere, schema.Readonly()),
					Read: func(r *rest.Request, c *comment.Comment) any { return res.View.Comment(r.Context(), c) },
				},
				stored("raw", schema.Str("Text as it is stored.", rest.OnlyEdit), func(c *comment.Comment) any { return c.Content }),
			},
		},
		{
			Name: "link", Schema: schema.Str("Address of the comment.", schema.Format(schema.URI), rest.Everywhere, schema.Readonly()),
			Read: func(r *rest.Request, c *comment.Comment) any { return res.link(r, c) },
		},
		status,
		stored("type", schema.Str("What kind of comment it is.", schema.Default(comment.TypeComment), rest.Everywhere, schema.Readonly()), func(c *comment.Comment) any { return c.ShownType() }),
		{
			Name: "author_avatar_urls", Schema: schema.Obj(avatarProperties(), "The addresses of the writer's picture by size.", rest.Everywhere, schema.Readonly()),
			Read: res.avatars,
		},
		{
			Name: "meta", Schema: res.meta.Schema("Registered custom fields."), Arg: meta.Arg,
			Read: func(r *rest.Request, c *comment.Comment) any { return res.meta.Read(c.Meta, r.ViewContext(), nil) },
		},
	}
}

func cleaned(text func(string) string) func(*rest.Arg) {
	return func(a *rest.Arg) {
		a.Sanitize = func(_ *rest.Request, v any) (any, *fault.Error) { return text(schema.ToText(v)), nil }
	}
}

// emailArg accepts no address beside good ones.
func emailArg(a *rest.Arg) {
	a.FirstPass = false
	s := a.Schema
	a.Sanitize = func(_ *rest.Request, v any) (any, *fault.Error) {
		text := schema.ToText(v)
		if text == "" || text == "0" {
			return text, nil
		}
		if err := s.Validate(v, "author_email"); err != nil {
			return nil, err
		}
		return text, nil
	}
}

func avatarProperties() []schema.Property {
	var out []schema.Property
	for _, size := range user.AvatarSizes() {
		name := strconv.Itoa(size)
		out = append(out, schema.Property{
			Name: name, Schema: schema.Str("The picture of "+name+" pixels.", schema.Format(schema.URI), rest.EmbedFirst),
		})
	}
	return out
}

// link is the address of a comment on the page of its entry.
func (res *resource) link(r *rest.Request, c *comment.Comment) string {
	ctx, entry := r.Context(), ""
	if e := res.entryOf(ctx, c); e != nil {
		entry = res.Env.Links.Link(ctx, e)
	}
	page, known := scope.Get[int](ctx, placeKey{c.ID})
	if !known {
		pages, err := comment.Pages(ctx, res.Site, res.Store, []int64{c.ID})
		r.Fail(err)
		page = pages[c.ID]
	}
	return comment.Address(ctx, res.Site, entry, c.ID, page)
}

// avatars are the addresses of the writer's image. Pings have none.
func (res *resource) avatars(r *rest.Request, c *comment.Comment) any {
	ctx := r.Context()
	email := c.AuthorEmail
	if c.User != 0 {
		found, err := res.Store.UsersByID(ctx, []int64{c.User})
		r.Fail(err)
		if u := found[c.User]; u != nil {
			email = u.Email
		}
	}
	avatars := user.Avatars(ctx, res.Site, email)
	if avatars == nil {
		return rest.Absent
	}
	if t := c.ShownType(); t != comment.TypeComment && t != comment.TypeNote {
		for _, size := range avatars.Keys() {
			avatars.Set(size, false)
		}
	}
	return avatars
}

// placeKey is where a request remembers the page that a comment stands on.
type placeKey struct{ comment int64 }

type answersKey struct{ comment int64 }

// hasAnswers tells whether a comment has answers; lists ask for all of theirs
// at once before.
func (res *resource) hasAnswers(ctx context.Context, c *comment.Comment) bool {
	if has, ok := scope.Get[bool](ctx, answersKey{c.ID}); ok {
		return has
	}
	has, err := res.Store.HasChildren(ctx, []int64{c.ID})
	if err != nil {
		scope.Failed(ctx, err)
		return false
	}
	return has[c.ID]
}

func (res *resource) links(r *rest.Request, c *comment.Comment) []rest.Link {
	ctx := r.Context()
	out := []rest.Link{{Rel: "self", Href: rest.Path(base+"/", c.ID)}, {Rel: "collection", Href: rest.Path(base)}}
	if c.User != 0 {
		out = append(out, rest.Link{Rel: "author", Href: rest.Path("/core/v2/users/", c.User), Embeddable: true})
	}
	if e := res.entryOf(ctx, c); e != nil {
		if ref, ok := entry.RefOf(res.Types, e); ok {
			out = append(out, rest.Link{Rel: "up", Href: ref, Embeddable: true, Attributes: wire.NewObject("post_type", wire.Symbol(e.Type))})
		}
	}
	if c.Parent != 0 {
		out = append(out, rest.Link{Rel: "in-reply-to", Href: rest.Path(base+"/", c.Parent), Embeddable: true})
	}
	if res.hasAnswers(ctx, c) {
		answers := rest.Path(base+"?parent=", c.ID)
		if c.IsNote() {
			answers = rest.Path(base+"?parent=", c.ID, "&type=note&status=all")
		}
		out = append(out, rest.Link{Rel: "children", Href: answers, Embeddable: true})
	}
	return out
}
