package view

import (
	"context"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/domain/feeds"
	"quoin/internal/platform/scope"
)

// FeedReader reads the feeds of other sites; it is a feeds.Reader.
type FeedReader interface {
	Feed(ctx context.Context, address string, wait time.Duration) (feeds.Feed, error)
}

// How long one answer waits for all feeds in it, and how many it has.
const (
	feedWait = time.Second
	maxFeeds = 20
)

type feedsKey struct{}

// feedsOf is what an answer had of feeds.
type feedsOf struct {
	until time.Time // when it waits no more
	n     int
}

// Feed implements render.Source. A text that shows one is made again when the
// feed is due.
func (s *Source) Feed(ctx context.Context, address string) (render.Feed, bool) {
	if s.v.Feeds == nil {
		return render.Feed{}, false
	}
	return once(ctx, s, "feed "+address, func(ctx context.Context) render.Feed { return s.readFeed(ctx, address) }), true
}

func (s *Source) readFeed(ctx context.Context, address string) render.Feed {
	of, ok := scope.Get[*feedsOf](ctx, feedsKey{})
	if !ok {
		of = &feedsOf{until: time.Now().Add(feedWait)}
		scope.Put(ctx, feedsKey{}, of)
	}
	if of.n++; of.n > maxFeeds {
		return render.Feed{Error: "There are too many feeds in one place."}
	}
	wait := time.Until(of.until)
	if s.v.Store.InTransaction(ctx) {
		wait = 0 // others wait already
	}
	f, err := s.v.Feeds.Feed(ctx, address, wait)
	if err != nil {
		s.fail(ctx, "feed", err)
		return render.Feed{Pending: true}
	}
	scope.ExpiresAt(ctx, f.Due)
	out := render.Feed{Title: f.Title, URL: address, Error: f.Error, Pending: f.Pending}
	for _, i := range f.Items {
		out.Items = append(out.Items, render.FeedItem{Title: i.Title, URL: i.URL, Author: i.Author, Summary: i.Summary, Date: i.Date})
	}
	return out
}
