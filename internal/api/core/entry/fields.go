package entry

import (
	"context"
	"maps"
	"strconv"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/core/meta"
	"quoin/internal/api/rest"
	"quoin/internal/display/view"
	"quoin/internal/domain/content"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Fields makes the fields that post-like resources choose from.
type Fields struct {
	*env.Env
	Type *content.Type
}

func text(name, description string, read func(e *content.Entry) string, options ...schema.Option) Field {
	return Field{
		Name:   name,
		Schema: schema.Str(description, options...),
		Read:   func(_ *rest.Request, e *content.Entry) any { return read(e) },
	}
}

func number(name, description string, read func(e *content.Entry) int64, options ...schema.Option) Field {
	return Field{
		Name:   name,
		Schema: schema.Int(description, options...),
		Read:   func(_ *rest.Request, e *content.Entry) any { return read(e) },
	}
}

// ID is the entry's id.
func (f Fields) ID() Field {
	return number("id", "Id of the entry.", func(e *content.Entry) int64 { return e.ID }, rest.Everywhere, schema.Readonly())
}

// Dates are date, and date_gmt.
func (f Fields) Dates() []Field {
	date := text(argDate.Name, "When the entry was published, in the site's zone.", func(e *content.Entry) string { return e.Date },
		rest.Everywhere, schema.Types(schema.String, schema.Null), schema.Format(schema.DateTime))
	date.Change = f.changeDates // of both
	gmt := Field{
		Name: argDateUTC.Name,
		Schema: schema.Str("When the entry was published, in UTC.",
			rest.NotEmbed, schema.Types(schema.String, schema.Null), schema.Format(schema.DateTime)),
		Read: func(r *rest.Request, e *content.Entry) any {
			if e.DateUTC != "" {
				return e.DateUTC
			}
			return f.Site.ToUTC(r.Context(), e.Date)
		},
	}
	return []Field{date, gmt}
}

// GUID is the address by which the entry is known forever.
func (f Fields) GUID() Field {
	return Field{
		Name: "guid", Schema: schema.Obj(nil, "The address by which the entry is known forever.", rest.NotEmbed, schema.Readonly()),
		Fields: []Field{
			text("rendered", "The address, for display.", func(e *content.Entry) string { return e.GUID }, rest.NotEmbed, schema.Readonly()),
			text("raw", "The address as it is stored.", func(e *content.Entry) string { return e.GUID }, rest.OnlyEdit, schema.Readonly()),
		},
	}
}

// Modified are modified and modified_gmt.
func (f Fields) Modified() []Field {
	return []Field{
		text("modified", "When the entry was last changed, in the site's zone.", func(e *content.Entry) string { return e.Modified },
			rest.NotEmbed, schema.Format(schema.DateTime), schema.Readonly()),
		{
			Name:   "modified_gmt",
			Schema: schema.Str("When the entry was last changed, in UTC.", rest.NotEmbed, schema.Format(schema.DateTime), schema.Readonly()),
			Read: func(r *rest.Request, e *content.Entry) any {
				if e.ModifiedUTC != "" {
					return e.ModifiedUTC
				}
				return f.Site.ToUTC(r.Context(), e.Modified)
			},
		},
	}
}

// Password is the password that protects content and excerpt.
func (f Fields) Password(contexts schema.Option) Field {
	field := text(argPassword.Name, "Password that protects content and excerpt.", func(e *content.Entry) string { return e.Password }, contexts)
	field.Change = assigned(argPassword, func(c *content.Change) **string { return &c.Password })
	return field
}

// Slug is the entry's name in addresses.
func (f Fields) Slug() Field {
	field := text(argSlug.Name, "Name of the entry in addresses, unique within its type.", func(e *content.Entry) string { return e.Slug }, rest.Everywhere)
	field.Arg = func(a *rest.Arg) {
		a.Sanitize = func(r *rest.Request, v any) (any, *fault.Error) {
			return f.Site.Slug(r.Context(), schema.ToText(v)), nil
		}
	}
	field.Change = assigned(argSlug, func(c *content.Change) **string { return &c.Slug })
	return field
}

// writable are the statuses that callers may set.
var writable = []string{"publish", "future", "draft", "pending", "private"}

// Status is the entry's status. The current one is always accepted.
func (f Fields) Status(contexts schema.Option) Field {
	return Field{
		Name:   "status",
		Schema: schema.Str("Status of the entry.", schema.Enum(writable...), contexts),
		Read:   func(_ *rest.Request, e *content.Entry) any { return wire.Symbol(e.Status) },
		Change: changeStatus,
		Arg: func(a *rest.Arg) {
			s := a.Schema
			a.Validate = func(r *rest.Request, v any, name string) *fault.Error {
				if id := rest.ID.Of(r); id != 0 {
					if e, err := f.Store.EntryByID(r.Context(), id); err == nil && string(e.Status) == v && e.Type == f.Type.Name {
						return nil
					}
				}
				return s.Validate(v, name)
			}
		},
	}
}

// TypeName is the name of the entry's type.
func (f Fields) TypeName() Field {
	return Field{
		Name: "type", Schema: schema.Str("Type of the entry.", rest.Everywhere, schema.Readonly()),
		Read: func(_ *rest.Request, e *content.Entry) any { return wire.Symbol(e.Type) },
	}
}

// Link is the entry's public address.
func (f Fields) Link() Field {
	return Field{
		Name: "link", Schema: schema.Str("Public address of the entry.", rest.Everywhere, schema.Format(schema.URI), schema.Readonly()),
		Read: func(r *rest.Request, e *content.Entry) any {
			if e.Status == content.Private && !f.Entries.CanRead(r.Context(), r.Actor, e) {
				return f.Links.ByID(r.Context(), e) // its writer may not be allowed to read it
			}
			return f.Links.Link(r.Context(), e)
		},
	}
}

// rawArg takes a value as it comes: the handler reads a string or the raw
// member of an object.
func rawArg(a *rest.Arg) { a.FirstPass, a.Raw = false, true }

// Title is the title with its rendered form.
func (f Fields) Title() Field { return f.TitleIn(rest.OnlyEdit, f.RenderedTitle()) }

// TitleIn is a title whose stored form is shown in the given contexts, with
// the given members after it.
func (f Fields) TitleIn(raw schema.Option, more ...Field) Field {
	return Field{
		Name: argTitle.Name, Schema: schema.Obj(nil, "Title of the entry.", rest.Everywhere), Arg: rawArg, Long: true,
		Change: Text(argTitle, false, func(c *content.Change) **string { return &c.Title }),
		Fields: append([]Field{f.titleAsStored(raw)}, more...),
	}
}

func (f Fields) titleAsStored(contexts schema.Option) Field {
	return text("raw", "Title as it is stored.", func(e *content.Entry) string { return e.Title }, contexts)
}

// RenderedTitle is the member of the title that is shown to visitors.
func (f Fields) RenderedTitle() Field {
	return Field{
		Name: "rendered", Schema: schema.Str("Title for display.", rest.Everywhere, schema.Readonly()),
		Read: func(r *rest.Request, e *content.Entry) any { return f.View.TitleValue(r.Context(), e) },
	}
}

// Rendered is the member of content that is shown to visitors.
func (f Fields) Rendered() Field {
	return Field{
		Name: "rendered", Schema: schema.Str("Content for display.", rest.NotEmbed, schema.Readonly()),
		Read: f.renderedFor(env.EntryVisit),
	}
}

// renderedFor reads the content as a visit shows it.
func (f Fields) renderedFor(visit func(*rest.Request) view.Visit) func(*rest.Request, *content.Entry) any {
	return func(r *rest.Request, e *content.Entry) any {
		if f.Locked(r, e) {
			return ""
		}
		return f.View.ContentValue(r.Context(), visit(r), e)
	}
}

// Protected tells whether a password protects the text.
func (f Fields) Protected() Field {
	return Field{
		Name: "protected", Schema: schema.Bool("Whether a password protects the text.", rest.Everywhere, schema.Readonly()),
		Read: func(_ *rest.Request, e *content.Entry) any { return e.Password != "" },
	}
}

// BlockVersion is 1 for content made of blocks.
func (f Fields) BlockVersion(contexts schema.Option) Field {
	return Field{
		Name: "block_version", Schema: schema.Int("Version of the block format of the content, 0 without blocks.", contexts, schema.Readonly()),
		Read: func(_ *rest.Request, e *content.Entry) any {
			if strings.Contains(e.Content, "<!-- wp:") {
				return 1
			}
			return 0
		},
	}
}

// Raw is the stored form of the content, its blocks written in the usual form.
func (f Fields) Raw(contexts schema.Option) Field {
	return text("raw", "Content as it is stored.", func(e *content.Entry) string {
		if e.Content == "0" {
			return "0" // Compat (TestZeros): a change makes nothing of it, a reader gets what is stored
		}
		return canonical(f.Env, e.Content)
	}, contexts)
}

// canonical is content as editors get it.
func canonical(e *env.Env, text string) string {
	text = block.Canonical(text)
	if e.Theme == nil {
		return text
	}
	return theme.WithThemeAttribute(text, e.Theme.ID)
}

// Content is the content with the given members.
func (f Fields) Content(members ...Field) Field {
	return Field{
		Name: argContent.Name, Schema: schema.Obj(nil, "Content of the entry.", rest.NotEmbed), Arg: rawArg, Fields: members,
		Long: true, Change: f.changeContent,
	}
}

// FullContent is the content as posts and pages show it.
func (f Fields) FullContent() Field {
	return f.Content(f.Raw(rest.OnlyEdit), f.Rendered(), f.Protected(), f.BlockVersion(rest.OnlyEdit))
}

// Excerpt is the excerpt, by hand or made.
func (f Fields) Excerpt() Field {
	return Field{
		Name: argExcerpt.Name, Schema: schema.Obj(nil, "Excerpt of the entry.", rest.Everywhere), Arg: rawArg, Long: true,
		Change: Text(argExcerpt, true, func(c *content.Change) **string { return &c.Excerpt }),
		Fields: []Field{
			text("raw", "Excerpt as it is stored.", func(e *content.Entry) string { return e.Excerpt }, rest.OnlyEdit),
			{
				Name: "rendered", Schema: schema.Str("Excerpt for display.", rest.Everywhere, schema.Readonly()),
				Read: func(r *rest.Request, e *content.Entry) any {
					if f.Locked(r, e) {
						return ""
					}
					return f.View.ExcerptValue(r.Context(), env.EntryVisit(r), e, excerptLength(r))
				},
			},
			f.Protected(),
		},
	}
}

// Locked tells whether a password keeps this caller from the text.
func (f Fields) Locked(r *rest.Request, e *content.Entry) bool {
	if e.Password == "" {
		return false
	}
	if r.ViewContext() == rest.Edit && f.Entries.CanEdit(r.Context(), r.Actor, e) || r.Actor.MayOpen(e.ID) {
		return false
	}
	return argPassword.Of(r) != e.Password
}

// Author is the user who wrote the entry.
func (f Fields) Author() Field {
	field := number(argAuthor.Name, "Id of the user who wrote the entry.", func(e *content.Entry) int64 { return e.Author }, rest.Everywhere)
	field.Change = f.changeAuthor
	return field
}

// FeaturedMedia is the entry's main image.
func (f Fields) FeaturedMedia() Field {
	field := number(argFeaturedMedia.Name, "Id of the main image, 0 for none.",
		func(e *content.Entry) int64 { return e.Meta.Int(content.MetaFeaturedMedia) }, rest.Everywhere)
	field.Change = f.changeFeatured
	return field
}

// Parent is the entry above this one.
func (f Fields) Parent() Field {
	field := number(argParent.Name, "Id of the entry above this one, 0 for none.", func(e *content.Entry) int64 { return e.Parent }, rest.NotEmbed)
	field.Change = f.changeParent
	return field
}

// MenuOrder is the place among the entries beside this one.
func (f Fields) MenuOrder() Field {
	field := number(argMenuOrder.Name, "Place among the entries beside this one.", func(e *content.Entry) int64 { return e.MenuOrder }, rest.NotEmbed)
	field.Change = changeOrder
	return field
}

// Discussion are comment_status and ping_status.
func (f Fields) Discussion() []Field {
	comments := text(argComments.Name, "Whether comments are open.", func(e *content.Entry) string { return e.CommentStatus }, schema.Enum("open", "closed"), rest.NotEmbed)
	comments.Change = stated(argComments, func(c *content.Change) **string { return &c.CommentStatus })
	pings := text(argPings.Name, "Whether pings are accepted.", func(e *content.Entry) string { return e.PingStatus }, schema.Enum("open", "closed"), rest.NotEmbed)
	pings.Change = stated(argPings, func(c *content.Change) **string { return &c.PingStatus })
	return []Field{comments, pings}
}

// Sticky tells whether the entry stands before the others.
func (f Fields) Sticky() Field {
	return Field{
		Name: "sticky", Schema: schema.Bool("Whether the entry stands before the others.", rest.NotEmbed),
		Read:   func(_ *rest.Request, e *content.Entry) any { return e.Sticky },
		Change: changeSticky,
	}
}

// Template is the template that shows the entry.
func (f Fields) Template() Field {
	return Field{
		Name: "template", Schema: schema.Str("Name of the template that shows the entry, empty for the usual one.", rest.NotEmbed),
		Read: func(_ *rest.Request, e *content.Entry) any {
			if t := e.Meta.Text(content.MetaTemplate); t != "default" {
				return t
			}
			return ""
		},
		Arg:    func(a *rest.Arg) { a.Validate = f.checkTemplate },
		Change: changeTemplate,
	}
}

// Meta is the meta member.
func (f Fields) Meta() Field {
	set := f.MetaOf(f.Type.Name)
	return Field{
		Name: "meta", Schema: set.Schema("Registered custom fields."), Arg: meta.Arg,
		Read: func(r *rest.Request, e *content.Entry) any {
			stored := e.Meta
			if _, ok := stored[content.MetaFootnotes]; ok && f.Locked(r, e) {
				stored = maps.Clone(stored)
				delete(stored, content.MetaFootnotes) // a part of the text
			}
			return set.Read(stored, r.ViewContext(), func() bool {
				// Who may read a revision may change what it belongs to.
				return e.Type == content.TypeRevision || f.Entries.CanEdit(r.Context(), r.Actor, e)
			})
		},
	}
}

// Permalink are permalink_template and generated_slug.
func (f Fields) Permalink() []Field {
	return []Field{
		{
			Name:   "permalink_template",
			Schema: schema.Str("Public address with a place for the slug.", rest.OnlyEdit, schema.Readonly()),
			Read:   func(r *rest.Request, e *content.Entry) any { return f.Links.Template(r.Context(), e) },
		},
		{
			Name:   generatedSlug,
			Schema: schema.Str("The slug that the title would give.", rest.OnlyEdit, schema.Readonly()),
			Read:   f.generatedSlug,
		},
	}
}

const generatedSlug = "generated_slug"

// slugOfTitle is the slug that the title would give, before others that have it
// are asked for.
func (f Fields) slugOfTitle(ctx context.Context, e *content.Entry) string {
	if slug := f.Site.Slug(ctx, e.Title); slug != "" {
		return slug
	}
	return strconv.FormatInt(e.ID, 10)
}

func (f Fields) generatedSlug(r *rest.Request, e *content.Entry) any {
	unique, err := f.Entries.LikelySlug(r.Context(), e, f.slugOfTitle(r.Context(), e))
	if err != nil {
		r.Fail(err)
		return ""
	}
	return clean.PercentDecodeForDisplay(unique)
}

// storedSlug is generatedSlug for an entry that was just written: the slug that
// the write gave it was found to be free.
func (f Fields) storedSlug(read func(*rest.Request, *content.Entry) any) func(*rest.Request, *content.Entry) any {
	return func(r *rest.Request, e *content.Entry) any {
		if slug := f.slugOfTitle(r.Context(), e); !e.Status.Provisional() && e.Slug == slug {
			return clean.PercentDecodeForDisplay(slug)
		}
		return read(r, e)
	}
}

// excerptLength is how many words an excerpt shall have, as View takes it.
func excerptLength(r *rest.Request) int {
	switch n := argExcerptLength.Of(r); {
	case !argExcerptLength.Has(r):
		return 0
	case n <= 0:
		return -1
	default:
		return int(n)
	}
}
