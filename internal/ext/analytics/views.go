package analytics

import (
	"context"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// What the screen shows: views by day, and the entries that were viewed most.

// mostDays bounds how far back it looks, mostRead how many entries it lists.
const (
	mostDays = 400
	mostRead = 50
)

var viewsAnswer = schema.Of(
	prop("total", schema.Int("Views in all of these days.")),
	prop("days", schema.List(schema.Of(prop("day", str("The day, in the site's zone.")), prop("views", schema.Int("How many there were."))), "The days, the first in front.")),
	prop("popular", schema.List(schema.Of(
		prop("id", schema.Int("Id of the entry.")), prop("title", str("Its title.")), prop("link", str("Its address.")), prop("views", schema.Int("How often it was viewed.")),
	), "What was viewed most.")),
)

// viewsRoute is our own: the reference's clients ask the provider.
func (s *service) viewsRoute() rest.Route {
	return rest.Route{
		Namespace: namespace, Pattern: "/" + namespace + "/views", Hidden: true,
		Endpoints: []rest.Endpoint{{
			Methods: rest.Readable, Allow: rest.Can("edit_others_posts"), Handle: s.showViews, Answer: viewsAnswer,
			Args: []rest.Arg{
				argDays.Arg(schema.Int("How many days, today included.", schema.Default(int64(30)), schema.Min(1), schema.Max(mostDays))),
				argLimit.Arg(schema.Int("How many entries are listed.", schema.Default(int64(10)), schema.Min(1), schema.Max(mostRead))),
			},
		}},
	}
}

func (s *service) showViews(r *rest.Request) (*rest.Response, error) {
	ctx, days := r.Context(), argDays.Of(r)
	today := s.today(ctx)
	views, err := s.viewsByDay(ctx, today-days)
	if err != nil {
		return nil, err
	}
	list, total := make([]any, 0, days), int64(0)
	for day := today - days + 1; day <= today; day++ {
		total += views[day]
		list = append(list, wire.NewObject("day", time.Unix(day*24*60*60, 0).UTC().Format(time.DateOnly), "views", views[day]))
	}
	found, err := s.popular(ctx, days, argLimit.Of(r), 0)
	if err != nil {
		return nil, err
	}
	popular := []any{}
	for _, one := range found {
		popular = append(popular, wire.NewObject("id", one.entry.ID, "title", one.entry.Title, "link", s.Links.Link(ctx, one.entry), "views", one.views))
	}
	return rest.OK(wire.NewObject("total", total, "days", list, "popular", popular)), nil
}

// viewsByDay are the views of all entries after a day.
func (s *service) viewsByDay(ctx context.Context, after int64) (map[int64]int64, error) {
	views := map[int64]int64{}
	err := s.DB.Query(ctx, "SELECT day, SUM(n) FROM analytics_view WHERE day > ? GROUP BY day ORDER BY day LIMIT ?", []any{after, mostDays + 1}, func(scan func(...any) error) error {
		var day, n int64
		err := scan(&day, &n)
		views[day] = n
		return err
	})
	return views, err
}
