package exporter

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/importer/phpvalue"
	"quoin/internal/domain/importer/wxr"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// atOnce is how many entries are read together.
const atOnce = 100

// Exporter writes a site.
type Exporter struct {
	Entries    content.Store
	Terms      taxonomy.Store
	Users      user.Store
	Comments   comment.Store
	Taxonomies *taxonomy.Registry
	Site       *site.Site
	// Link is the address of an entry's page, FileURL that of an uploaded file.
	Link    func(ctx context.Context, e *content.Entry) string
	FileURL func(ctx context.Context, key string) string
	// TypeName is the reference's name of a type, taxonomy or meta key.
	TypeName func(string) string
	// Only tells which entries are written: all of them as long as it names no types. Terms of the site that
	// no entry brings along are written with all types alone.
	Only content.Query
}

// Made tells what an export has.
type Made struct {
	Authors, Terms, Entries, Comments int
	// Dropped is how many characters XML has no form for.
	Dropped int
}

type run struct {
	*Exporter
	out    *wxr.Writer
	made   Made
	logins map[int64]string // of authors
}

// Write writes the site to a file.
func (x *Exporter) Write(ctx context.Context, file io.Writer) (Made, error) {
	r := &run{Exporter: x, out: wxr.NewWriter(file), logins: map[int64]string{}}
	r.out.TypeName = x.TypeName
	ids, authors, err := r.entryIDs(ctx)
	if err != nil {
		return r.made, err
	}
	for _, part := range []func() error{
		func() error { return r.out.Write(r.about(ctx)) },
		func() error { return r.authors(ctx, authors) },
		func() error {
			if len(r.Only.Types) > 0 {
				return nil
			}
			return r.terms(ctx)
		},
		func() error { return r.entries(ctx, ids) },
		r.out.Close,
	} {
		if err := part(); err != nil {
			return r.made, err
		}
	}
	r.made.Dropped = r.out.Dropped()
	return r.made, nil
}

func (r *run) about(ctx context.Context) *wxr.Site {
	home := r.Site.Base(ctx)
	language := site.Locale.Of(ctx, r.Site)
	if language == "" {
		language = "en_US"
	}
	return &wxr.Site{
		Title: site.Title.Of(ctx, r.Site), Description: site.Tagline.Of(ctx, r.Site), Link: home, BaseSiteURL: home, BaseBlogURL: home,
		Language: strings.ReplaceAll(language, "_", "-"), PubDate: r.Site.Now(ctx).UTC().Format(time.RFC1123Z),
	}
}

// exported tells whether an entry is in the file.
func exported(e *content.Entry) bool {
	return e.Type != content.TypeRevision && e.Status != content.AutoDraft
}

// entryIDs are the ids of what is exported, and of its authors.
func (r *run) entryIDs(ctx context.Context) (ids, authors []int64, err error) {
	const window = 5000
	seen := map[int64]bool{}
	q := r.Only
	q.Order, q.Limit, q.SkipTotal, q.SkipMeta = []content.Order{{By: content.ByID}}, window, true, true
	for ; ; q.Offset += window {
		page, err := r.Entries.ListEntries(ctx, q)
		if err != nil {
			return nil, nil, err
		}
		for _, e := range page.Entries {
			if !exported(e) {
				continue
			}
			ids = append(ids, e.ID)
			if e.Author > 0 && !seen[e.Author] {
				seen[e.Author] = true
				authors = append(authors, e.Author)
			}
		}
		if len(page.Entries) < window {
			slices.Sort(authors)
			return ids, authors, nil
		}
	}
}

func (r *run) authors(ctx context.Context, ids []int64) error {
	for chunk := range slices.Chunk(ids, atOnce) {
		users, err := r.Users.UsersByID(ctx, chunk)
		if err != nil {
			return err
		}
		for _, id := range chunk {
			u := users[id]
			if u == nil {
				continue
			}
			r.logins[id] = u.Login
			r.made.Authors++
			err := r.out.Write(&wxr.Author{
				ID: u.ID, Login: u.Login, Email: u.Email, DisplayName: u.Name,
				FirstName: u.Meta.Text("first_name"), LastName: u.Meta.Text("last_name"), Description: u.Meta.Text("description"),
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// terms writes the terms of all taxonomies, those above others first.
func (r *run) terms(ctx context.Context) error {
	var names []string
	for _, t := range r.Taxonomies.All() {
		names = append(names, t.Name)
	}
	first := []string{taxonomy.Category, taxonomy.Tag}
	slices.SortStableFunc(names, func(a, b string) int { return place(first, a) - place(first, b) })
	for _, tax := range names {
		page, err := r.Terms.ListTerms(ctx, taxonomy.Query{Taxonomies: []string{tax}, Order: taxonomy.ByID, SkipTotal: true})
		if err != nil {
			return err
		}
		byID := map[int64]*taxonomy.Term{}
		for _, t := range page.Terms {
			byID[t.ID] = t
		}
		for _, t := range fromTop(page.Terms, byID) {
			parent := ""
			if above := byID[t.Parent]; above != nil {
				parent = above.Slug
			}
			r.made.Terms++
			if err := r.out.Write(termItem(t, parent)); err != nil {
				return err
			}
		}
	}
	return nil
}

func place(list []string, name string) int {
	if i := slices.Index(list, name); i >= 0 {
		return i
	}
	return len(list)
}

// fromTop are terms with those above them in front. A circle is cut.
func fromTop(list []*taxonomy.Term, byID map[int64]*taxonomy.Term) (out []*taxonomy.Term) {
	done := map[int64]bool{}
	for _, t := range list {
		var path []*taxonomy.Term
		for ; t != nil && !done[t.ID]; t = byID[t.Parent] {
			done[t.ID] = true
			path = append(path, t)
		}
		slices.Reverse(path)
		out = append(out, path...)
	}
	return out
}

func termItem(t *taxonomy.Term, parent string) wxr.Item {
	meta := metaOf(t.Meta)
	switch t.Taxonomy {
	case taxonomy.Category:
		return &wxr.Category{ID: t.ID, Slug: t.Slug, Parent: parent, Name: t.Name, Description: t.Description, Meta: meta}
	case taxonomy.Tag:
		return &wxr.Tag{ID: t.ID, Slug: t.Slug, Name: t.Name, Description: t.Description, Meta: meta}
	}
	return &wxr.Term{ID: t.ID, Taxonomy: t.Taxonomy, Slug: t.Slug, Parent: parent, Name: t.Name, Description: t.Description, Meta: meta}
}

func (r *run) entries(ctx context.Context, ids []int64) error {
	for chunk := range slices.Chunk(ids, atOnce) {
		if err := ctx.Err(); err != nil {
			return err
		}
		entries, err := r.Entries.EntriesByID(ctx, chunk)
		if err != nil {
			return err
		}
		terms, err := r.Terms.EntryTerms(ctx, chunk)
		if err != nil {
			return err
		}
		page, err := r.Comments.ListComments(ctx, comment.Query{Entries: chunk, Order: "id"})
		if err != nil {
			return err
		}
		comments := map[int64][]wxr.Comment{}
		for _, c := range page.Comments {
			comments[c.Entry] = append(comments[c.Entry], commentItem(c))
		}
		for _, id := range chunk {
			e := entries[id]
			if e == nil {
				continue // deleted meanwhile
			}
			r.made.Entries++
			r.made.Comments += len(comments[id])
			item := r.entryItem(ctx, e, terms[id])
			item.Comments = comments[id]
			if err := r.out.Write(item); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *run) entryItem(ctx context.Context, e *content.Entry, terms []*taxonomy.Term) *wxr.Entry {
	item := &wxr.Entry{
		ID: e.ID, Type: e.Type, Title: e.Title, Link: r.Link(ctx, e), GUID: e.GUID, Creator: r.logins[e.Author], PubDate: pubDate(e.DateUTC),
		Content: e.Content, Excerpt: e.Excerpt, Date: wxr.DateOf(e.Date), DateGMT: unset(wxr.DateOf(e.DateUTC)),
		Modified: wxr.DateOf(e.Modified), ModifiedGMT: wxr.DateOf(cmp.Or(e.ModifiedUTC, r.Site.ToUTC(ctx, e.Modified))), Slug: e.Slug, Status: string(e.Status), Parent: e.Parent,
		MenuOrder: e.MenuOrder, Password: e.Password, Sticky: e.Sticky, CommentStatus: e.CommentStatus, PingStatus: e.PingStatus,
	}
	meta := e.Meta
	if e.Type == content.TypeMenuItem && r.TypeName != nil {
		// What an item leads to has the name of a type or taxonomy.
		meta = e.Clone().Meta
		for i, v := range meta[importer.MetaMenuObject] {
			if name, ok := v.(string); ok {
				meta[importer.MetaMenuObject] = slices.Clone(meta[importer.MetaMenuObject])
				meta[importer.MetaMenuObject][i] = r.TypeName(name)
			}
		}
	}
	item.Meta = metaOf(meta)
	for _, t := range terms {
		item.Terms = append(item.Terms, wxr.TermRef{Taxonomy: t.Taxonomy, Slug: t.Slug, Name: t.Name})
	}
	if e.Type == content.TypeAttachment {
		if key := e.Meta.Text(content.MetaAttachedFile); key != "" {
			item.AttachmentURL = r.FileURL(ctx, key)
		} else {
			item.AttachmentURL = e.GUID
		}
	}
	return item
}

// unset is a date, or what the format has for none.
func unset(d wxr.Date) wxr.Date {
	if d == "" {
		return "0000-00-00 00:00:00"
	}
	return d
}

func pubDate(utc string) string {
	t, err := time.Parse(site.DateForm, utc)
	if err != nil {
		return ""
	}
	return t.Format(time.RFC1123Z)
}

func commentItem(c *comment.Comment) wxr.Comment {
	return wxr.Comment{
		ID: c.ID, Parent: c.Parent, UserID: c.User, Author: c.AuthorName, AuthorEmail: c.AuthorEmail, AuthorURL: c.AuthorURL, AuthorIP: c.AuthorIP,
		Date: wxr.DateOf(c.Date), DateGMT: wxr.DateOf(c.DateUTC), Content: c.Content, Approved: importer.Approved(c.Status), Type: c.ShownType(), Meta: metaOf(c.Meta),
	}
}

// metaOf are meta values as a file has them, by their keys.
func metaOf(meta content.Meta) (list []wxr.Meta) {
	keys := make([]string, 0, len(meta))
	for key := range meta {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		if key == content.MetaEditLock {
			continue
		}
		for _, v := range meta[key] {
			list = append(list, wxr.Meta{Key: key, Value: stored(v)})
		}
	}
	return list
}

// stored is a value as the tables of the reference have it: lists and objects serialised,
// and texts that look serialised too, so that they come back as texts.
func stored(v any) string {
	switch v := v.(type) {
	case string:
		if !phpvalue.IsSerialized(v) {
			return v
		}
		text, err := phpvalue.Encode(v)
		if err != nil {
			return v
		}
		return text
	case []any, *wire.Object:
		text, err := phpvalue.Encode(serialisable(v))
		if err != nil {
			return fmt.Sprint(v)
		}
		return text
	}
	return schema.ToText(v)
}

// serialisable is a value of the kinds that can be serialised.
func serialisable(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = serialisable(v[i])
		}
		return out
	case *wire.Object:
		m := &phpvalue.Map{}
		for _, member := range v.Members() {
			m.Pairs = append(m.Pairs, phpvalue.Pair{Key: phpvalue.StringKey(member.Key), Value: serialisable(member.Value)})
		}
		return m
	}
	return v
}
