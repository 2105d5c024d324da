package seo

import (
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/wire"
)

// bulkFields are the texts of entries that may need improvement, by the names
// that the list has for them.
var bulkFields = []string{"seo_title", "meta_description", "social_title", "social_description"}

// bulkColumns are the columns of bulkFields, and of their scores where they have one.
var bulkColumns = map[string]struct{ text, score string }{
	"seo_title":          {"title", "title_score"},
	"meta_description":   {"description", "description_score"},
	"social_title":       {"social_title", ""},
	"social_description": {"social_description", ""},
}

// A text that was never analysed has no score, 0, and doesn't score low.
const (
	leastLow = 1
	mostLow  = 70
)

// bulkStatuses are the statuses of entries in the list when none is asked for.
var bulkStatuses = []string{"publish", "draft", "pending", "future"}

// bulkPosts are entries with the texts that are changed in bulk.
func (s *scores) bulkPosts(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	t := s.Types.Get(argContentTypeText.Of(r))
	if t == nil || !headed(t) || !r.Actor.Can(t.Caps.EditOwn) {
		return nil, badRequest("rest_invalid_content_type", "Entries of this type can't be changed in bulk.")
	}
	s.DB.DependsOn(ctx)
	where, args := s.bulkWhere(r, t)
	var total int64
	if _, err := s.DB.QueryRow(ctx, "SELECT COUNT(*) FROM seo_row WHERE "+where, args, &total); err != nil {
		return nil, err
	}
	perPage, page := rest.PerPage.Of(r), rest.Page.Of(r)
	rows, err := s.index.rows(ctx, "WHERE "+where+" ORDER BY object_id DESC LIMIT ? OFFSET ?", append(args, perPage, (page-1)*perPage)...)
	if err != nil {
		return nil, err
	}
	found, err := s.entriesOf(ctx, rows)
	if err != nil {
		return nil, err
	}
	posts := []any{}
	for _, o := range rows {
		if e := found[o.object]; e != nil {
			posts = append(posts, s.bulkPost(r, e, o))
		}
	}
	return rest.OK(wire.NewObject("posts", posts, "total", total, "total_pages", (total+perPage-1)/perPage, "page", page, "per_page", perPage)), nil
}

// bulkWhere is the condition on rows that a request asks for.
func (s *scores) bulkWhere(r *rest.Request, t *content.Type) (where string, args []any) {
	statuses := argStatus.Of(r)
	if len(statuses) == 0 {
		statuses = bulkStatuses
	}
	where = "object_type = ? AND object_sub_type = ? AND NOT protected AND " + s.DB.TextsIn("status")
	args = []any{ofEntry, t.Name, s.DB.TextList(statuses)}
	if ids := argInclude.Of(r); len(ids) > 0 {
		where += " AND " + s.DB.IntsIn("object_id")
		args = append(args, s.DB.IntList(ids))
	}
	if search := searchKey(strings.TrimSpace(rest.Search.Of(r))); search != "" {
		where += " AND " + s.DB.Contains("search_key")
		args = append(args, search)
	}
	if fields := argNeedsImprovement.Of(r); len(fields) > 0 {
		where += " AND (" + strings.Join(s.lacking(r, t, fields), " OR ") + ")"
	}
	return where, args
}

// lacking are the conditions under which one of texts needs improvement.
func (s *scores) lacking(r *rest.Request, t *content.Type, fields []string) []string {
	chosen := s.settings(r.Context())
	usual := chosen.entry(t.Name).bulkTexts()
	any := []string{"1 = 0"}
	for _, field := range fields {
		column := bulkColumns[field]
		if usual[field] == "" {
			any = append(any, column.text+" = ''")
		}
		if chosen.Analysis && column.score != "" {
			any = append(any, column.score+" BETWEEN "+itoa(leastLow)+" AND "+itoa(mostLow))
		}
	}
	return any
}

// bulkTexts are the texts that stand in for those of entries.
func (t texts) bulkTexts() map[string]string {
	return map[string]string{
		"seo_title": or(t.Title, entryTitle), "meta_description": t.Description,
		"social_title": or(t.SocialTitle, "%%title%%"), "social_description": t.SocialDescription,
	}
}

// bulkPost is one entry of the list. Who may not change it sees its title.
func (s *scores) bulkPost(r *rest.Request, e *content.Entry, o *row) *wire.Object {
	ctx := r.Context()
	editable := s.Entries.CanEdit(ctx, r.Actor, e)
	link := s.Site.Base(ctx) + "/wp-admin/post.php?post=" + itoa(int(e.ID)) + "&action=edit"
	if !editable {
		o, link = &row{}, ""
	}
	chosen := s.settings(ctx)
	usual := chosen.entry(e.Type).bulkTexts()
	own := map[string]string{
		"seo_title": o.title, "meta_description": o.description, "social_title": o.socialTitle, "social_description": o.socialDesc,
	}
	scores := map[string]int64{"seo_title": o.titleScore, "meta_description": o.descScore}
	out := wire.NewObject("id", e.ID, "title", or(entity.DecodeEntities(s.View.Title(ctx, e)), "(no title)"), "status", wire.Symbol(e.Status),
		"edit_link", link, "focus_keyphrase", o.keyphrase)
	for _, field := range bulkFields {
		out.Set(field, own[field])
	}
	needs := &wire.Object{}
	for _, field := range bulkFields {
		fallback := ""
		if editable && own[field] == "" {
			fallback = usual[field]
		}
		out.Set(field+"_fallback", fallback)
		low := chosen.Analysis && scores[field] >= leastLow && scores[field] <= mostLow
		needs.Set(field, editable && (own[field] == "" && usual[field] == "" || low))
	}
	out.Set("editable", editable)
	out.Set("needs_improvement", needs)
	return out
}
