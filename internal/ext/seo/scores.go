package seo

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// ranks are the names of scores with their bounds, in the order in which they
// are answered.
var ranks = []struct {
	name, filter string
	least, most  int64
}{{"good", "good", 71, 100}, {"ok", "ok", 41, 70}, {"bad", "bad", 1, 40}, {"notAnalyzed", "na", 0, 0}}

// scoreKey is what an answer with counts was asked for.
type scoreKey struct {
	readability bool
	typ         string
	term        int64
	ids         bool
}

// counted are the numbers of entries by rank, and the ids of those without one.
type counted struct {
	amounts [4]int64
	ids     []string
}

// scoresFor is how long counts are kept at most.
const scoresFor = time.Minute

// scoreRoute answers how many entries have which score.
func (s *scores) scoreRoute(readability bool) func(r *rest.Request) (*rest.Response, error) {
	return func(r *rest.Request) (*rest.Response, error) {
		ctx := r.Context()
		key := scoreKey{readability: readability, typ: argContentType.Of(r), ids: argTroubleshooting.Of(r)}
		t := s.Types.Get(key.typ)
		if t == nil || !headed(t) {
			return badScores("There is no such type."), nil
		}
		tax := argTaxonomy.Of(r)
		slug := ""
		switch {
		case tax == "" && argTerm.Has(r):
			return badScores("A term needs its taxonomy."), nil
		case tax != "" && !argTerm.Has(r):
			return badScores("A taxonomy needs a term."), nil
		case tax != "" && (key.typ != content.TypePost || tax != taxonomy.Category):
			return badScores("Entries of the type aren't filtered by this taxonomy."), nil
		case tax != "":
			found, err := s.Store.TermsByID(ctx, []int64{argTerm.Of(r)})
			if err != nil {
				return nil, err
			}
			term := found[argTerm.Of(r)]
			if term == nil || term.Taxonomy != tax {
				return badScores("There is no such term."), nil
			}
			key.term, slug = term.ID, term.Slug
		}
		if _, err := s.analysePending(ctx, fewPending); fault.Incidental(err) != nil {
			return nil, err
		}
		began := s.Clock()
		c, used, err := s.scores(ctx, key)
		if err != nil {
			return nil, err
		}
		list := make([]any, len(ranks))
		for i, rank := range ranks {
			o := wire.NewObject("name", rank.name, "amount", c.amounts[i])
			if key.ids && i == len(ranks)-1 {
				o.Set("ids", strings.Join(c.ids, ","))
			}
			o.Set("links", wire.NewObject("view", s.listLink(ctx, key, rank.filter, slug)))
			list[i] = o
		}
		return rest.OK(wire.NewObject("scores", list, "queryTime", s.Clock().Sub(began).Seconds(), "cacheUsed", used)), nil
	}
}

func badScores(message string) *rest.Response {
	return status(http.StatusBadRequest, wire.NewObject("error", message))
}

// listLink leads to the list of the entries of a rank.
func (s *scores) listLink(ctx context.Context, key scoreKey, rank, slug string) string {
	filter := "seo_filter"
	if key.readability {
		filter = "readability_filter"
	}
	link := s.Site.Base(ctx) + "/wp-admin/edit.php?post_status=publish&post_type=" + url.QueryEscape(key.typ) + "&" + filter + "=" + rank
	if slug != "" {
		link += "&category_name=" + url.QueryEscape(slug)
	}
	return link
}

// scores counts, or tells what was counted within a minute and is still so.
func (s *scores) scores(ctx context.Context, key scoreKey) (c *counted, used bool, err error) {
	c, made := s.counts.Load(key, func() (*counted, int, cacheDeps) {
		part := scope.Part(ctx)
		var c *counted
		c, err = s.count(part, key)
		deps := scope.From(part).Deps()
		deps.NoStore = deps.NoStore || err != nil
		deps.Expires = s.Clock().Add(scoresFor)
		return c, 256, deps
	})
	return c, !made, err
}

func (s *scores) count(ctx context.Context, key scoreKey) (*counted, error) {
	s.DB.DependsOn(ctx)
	column, more := "CASE WHEN keyphrase = '' THEN 0 ELSE seo_score END", " AND (noindex IS NULL OR noindex <> 1)"
	if key.readability {
		column, more = "readability_score", ""
	}
	args := []any{ofEntry, key.typ, string(content.Publish)}
	if key.term != 0 {
		ids, err := s.Store.EntriesWithTerm(ctx, key.term)
		if err != nil {
			return nil, err
		}
		more += " AND " + s.DB.IntsIn("object_id")
		args = append(args, s.DB.IntList(ids))
	}
	c := &counted{}
	err := s.DB.Query(ctx, "SELECT object_id, "+column+" FROM seo_row WHERE object_type = ? AND object_sub_type = ? AND status = ?"+more+" ORDER BY author_id, object_id", args,
		func(scan func(...any) error) error {
			var id, score int64
			if err := scan(&id, &score); err != nil {
				return err
			}
			i := slices.IndexFunc(ranks[:], func(r struct {
				name, filter string
				least, most  int64
			}) bool {
				return score >= r.least && score <= r.most
			})
			if i < 0 {
				i = len(ranks) - 1
			}
			c.amounts[i]++
			if key.ids && i == len(ranks)-1 {
				c.ids = append(c.ids, strconv.FormatInt(id, 10))
			}
			return nil
		})
	return c, err
}

// statistics tells how the posts of the caller, or of everybody, do.
func (s *scores) statistics(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	if _, err := s.analysePending(ctx, fewPending); fault.Incidental(err) != nil {
		return nil, err
	}
	s.DB.DependsOn(ctx)
	where, args := "object_type = ? AND object_sub_type = ? AND status = ?", []any{ofEntry, content.TypePost, string(content.Publish)}
	author := ""
	if !r.Actor.Can("edit_others_posts") {
		where += " AND author_id = ?"
		args = append(args, r.Actor.ID)
		author = "&author=" + strconv.FormatInt(r.Actor.ID, 10)
	}
	amounts := map[string]int64{}
	total := int64(0)
	err := s.DB.Query(ctx, "SELECT keyphrase = '', COALESCE(noindex, 0), seo_score, COUNT(*) FROM seo_row WHERE "+where+" GROUP BY 1, 2, 3", args,
		func(scan func(...any) error) error {
			var none bool
			var noindex, score, n int64
			if err := scan(&none, &noindex, &score, &n); err != nil {
				return err
			}
			total += n
			switch {
			case noindex == 1:
				amounts["noindex"] += n
			case none:
				amounts["na"] += n
			default:
				for _, rank := range ranks[:3] {
					if score >= rank.least && score <= rank.most {
						amounts[rank.name] += n
					}
				}
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	list := []any{}
	for _, rank := range []struct{ name, label string }{
		{"bad", "Posts that need <strong>work</strong>"}, {"ok", "Posts that do <strong>well enough</strong>"},
		{"good", "Posts that do <strong>well</strong>"}, {"na", "Posts <strong>without</strong> a focus keyphrase"},
		{"noindex", "Posts that search engines shall <strong>not</strong> show"},
	} {
		if n := amounts[rank.name]; n > 0 {
			list = append(list, wire.NewObject("seo_rank", rank.name, "label", rank.label, "count", n,
				"link", s.Site.Base(ctx)+"/wp-admin/edit.php?post_status=publish&post_type=post&seo_filter="+rank.name+author))
		}
	}
	header := "This is how your published posts do for search engines:"
	switch {
	case total == 0:
		header = "Nothing is published yet; what is will be counted here."
	case amounts["good"]*100 > total*66:
		header = "Well done: most of your posts do well for search engines."
	}
	return rest.OK(wire.NewObject("header", header, "seo_scores", list)), nil
}

// availablePosts are the published entries of a type whose names have a text in
// them, those that changed last first.
func (s *scores) availablePosts(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	t := s.Types.Get(argPostType.Of(r))
	if t == nil {
		return status(http.StatusBadRequest, wire.NewObject("error", "There is no such type to choose from.")), nil
	}
	s.DB.DependsOn(ctx)
	rest2, args := "WHERE object_type = ? AND object_sub_type = ? AND status = ? AND (noindex IS NULL OR noindex <> 1) AND NOT protected", []any{ofEntry, t.Name, string(content.Publish)}
	if search := searchKey(strings.TrimSpace(rest.Search.Of(r))); search != "" {
		rest2 += " AND " + s.DB.Contains("name_key")
		args = append(args, search)
	}
	rows, err := s.index.rows(ctx, rest2+" ORDER BY modified DESC, id LIMIT 100", args...)
	if err != nil {
		return nil, err
	}
	found, err := s.entriesOf(ctx, rows)
	if err != nil {
		return nil, err
	}
	list := []any{}
	for _, o := range rows {
		if e := found[o.object]; e != nil {
			list = append(list, wire.NewObject("id", e.ID, "title", e.Title, "slug", e.Slug))
		}
	}
	return rest.OK(list), nil
}
