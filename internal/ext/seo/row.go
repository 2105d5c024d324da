package seo

import (
	"context"
	"crypto/md5" // #nosec G501 -- the reference's name of an address, no secret
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/ext/seo/head"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/rowmap"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// The kinds of objects that have rows.
const (
	ofEntry  = "post"
	ofTerm   = "term"
	ofUser   = "user"
	ofHome   = "home-page"
	ofDate   = "date-archive"
	ofSystem = "system-page"
)

// rowVersion is the version of how rows are made; older ones are made again.
const rowVersion = 2

// row is what is known of one page of the site, for lists and counts.
type row struct {
	id                          int64
	kind, sub                   string
	object                      int64
	path                        string // of its address, below that of the site
	author, parent              int64
	status                      string
	protected                   bool
	name                        string // in paths and lists
	heading                     string // of an entry, as it is looked for; "" for what was read
	title, description          string // as somebody wrote them
	socialTitle, socialDesc     string
	keyphrase                   string
	noindex                     *int64 // 1 and 0 as somebody chose, nil as its type has it
	minutes                     *int64
	published, modified         string // UTC
	seo, readability, inclusive int64
	titleScore, descScore       int64
	links, incoming             *int64
	more                        rowMore
	created, updated            string
	version                     int64

	// pending rows are still to be analysed.
	pending bool
}

// rowMore is what of a row is only shown.
type rowMore struct {
	Canonical   string   `json:"canonical,omitempty"`
	Cornerstone bool     `json:"cornerstone,omitempty"`
	NoFollow    bool     `json:"nofollow,omitempty"`
	Robots      []string `json:"robots,omitempty"`
	Pages       int      `json:"pages,omitempty"`
	Picture     string   `json:"picture,omitempty"`
	PictureID   int64    `json:"picture_id,omitempty"`
	Source      string   `json:"source,omitempty"`
	Card        string   `json:"card,omitempty"`
	CardID      int64    `json:"card_id,omitempty"`
	CardTitle   string   `json:"card_title,omitempty"`
	CardDesc    string   `json:"card_desc,omitempty"`
	PageType    string   `json:"page_type,omitempty"`
	ArticleType string   `json:"article_type,omitempty"`
	Ancestors   bool     `json:"ancestors,omitempty"`
}

var rowTable = rowmap.Of(
	rowmap.Key("id", func(r *row) any { return &r.id }),
	rowmap.Field("object_type", func(r *row) any { return &r.kind }),
	rowmap.Field("object_sub_type", func(r *row) any { return &r.sub }),
	rowmap.Field("object_id", func(r *row) any { return &r.object }),
	rowmap.Field("path", func(r *row) any { return &r.path }),
	rowmap.Field("author_id", func(r *row) any { return &r.author }),
	rowmap.Field("parent_id", func(r *row) any { return &r.parent }),
	rowmap.Field("status", func(r *row) any { return &r.status }),
	rowmap.Field("protected", func(r *row) any { return &r.protected }),
	rowmap.Field("name", func(r *row) any { return &r.name }),
	rowmap.Derived("name_key", func(r *row) any { return searchKey(r.name) }),
	rowmap.Derived("search_key", func(r *row) any { return r.searchKey() }),
	rowmap.Field("title", func(r *row) any { return &r.title }),
	rowmap.Field("description", func(r *row) any { return &r.description }),
	rowmap.Field("social_title", func(r *row) any { return &r.socialTitle }),
	rowmap.Field("social_description", func(r *row) any { return &r.socialDesc }),
	rowmap.Field("keyphrase", func(r *row) any { return &r.keyphrase }),
	rowmap.Field("noindex", func(r *row) any { return &r.noindex }),
	rowmap.Field("minutes", func(r *row) any { return &r.minutes }),
	rowmap.Field("published", func(r *row) any { return &r.published }),
	rowmap.Field("modified", func(r *row) any { return &r.modified }),
	rowmap.Field("seo_score", func(r *row) any { return &r.seo }),
	rowmap.Field("readability_score", func(r *row) any { return &r.readability }),
	rowmap.Field("inclusive_score", func(r *row) any { return &r.inclusive }),
	rowmap.Field("title_score", func(r *row) any { return &r.titleScore }),
	rowmap.Field("description_score", func(r *row) any { return &r.descScore }),
	rowmap.Key("link_count", func(r *row) any { return &r.links }),
	rowmap.Key("incoming_count", func(r *row) any { return &r.incoming }),
	rowmap.Derived("pending", func(r *row) any { return r.pending }),
	rowmap.JSON("more", func(r *row) any { return &r.more }),
	rowmap.Derived("findings", func(r *row) any { return "" }),
	rowmap.Field("created_at", func(r *row) any { return &r.created }),
	rowmap.Field("updated_at", func(r *row) any { return &r.updated }),
	rowmap.Field("version", func(r *row) any { return &r.version }),
)

// rowKey are the columns that tell rows apart.
var rowKey = []string{"object_type", "object_id", "object_sub_type"}

// rows reads rows; the rest of the query follows FROM seo_row.
func (s *index) rows(ctx context.Context, rest string, args ...any) ([]*row, error) {
	var out []*row
	err := s.DB.Query(ctx, "SELECT "+rowTable.Read("")+" FROM seo_row "+rest, args, func(scan func(...any) error) error {
		r, err := rowTable.Scan(scan)
		out = append(out, r)
		return err
	})
	return out, err
}

// storeRowText stores a row in place of the one that its object has. What was analysed once
// keeps its scores, and waits to be analysed again.
var storeRowText = rowTable.Insert("seo_row") + replaceRow + " RETURNING id"

var replaceRow = func() string {
	scores := []string{"seo_score", "readability_score", "inclusive_score", "title_score", "description_score"}
	text := rowTable.Without(append(scores, "pending", "findings", "created_at")...).Replace(rowKey...)
	for _, column := range scores {
		text += ", " + column + " = CASE WHEN excluded.pending OR seo_row.findings <> '' THEN seo_row." + column + " ELSE excluded." + column + " END"
	}
	return text + ", pending = excluded.pending OR seo_row.findings <> '', attempts = 0"
}()

// storeRow stores a row with the moment and the version of now.
func (s *index) storeRow(ctx context.Context, r *row) error {
	if _, err := s.DB.Insert(ctx, storeRowText, s.rowValues(r), &r.id); err != nil {
		return fmt.Errorf("row of %s %d: %w", r.kind, r.object, err)
	}
	return s.DB.Changed(ctx, rowTag(r.kind, r.object))
}

// rowValues are what is stored of a row now.
func (s *index) rowValues(r *row) []any {
	stored, now := *r, s.Clock().UTC().Format(site.DateForm)
	stored.created, stored.updated, stored.version = now, now, rowVersion
	return rowTable.Values(&stored)
}

// storeNewText stores the row of an entry that is new and has no links, with how many links
// wait for it.
var storeNewText = "INSERT INTO seo_row (" + rowTable.Written() + ", link_count, incoming_count) VALUES (" + rowTable.Marks() +
	", 0, (SELECT COUNT(*) FROM seo_link l WHERE l.path = ? AND l.target_id IS NULL))" + replaceRow + ", link_count = 0," +
	" incoming_count = excluded.incoming_count + (SELECT COUNT(*) FROM seo_link l WHERE l.target_id = seo_row.id)"

// storeNew stores the row of an entry that was just made and has no links, and has those
// that led to its address lead to it. Nobody waits for an answer of the database.
func (s *index) storeNew(ctx context.Context, r *row) error {
	if err := s.DB.Claim(ctx, placeOf(r.path)); err != nil {
		return err
	}
	if err := s.DB.Send(ctx, storeNewText, append(s.rowValues(r), r.path)...); err != nil {
		return fmt.Errorf("row of %s %d: %w", r.kind, r.object, err)
	}
	err := s.DB.Send(ctx, "UPDATE seo_link SET target_id = (SELECT r.id FROM seo_row r WHERE r.object_type = ? AND r.object_id = ? AND r.object_sub_type = ?)"+
		" WHERE path = ? AND target_id IS NULL", r.kind, r.object, r.sub, r.path)
	if err != nil {
		return err
	}
	return s.DB.Changed(ctx, rowTag(r.kind, r.object))
}

// searchKey is the form of a text in which lists look for texts: case and accents
// make no difference.
func searchKey(text string) string { return strings.ToLower(clean.Accents(text)) }

// searchKey is what lists look for texts in: one a line.
func (r *row) searchKey() string {
	return searchKey(strings.Join([]string{or(r.heading, r.name), r.title, r.description, r.keyphrase, r.socialTitle, r.socialDesc}, "\n"))
}

func rowTag(kind string, id int64) string { return kind + ":" + strconv.FormatInt(id, 10) }

// placeOf is what those claim who make the page of a path, or links to it.
func placeOf(path string) string { return "path " + path }

// deleteRow removes the row of an object with its links.
func (s *index) deleteRow(ctx context.Context, kind string, object int64) error {
	var id int64
	var path string
	found, err := s.DB.QueryRow(ctx, "SELECT id, path FROM seo_row WHERE object_type = ? AND object_id = ?", []any{kind, object}, &id, &path)
	if err != nil || !found {
		return err
	}
	// Who writes a link to the page finds it, and that link is cut off here, or
	// finds no page any more.
	ctx = s.DB.Concurrent(ctx)
	if err := s.DB.Claim(ctx, placeOf(path)); err != nil {
		return err
	}
	if err := s.DB.Send(ctx, "DELETE FROM seo_row WHERE id = ?", id); err != nil {
		return err
	}
	if err := s.dropLinks(ctx, id); err != nil {
		return err
	}
	if err := s.DB.Send(ctx, "UPDATE seo_link SET target_id = NULL WHERE target_id = ?", id); err != nil {
		return err
	}
	return s.DB.Changed(ctx, rowTag(kind, object))
}

// pathOf is an address without that of the site.
func (s *index) pathOf(ctx context.Context, address string) string {
	return strings.TrimPrefix(address, s.Site.Base(ctx))
}

// indexed tells whether an entry has a row.
func (s *index) indexed(e *content.Entry) bool {
	t := s.Types.Get(e.Type)
	return t != nil && headed(t) && !headless(e) && e.Status != content.Trash
}

// entryRow is the row of an entry, without its links.
func (s *index) entryRow(ctx context.Context, e *content.Entry) *row {
	own := func(key string) string { return metaText(e.Meta, key) }
	r := &row{
		kind: ofEntry, sub: e.Type, object: e.ID, path: s.pathOf(ctx, s.Links.Link(ctx, e)), author: e.Author, parent: e.Parent,
		status: string(e.Status), protected: e.Password != "", name: or(own(metaCrumb), clean.StripAllTags(e.Title)), heading: clean.StripAllTags(e.Title),
		title: own(metaTitle), description: own(metaDescription),
		socialTitle: own(metaSocialTitle), socialDesc: own(metaSocialDesc), keyphrase: own(metaKeyphrase),
		published: e.DateUTC, modified: e.ModifiedUTC,
		seo: e.Meta.Int(metaScore), readability: e.Meta.Int(metaReadability), inclusive: e.Meta.Int(metaInclusive),
		titleScore: e.Meta.Int(metaTitleScore), descScore: e.Meta.Int(metaDescScore),
		more: rowMore{
			Canonical: own(metaCanonical), Cornerstone: own(metaCornerstone) == "1", NoFollow: own(metaNoFollow) == "1",
			CardTitle: own(metaCardTitle), CardDesc: own(metaCardDesc), PageType: own(metaPageType), ArticleType: own(metaArticleType),
			Ancestors: e.Parent != 0,
		},
	}
	if n := strings.Count(e.Content, "<!--nextpage-->"); n > 0 {
		r.more.Pages = n + 1
	}
	if own(metaMinutes) != "" {
		r.minutes = number(e.Meta.Int(metaMinutes))
	}
	switch own(metaNoIndex) {
	case "1":
		r.noindex = number(1)
	case "2":
		r.noindex = number(0)
	}
	for more := range strings.SplitSeq(own(metaRobotsMore), ",") {
		if more = strings.TrimSpace(more); more != "" {
			r.more.Robots = append(r.more.Robots, more)
		}
	}
	switch {
	case e.Meta.Int(metaSocialImageID) > 0 || own(metaSocialImage) != "":
		r.more.Picture, r.more.PictureID, r.more.Source = own(metaSocialImage), e.Meta.Int(metaSocialImageID), "set-by-user"
	case e.Meta.Int(content.MetaFeaturedMedia) > 0:
		r.more.PictureID, r.more.Source = e.Meta.Int(content.MetaFeaturedMedia), "featured-image"
	case !r.protected:
		if r.more.Picture = contentImage(e.Content); r.more.Picture != "" {
			r.more.Source = "first-content-image"
		}
	}
	r.more.Card, r.more.CardID = own(metaCardImage), e.Meta.Int(metaCardImageID)
	return r
}

func number(n int64) *int64 { return &n }

func (s *index) termRow(ctx context.Context, t *taxonomy.Term) *row {
	own := func(key string) string { return metaText(t.Meta, key) }
	r := &row{
		kind: ofTerm, sub: t.Taxonomy, object: t.ID, path: s.pathOf(ctx, s.TermLinks.Link(ctx, t)), parent: t.Parent,
		name: or(own(metaCrumb), t.Name), title: own(metaTitle), description: own(metaTermDesc), keyphrase: own(metaKeyphrase),
		socialTitle: own(metaSocialTitle), socialDesc: own(metaSocialDesc), seo: t.Meta.Int(metaScore), readability: t.Meta.Int(metaReadability),
		more: rowMore{Canonical: own(metaCanonical), Ancestors: t.Parent != 0},
	}
	switch own(metaTermNoIndex) {
	case "noindex":
		r.noindex = number(1)
	case "index":
		r.noindex = number(0)
	}
	return r
}

func (s *index) userRow(ctx context.Context, u *user.User) *row {
	var noindex *int64
	if v := metaText(u.Meta, metaAuthorNoIndex); v == "on" || v == "1" {
		noindex = number(1)
	}
	return &row{
		noindex: noindex,
		kind:    ofUser, object: u.ID, path: s.pathOf(ctx, user.Link(ctx, s.Site, u)), name: u.Name,
		title: metaText(u.Meta, metaTitle), description: metaText(u.Meta, metaDescription),
	}
}

// generalRows are the rows of pages that stand for no object.
func (s *index) generalRows(ctx context.Context) []*row {
	t := s.settings(ctx)
	return []*row{
		{kind: ofHome, path: "/", name: t.Crumbs.Home, title: t.Home.Title, description: t.Home.Description,
			socialTitle: t.Home.SocialTitle, socialDesc: t.Home.SocialDescription},
		{kind: ofDate, title: t.Archive.Title, description: t.Archive.Description, noindex: number(flag(t.Archive.NoIndex))},
		{kind: ofSystem, sub: "404", title: t.Missing.Title, noindex: number(1)},
		{kind: ofSystem, sub: "search-result", title: t.Search.Title, noindex: number(1)},
	}
}

func flag(on bool) int64 {
	if on {
		return 1
	}
	return 0
}

// represent is a row as the routes of the index answer it: numbers are texts.
func (s *index) represent(ctx context.Context, r *row) *wire.Object {
	text := func(v string) any {
		if v == "" {
			return nil
		}
		return v
	}
	num := func(n int64) any { return strconv.FormatInt(n, 10) }
	id := func(n int64) any {
		if n == 0 {
			return nil
		}
		return num(n)
	}
	optional := func(n *int64) any {
		if n == nil {
			return nil
		}
		return num(*n)
	}
	stamp := func(utc string) any { return text(strings.Replace(utc, "T", " ", 1)) }
	robots := func(name string) any {
		for _, have := range r.more.Robots {
			if have == name {
				return "1"
			}
		}
		return nil
	}
	var address, hash any
	if r.path != "" {
		a := s.Site.Base(ctx) + r.path
		sum := md5.Sum([]byte(a)) // #nosec G401 -- the reference's name of an address, no secret
		address, hash = a, strconv.Itoa(len(a))+":"+hex.EncodeToString(sum[:])
	}
	var public any
	switch {
	case r.kind != ofEntry:
	case r.protected, r.noindex != nil && *r.noindex == 1, r.status != string(content.Publish):
		public = "0"
	case r.noindex != nil:
		public = "1"
	}
	var score any
	if r.keyphrase != "" {
		score = num(r.seo)
	}
	picture := r.more.Picture
	return wire.NewObject(
		"id", num(r.id), "object_id", id(r.object), "object_type", r.kind, "object_sub_type", text(r.sub), "permalink", address, "permalink_hash", hash,
		"author_id", id(r.author), "post_parent", num(r.parent), "title", text(r.title), "description", text(r.description),
		"breadcrumb_title", text(r.name), "post_status", text(r.status), "is_public", public, "is_protected", num(flag(r.protected)),
		"has_public_posts", nil, "number_of_pages", id(int64(r.more.Pages)), "canonical", text(r.more.Canonical),
		"primary_focus_keyword", text(r.keyphrase), "primary_focus_keyword_score", score, "readability_score", num(r.readability),
		"inclusive_language_score", num(r.inclusive), "seo_title_score", num(r.titleScore), "meta_description_score", num(r.descScore),
		"is_cornerstone", num(flag(r.more.Cornerstone)), "is_robots_noindex", optional(r.noindex), "is_robots_nofollow", num(flag(r.more.NoFollow)),
		"is_robots_noarchive", robots("noarchive"), "is_robots_noimageindex", robots("noimageindex"), "is_robots_nosnippet", robots("nosnippet"),
		"twitter_title", text(r.more.CardTitle), "twitter_image", text(or(r.more.Card, picture)), "twitter_description", text(r.more.CardDesc),
		"twitter_image_id", id(r.more.CardID), "twitter_image_source", text(r.more.Source),
		"open_graph_title", text(r.socialTitle), "open_graph_description", text(r.socialDesc), "open_graph_image", text(picture),
		"open_graph_image_id", id(r.more.PictureID), "open_graph_image_source", text(r.more.Source), "open_graph_image_meta", nil,
		"link_count", optional(r.links), "incoming_link_count", optional(r.incoming), "schema_page_type", text(r.more.PageType),
		"schema_article_type", text(r.more.ArticleType), "has_ancestors", num(flag(r.more.Ancestors)),
		"estimated_reading_time_minutes", optional(r.minutes), "language", nil, "region", nil, "blog_id", "1",
		"object_last_modified", stamp(r.modified), "object_published_at", stamp(r.published), "created_at", stamp(r.created),
		"updated_at", stamp(r.updated), "version", num(r.version))
}

// filled is a text of an entry with its variables replaced.
func (s *index) filled(ctx context.Context, e *content.Entry, template string) string {
	if !strings.Contains(template, "%%") {
		return head.Vars(nil).Fill(template)
	}
	terms, err := s.Store.EntryTerms(ctx, []int64{e.ID})
	if err != nil {
		scope.Failed(ctx, err)
	}
	return s.facts.entryVars(ctx, e, terms[e.ID], first()).Fill(template)
}
