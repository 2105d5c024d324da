package duplicatepost

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
	"quoin/internal/platform/markup/clean"
)

// parts says what a copy takes over from its original.
type parts struct {
	title, date, status, slug, excerpt, content, image, template, format bool

	author, password, children, comments, attachments, menuOrder bool

	prefix, suffix    string
	addToOrder        int64
	withoutMeta       []string // keys, in which * stands for any letters, digits and underscores
	withoutTaxonomies []string
	types             []string // of entries that may be copied
}

// partsOf are those that the site chose.
func (s *service) partsOf(ctx context.Context) *parts { return declared.Of(ctx, s.Options) }

// all are the parts of a copy that is going to take the place of its original.
func all() parts {
	return parts{
		title: true, date: true, excerpt: true, content: true, image: true, template: true, format: true, author: true, menuOrder: true,
	}
}

// ownMeta are keys that belong to one entry and mean nothing on another.
var ownMeta = []string{
	content.MetaEditLock, "_edit_last", content.MetaOldSlug, content.MetaOldDate, content.MetaTrashStatus, content.MetaTrashTime,
	content.MetaDesiredSlug, comment.MetaEntryStatuses, metaOriginal, metaRewrite, metaHasRewrite, metaRewriteFrom, metaRepublished, metaScheduledBy,
}

// maxDepth ends the copying of children of children.
const maxDepth = 20

// copyEntry makes a copy in the transaction of ctx. With a status it gets that
// whatever the options say, with a parent it gets that.
func (s *service) copyEntry(ctx context.Context, a access.Actor, e *content.Entry, p parts, status content.Status, parent int64, depth int) (*content.Entry, error) {
	c, err := s.change(ctx, a, e, p)
	if err != nil {
		return nil, err
	}
	if status != "" {
		c.Status = &status
	}
	if parent != 0 {
		c.Parent = &parent
	}
	c.SetMeta(metaOriginal, e.ID)
	// What the texts may hold was decided when they were written.
	made, err := s.Entries.Create(ctx, access.System(), e.Type, c)
	if err != nil {
		return nil, err
	}
	if p.comments {
		if err := s.copyComments(ctx, e.ID, made, p.date); err != nil {
			return nil, err
		}
	}
	if p.attachments {
		if err := s.copyAttachmentsLater(ctx, e, made); err != nil {
			return nil, err
		}
	}
	if p.children && depth < maxDepth {
		if err := s.copyChildren(ctx, a, e, made.ID, p, status, depth+1); err != nil {
			return nil, err
		}
	}
	return made, nil
}

// change is what a copy is made with.
func (s *service) change(ctx context.Context, a access.Actor, e *content.Entry, p parts) (content.Change, error) {
	t := s.Types.Get(e.Type)
	title, status, author := p.titleOf(e), p.statusOf(a, t, e), a.ID
	if p.author && (author == 0 || a.Can(t.Caps.EditOthers)) {
		author = e.Author
	}
	order := p.addToOrder
	if p.menuOrder {
		order += e.MenuOrder
	}
	c := content.Change{
		Title: &title, Status: &status, Author: &author, Parent: &e.Parent, MenuOrder: &order, MimeType: &e.MimeType,
		CommentStatus: &e.CommentStatus, PingStatus: &e.PingStatus, Meta: p.metaOf(e, t.Unique...), ShareSlug: true,
	}
	for _, part := range []struct {
		on   bool
		to   **string
		from *string
	}{
		{p.content, &c.Content, &e.Content}, {p.excerpt, &c.Excerpt, &e.Excerpt}, {p.slug, &c.Slug, &e.Slug}, {p.password, &c.Password, &e.Password},
	} {
		if part.on {
			*part.to = part.from
		}
	}
	if p.date && e.DateUTC != "" {
		c.Date = &content.Date{Local: e.Date, UTC: e.DateUTC}
	}
	var err error
	c.Terms, err = s.termsOf(ctx, t, e, p)
	return c, err
}

// titleOf is the title of a copy. Blanks stand around that of the original
// only: without it, what stands before and after it joins.
func (p *parts) titleOf(e *content.Entry) string {
	before, after := clean.TextField(p.prefix), clean.TextField(p.suffix)
	if !p.title {
		return before + after
	}
	if before != "" {
		before += " "
	}
	if after != "" {
		after = " " + after
	}
	return strings.TrimSpace(before + e.Title + after)
}

// statusOf is the status of a copy: that of the original only for those who
// may publish it.
func (p *parts) statusOf(a access.Actor, t *content.Type, e *content.Entry) content.Status {
	switch {
	case !p.status, e.Status == content.Trash, e.Status == content.AutoDraft:
		return content.Draft
	case (e.Status == content.Publish || e.Status == content.Future || e.Status == content.Private) && !a.Can(t.Caps.Publish):
		return content.Pending
	}
	return e.Status
}

// metaOf is the meta of an entry as a copy gets it, but for some keys.
func (p *parts) metaOf(e *content.Entry, but ...string) content.Meta {
	without := slices.Concat(ownMeta, p.withoutMeta, but)
	if !p.image {
		without = append(without, content.MetaFeaturedMedia)
	}
	if !p.template {
		without = append(without, content.MetaTemplate)
	}
	pattern := excluding(without)
	out := content.Meta{}
	for key, values := range e.Meta {
		if !pattern.MatchString(key) {
			out[key] = slices.Clone(values)
		}
	}
	return out
}

// excluding matches the keys of a list, in which * stands for letters, digits
// and underscores.
func excluding(keys []string) *regexp.Regexp {
	var list []string
	for _, key := range keys {
		if key = strings.TrimSpace(key); key != "" {
			list = append(list, strings.ReplaceAll(regexp.QuoteMeta(key), `\*`, `[a-zA-Z0-9_]*`))
		}
	}
	return regexp.MustCompile("^(?:" + strings.Join(list, "|") + ")$")
}

// termsOf are the terms that a copy gets, by taxonomy. What is left out gets
// none, so that no default takes its place.
func (s *service) termsOf(ctx context.Context, t *content.Type, e *content.Entry, p parts) (map[string][]int64, error) {
	found, err := s.Store.EntryTerms(ctx, []int64{e.ID})
	if err != nil {
		return nil, err
	}
	out := map[string][]int64{}
	for _, name := range t.Taxonomies {
		out[name] = []int64{}
	}
	for _, term := range found[e.ID] {
		without := term.Taxonomy == taxonomy.Format && !p.format || slices.Contains(p.withoutTaxonomies, term.Taxonomy)
		if _, ok := out[term.Taxonomy]; ok && !without {
			out[term.Taxonomy] = append(out[term.Taxonomy], term.ID)
		}
	}
	return out, nil
}

// copyChildren copies what is below an entry. Attachments are another part.
func (s *service) copyChildren(ctx context.Context, a access.Actor, e *content.Entry, parent int64, p parts, status content.Status, depth int) error {
	page, err := s.Store.ListEntries(ctx, content.Query{
		Types: s.partsOf(ctx).types, Parents: []int64{e.ID}, SkipTotal: true, Order: []content.Order{{By: content.ByID}},
	})
	if err != nil {
		return err
	}
	for _, child := range page.Entries {
		if child.Status == content.Trash || child.Status == content.AutoDraft || isRewrite(child) || child.ID == parent {
			continue
		}
		if _, err := s.copyEntry(ctx, a, child, p, status, parent, depth); err != nil {
			return err
		}
	}
	return nil
}

// copyComments copies what people said, without what other sites told.
func (s *service) copyComments(ctx context.Context, from int64, to *content.Entry, keepDate bool) error {
	page, err := s.Store.ListComments(ctx, comment.Query{
		Entries: []int64{from}, NotTypes: []string{comment.TypePingback, comment.TypeTrackback}, Order: "id", SkipTotal: true,
	})
	if err != nil {
		return err
	}
	made := map[int64]int64{}
	for _, c := range page.Comments {
		copied, err := s.Comments.Copy(ctx, c, to, made[c.Parent], keepDate)
		if err != nil {
			return err
		}
		made[c.ID] = copied.ID
	}
	return nil
}
