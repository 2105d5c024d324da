package front

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"html"
	"net/http"
	"slices"
	"strings"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/markup/paragraph"
	"quoin/internal/platform/markup/tags"
	"quoin/internal/platform/markup/typography"
)

// news is a feed before it takes a form.
type news struct {
	title, description string
	link, self         string
	home, language     string
	icon               string // address of the icon of the site, "" for none
	updated            time.Time
	comments           bool
	items              []item
}

// item is an entry of a feed.
type item struct {
	title, link, guid      string
	author, authorURL      string
	published, updated     time.Time
	categories             []string
	summary, content       string // HTML
	files                  []enclosure
	comments, commentsFeed string
	commentsAtom           string
	answers, answersLink   string // what a comment is about
	count                  int
}

// feed makes the feed of a place.
func (f *feeds) feed(ctx context.Context, in *input, p *resolvedPage) (*page, error) {
	form, kind := feedForm(p.is.feed)
	if form == "" {
		h := http.Header{}
		h.Set("Content-Type", "text/xml; charset=UTF-8")
		return &page{status: http.StatusNotFound, header: h, body: []byte(xml.Header + "<error><title>This is no form of feed.</title></error>\n")}, nil
	}
	length := 0
	for _, post := range p.request.Posts {
		length += len(post.Content)
	}
	ctx = render.WithBudget(ctx, render.NewBudget(ctx, render.PageLimits(length), nil))
	p.request.Feed = true
	c := f.View.Renderer().Context(ctx, p.source, p.post)
	n := &news{
		home: in.base, link: in.base, self: in.address(), language: c.Site.Language,
		description: plainText(c.Site.Description), title: plainText(f.document.documentTitle(c, p)),
	}
	built, err := f.lastModified(c)
	if err != nil {
		return nil, err
	}
	last := built
	if p.is.commentsFeed {
		if list := c.Source.QueryComments(c, render.CommentQuery{Desc: true, Limit: 1, OfFiles: true}); len(list) > 0 && list[0].DateUTC.After(last) {
			last = list[0].DateUTC
		}
	}
	n.comments = p.is.commentsFeed && (form == "rss2" || form == "atom")
	switch {
	case n.comments:
		f.commentItems(c, p, n, form)
	case p.is.commentsFeed && !p.is.singular():
		f.commented(c, p)
		fallthrough
	default:
		f.entryItems(c, p, n)
	}
	if icon := f.document.ownIcon(ctx); icon != nil && !n.comments {
		n.icon = iconOf(icon, iconSize)
	}
	if n.updated.IsZero() {
		n.updated = built
	}
	if why := c.Exceeded(); why == render.LimitCancelled {
		return nil, context.Cause(ctx)
	} else if why != "" {
		f.Log.Warn("a feed is too costly to be shown as a whole", "address", n.self, "reason", string(why))
	}
	h := http.Header{}
	for _, l := range f.document.links(ctx, p) {
		h.Add("Link", l.header())
	}
	f.addToFeed(c, p, n, form, h)
	body, err := n.encode(form)
	if err != nil {
		return nil, fmt.Errorf("feed: %w", err)
	}
	h.Set("Content-Type", kind+"; charset=UTF-8")
	h.Set("Vary", "Accept-Encoding")
	if p.entry == nil || p.entry.Password == "" {
		h.Set("Last-Modified", last.UTC().Format(http.TimeFormat))
	}
	return &page{status: p.status, header: h, body: body, complete: p.source.Complete()}, nil
}

// addToFeed lets the site add to a feed of entries or of comments.
func (f *feeds) addToFeed(c *render.Context, p *resolvedPage, n *news, form string, h http.Header) {
	if f.Additions == nil {
		return
	}
	shown := &Page{Request: p.request, Entry: p.entry, Title: p.title, Canonical: p.canonical, Status: p.status}
	for _, add := range f.Additions(c).Feed {
		out := Feed{Link: n.link, Comments: n.comments, Form: form, Header: h}
		err := f.safely(c, func() error { return add(c, shown, &out) })
		if err == nil {
			n.link = out.Link
			err = f.safely(c, func() error {
				n.frame(c, out.Frame, p.request.Posts)
				n.lead(c, out.Address, p.request.Posts)
				return nil
			})
		}
		if err != nil {
			f.Log.ErrorContext(c, "a feed is shown without what an extension adds", "address", n.self, "error", err)
		}
	}
}

// frame puts HTML around the entries of a feed.
func (n *news) frame(c *render.Context, frame func(e *FeedEntry) (before, after string), posts []*render.Post) {
	if frame == nil || n.comments {
		return
	}
	for i, post := range posts[:min(len(posts), len(n.items))] {
		it := &n.items[i]
		before, after := frame(&FeedEntry{Post: post, Title: c.Title(post), Author: c.User(post.AuthorID)})
		it.summary = before + paragraph.Auto(it.summary, true) + after
		if it.content != "" {
			it.content = before + it.content + after
		}
	}
}

// lead has the entries of a feed named by other addresses.
func (n *news) lead(c *render.Context, address func(e *FeedEntry) string, posts []*render.Post) {
	if address == nil || n.comments {
		return
	}
	for i, post := range posts[:min(len(posts), len(n.items))] {
		n.items[i].link = address(&FeedEntry{Post: post, Title: c.Title(post), Author: c.User(post.AuthorID)})
	}
}

// feedForm is the form that a name asks for and its media type, "" for none.
func feedForm(name string) (form, kind string) {
	switch name = strings.TrimPrefix(name, "comments-"); name {
	case "feed", "rss2":
		return "rss2", "application/rss+xml"
	case "rss":
		return "rss", "application/rss+xml"
	case "rdf":
		return "rdf", "application/rdf+xml"
	case "atom":
		return "atom", "application/atom+xml"
	}
	return "", ""
}

// plainText is HTML as text.
func plainText(markup string) string {
	return strings.TrimSpace(html.UnescapeString(tags.StripTags(markup)))
}

// utc is a stored time.
func utc(stored string) time.Time {
	at, err := time.Parse(site.DateForm, stored)
	if err != nil {
		return time.Time{}
	}
	return at
}

// lastModified is when any public entry changed.
func (f *feeds) lastModified(c *render.Context) (time.Time, error) {
	var types []string
	for _, t := range f.Types.All() {
		if t.Public {
			types = append(types, t.Name)
		}
	}
	found, err := f.Store.ListEntries(c, content.Query{
		Types: types, Statuses: []content.Status{content.Publish}, Order: []content.Order{{By: content.ByModified, Desc: true}}, Limit: 1, SkipTotal: true,
	})
	if err != nil {
		return time.Time{}, err
	}
	last := time.Time{}
	if len(found.Entries) > 0 {
		last = utc(found.Entries[0].ModifiedUTC)
	}
	return last, nil
}

// maxFeed is how many bytes the texts of a feed have; entries beyond are left out. One
// is always there, however long.
const maxFeed = 4 << 20

// entryItems tells of the entries of a place.
func (f *feeds) entryItems(c *render.Context, p *resolvedPage, n *news) {
	length := 0
	ids := make([]int64, len(p.request.Posts))
	for i, post := range p.request.Posts {
		ids[i] = post.ID
	}
	entries, err := f.Store.EntriesByID(c, ids)
	if err != nil {
		return
	}
	short := site.FeedExcerpts.Of(c, f.Site)
	terms := [2]map[int64][]*render.Term{c.Source.PostTerms(c, ids, taxonomy.Category), c.Source.PostTerms(c, ids, taxonomy.Tag)}
	for _, post := range p.request.Posts {
		inner, leave, ok := c.ForPost(post).Enter("feed")
		if !ok {
			return
		}
		it := item{
			title: plainText(c.Title(post)), link: post.Permalink,
			comments: post.Permalink + "#respond", count: post.CommentCount, summary: feedExcerpt(inner, post),
		}
		if e := entries[post.ID]; e != nil {
			it.guid, it.published, it.updated = e.GUID, utc(e.DateUTC), utc(e.ModifiedUTC)
			it.commentsAtom = f.entryFeedLink(c, e, "atom")
			if post.CommentsOpen || post.CommentCount > 0 {
				it.commentsFeed = f.entryFeedLink(c, e, "")
			}
		}
		if post.CommentCount > 0 {
			it.comments = post.Permalink + "#comments"
		}
		if !post.CommentsOpen && post.CommentCount == 0 {
			it.comments = ""
		}
		if u := c.User(post.AuthorID); u != nil {
			it.author, it.authorURL = u.Name, u.URL
		}
		seen := map[string]bool{}
		for _, of := range terms {
			for _, t := range of[post.ID] {
				if !seen[t.Name] {
					seen[t.Name] = true
					it.categories = append(it.categories, html.UnescapeString(t.Name))
				}
			}
		}
		if e := entries[post.ID]; e != nil && !post.Locked {
			it.files = enclosures(e)
		}
		if !short {
			it.content = inner.PageContent(post, 1, true)
		}
		leave()
		length += len(it.title) + len(it.summary) + len(it.content) + len(it.author)
		if len(n.items) > 0 && length > maxFeed {
			return
		}
		if it.updated.After(n.updated) {
			n.updated = it.updated
		}
		n.items = append(n.items, it)
	}
}

// enclosure is a file that belongs to an entry, as for a podcast.
type enclosure struct {
	URL    string `xml:"url,attr"`
	Length string `xml:"length,attr"`
	Type   string `xml:"type,attr"`
}

// enclosures are the files that an entry names: lines of address, length and
// type.
func enclosures(e *content.Entry) []enclosure {
	var out []enclosure
	for _, v := range e.Meta["enclosure"] {
		text, _ := v.(string)
		lines := strings.Split(text, "\n")
		if len(lines) < 3 {
			continue
		}
		kind, _, _ := strings.Cut(strings.TrimSpace(lines[2]), " ")
		out = append(out, enclosure{strings.TrimSpace(lines[0]), strings.TrimSpace(lines[1]), kind})
	}
	return out
}

// feedExcerpt is an excerpt as it stands in feeds.
func feedExcerpt(c *render.Context, post *render.Post) string {
	if post.Locked {
		return c.Filled(render.LockedExcerpt)
	}
	return typography.ConvertChars(c.ExcerptText(post, 0))
}

// commentItems tells of the comments of a place.
func (f *feeds) commentItems(c *render.Context, p *resolvedPage, n *news, form string) {
	q := render.CommentQuery{Desc: true, Limit: max(int(site.FeedLength.Of(c, f.Site)), 1), OfFiles: true}
	site := plainText(c.Site.Name)
	switch {
	case p.is.singular():
		about := ""
		if p.post != nil {
			about = plainText(c.Title(p.post))
			q.PostID = p.post.ID
			n.updated = utc(p.entry.ModifiedUTC)
			if form == "atom" {
				if n.link = p.post.Permalink + "#respond"; p.post.CommentCount > 0 {
					n.link = p.post.Permalink + "#comments"
				}
			} else if p.is.single {
				n.link = p.post.Permalink
			}
		} else if p.is.single {
			n.link = ""
		}
		n.title = c.Filled(map[string]string{"rss2": "Comments on: %s", "atom": "Comments on %s"}[form], about)
	case p.is.search:
		n.title = c.Filled("Comments for %1$s searching on %2$s", site, p.request.Search)
	default:
		n.title = c.Filled("Comments for %s", site)
		if form == "atom" {
			n.self = f.commentsFeedLink(c, "atom")
		}
	}
	n.language = map[string]string{"atom": n.language}[form]
	if p.is.singular() && p.post == nil {
		return
	}
	list := c.Source.QueryComments(c, q)
	var ids, parents []int64
	for _, comment := range list {
		ids = append(ids, comment.PostID)
		if comment.ParentID > 0 {
			parents = append(parents, comment.ParentID)
		}
	}
	answered := map[int64]*render.Comment{}
	if len(parents) > 0 {
		found := c.Source.QueryComments(c, render.CommentQuery{IDs: parents})
		for _, parent := range found {
			answered[parent.ID] = parent
		}
	}
	entries, err := f.Store.EntriesByID(c, ids)
	if err != nil {
		return
	}
	posts := c.Source.Posts(c, ids)
	for _, comment := range list {
		post, e := posts[comment.PostID], entries[comment.PostID]
		if post == nil || e == nil {
			continue
		}
		author := comment.Author
		if author == "" {
			author = c.T("Anonymous")
		}
		it := item{
			link: comment.Permalink, guid: e.GUID + fmt.Sprintf("#comment-%d", comment.ID), author: author, authorURL: comment.URL,
			published: comment.DateUTC, updated: comment.DateUTC, answers: e.GUID, answersLink: post.Permalink,
			title: c.Filled("By: %s", plainText(author)),
		}
		if !p.is.singular() {
			it.title = c.Filled("Comment on %1$s by %2$s", plainText(c.Title(post)), plainText(author))
		}
		if post.Locked {
			it.summary, it.content = c.T("Protected Comments: Please enter your password to view comments."), c.PageContent(post, 1, false)
		} else {
			text := comment.Content
			if parent := answered[comment.ParentID]; parent != nil {
				text = `In reply to <a href="` + escape.URL(parent.Permalink) + `">` + escape.HTML(parent.Author) + "</a>.\n\n" + text
			}
			it.summary, it.content = escape.HTML(text), c.CommentText(text)
		}
		if it.updated.After(n.updated) {
			n.updated = it.updated
		}
		n.items = append(n.items, it)
	}
}

// commented makes the entries with the latest comments those of a place: forms
// of feeds that can't tell of comments tell of these.
func (f *feeds) commented(c *render.Context, p *resolvedPage) {
	list := c.Source.QueryComments(c, render.CommentQuery{Desc: true, Limit: max(int(site.FeedLength.Of(c, f.Site)), 1), OfFiles: true})
	var ids []int64
	for _, comment := range list {
		ids = append(ids, comment.PostID)
	}
	p.request.Posts = nil
	for _, post := range c.Source.Posts(c, ids) {
		p.request.Posts = append(p.request.Posts, post)
	}
	slices.SortFunc(p.request.Posts, func(a, b *render.Post) int {
		return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(b.ID, a.ID))
	})
}

// encode prints a feed in a form.
func (n *news) encode(form string) ([]byte, error) {
	var v any
	switch form {
	case "atom":
		v = n.atom()
	case "rdf":
		v = n.rdf()
	case "rss":
		v = n.rss092()
	default:
		v = n.rss2()
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	e := xml.NewEncoder(&b)
	e.Indent("", "\t")
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	b.WriteString("\n")
	return b.Bytes(), nil
}
