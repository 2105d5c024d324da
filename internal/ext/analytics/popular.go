package analytics

import (
	"context"
	"fmt"
	"strings"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/ext"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/scope"
)

// read is an entry with how often it was viewed.
type read struct {
	entry *content.Entry
	views int64
}

// candidates is how many of the most viewed are looked at to find those that
// may be shown.
const candidates = 4

// popular are the posts that were viewed most in the last days, the most first.
func (s *service) popular(ctx context.Context, days, limit int64, except int64) ([]read, error) {
	var list []read
	var ids []int64
	views := map[int64]int64{}
	err := s.DB.Query(ctx, "SELECT entry_id, SUM(n) AS total FROM analytics_view WHERE day > ? GROUP BY entry_id ORDER BY total DESC, entry_id LIMIT ?",
		[]any{s.today(ctx) - days, candidates*limit + 1}, func(scan func(...any) error) error {
			var id, n int64
			err := scan(&id, &n)
			ids, views[id] = append(ids, id), n
			return err
		})
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	found, err := s.Store.EntriesByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	var entries []*content.Entry
	for _, id := range ids {
		e := found[id]
		if e != nil && id != except && e.Type == content.TypePost && e.Status == content.Publish && e.Password == "" && int64(len(list)) < limit {
			list = append(list, read{e, views[id]})
			entries = append(entries, e)
		}
	}
	return list, s.Links.Prefetch(ctx, entries)
}

// freshFor is how long a page shows the same popular posts.
const freshFor = 10 * time.Minute

func (s *service) inlineBlock(c *render.Context, b block.Block, _ string) string {
	return s.block(c, b, "inline", 1)
}

func (s *service) widgetBlock(c *render.Context, b block.Block, _ string) string {
	return s.block(c, b, "widget", s.settings(c).popularPosts)
}

// block shows the posts that are read most, in one of the themes.
func (s *service) block(c *render.Context, b block.Block, kind string, limit int64) string {
	c.ExpiresAt(c.Site.Now.Add(freshFor))
	var except int64
	if c.Post != nil {
		except = c.Post.ID
	}
	if n := int64(b.Attrs.Int("post_count")); n > 0 {
		limit = min(n, 20)
	}
	list, err := s.popular(c, s.settings(c).popularDays, limit, except)
	if err != nil {
		scope.Failed(c, err)
	}
	if len(list) == 0 {
		return ""
	}
	name := s.settings(c).theme(kind)
	if own := b.Attrs.Text("theme"); themeOf(kind, own) != nil {
		name = own
	}
	var w strings.Builder
	fmt.Fprintf(&w, `<div class="analytics-popular analytics-popular-%s analytics-popular-%s">`, kind, escape.Attr(name))
	if label := themeOf(kind, name).word; label != "" {
		w.WriteString(`<span class="analytics-popular-label">` + escape.HTML(label) + "</span>")
	}
	w.WriteString("<ul>")
	for _, r := range list {
		w.WriteString(`<li><a href="` + escape.URL(s.Links.Link(c, r.entry)) + `">` + s.View.Title(c, r.entry) + "</a></li>")
	}
	w.WriteString("</ul></div>")
	return w.String()
}

// listPopular is the command.
func (s *service) listPopular(ctx context.Context, c *ext.Call) error {
	if err := s.flush(ctx); err != nil {
		return err
	}
	list, err := s.popular(ctx, max(1, c.Int("days")), max(1, c.Int("limit")), 0)
	for _, r := range list {
		if err := c.Row(ext.Values{"views": r.views, "id": r.entry.ID, "title": r.entry.Title}, "%d\t%d\t%s", r.views, r.entry.ID, r.entry.Title); err != nil {
			return err
		}
	}
	return err
}
