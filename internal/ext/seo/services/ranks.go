package services

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/platform/wire"
)

// Ranks is the service that watches how pages rank.
type Ranks struct {
	*Client
	Base string
}

func (k *Ranks) call(ctx context.Context, method, path, access string, body any) (any, error) {
	if k.Base == "" {
		return nil, Unset{"seo_rank_tracker_base_url"}
	}
	return k.Ask(ctx, Call{Method: method, URL: strings.TrimSuffix(k.Base, "/") + path, Bearer: access, Body: body})
}

// Limits are those of an account.
type Limits struct {
	Usage, History int64
	Limit          *int64 // nil for none
}

// CanTrack tells whether so many more keywords may be watched.
func (l *Limits) CanTrack(more int64) bool { return l.Limit == nil || l.Usage+more <= *l.Limit }

// Account tells the limits of the account.
func (k *Ranks) Account(ctx context.Context, access string) (*Limits, error) {
	v, err := k.call(ctx, http.MethodGet, "/beta/account", access, nil)
	if err != nil {
		return nil, err
	}
	o, _ := v.(*wire.Object)
	limits := o.Object("limits")
	l := &Limits{Usage: whole(limits.Object("keywords").Get("usage")), History: whole(limits.Get("history_days"))}
	if v := limits.Object("keywords").Get("limit"); v != nil {
		n := whole(v)
		l.Limit = &n
	}
	return l, nil
}

func whole(v any) int64 {
	switch v := v.(type) {
	case int64:
		return v
	case float64:
		return int64(v)
	}
	return 0
}

// Campaign is what an upgrade would cost less, nil for nothing.
func (k *Ranks) Campaign(ctx context.Context, access string) (discount, months any, err error) {
	v, err := k.call(ctx, http.MethodGet, "/v1/seo/upgrade-campaign", access, nil)
	o, _ := v.(*wire.Object)
	if err != nil || o.Text("type") != "RATE" {
		return nil, nil, err
	}
	return o.Get("value"), o.Get("months"), nil
}

// Track has keywords watched.
func (k *Ranks) Track(ctx context.Context, access string, site int64, keywords []string) ([]*wire.Object, error) {
	list := make([]any, len(keywords))
	for i, word := range keywords {
		list[i] = wire.NewObject("keyword", word, "groups", []any{})
	}
	v, err := k.call(ctx, http.MethodPost, "/beta/websites/"+strconv.FormatInt(site, 10)+"/keywords/bulk", access, list)
	return data(v), err
}

// Positions tells how keywords rank, for one page or the site.
func (k *Ranks) Positions(ctx context.Context, access string, site int64, keywords []string, page, start string) ([]*wire.Object, error) {
	body := wire.NewObject("keywords", wire.Strings(keywords), "url", orNull(page), "start_at", orNull(start))
	v, err := k.call(ctx, http.MethodPost, "/beta/seo/"+strconv.FormatInt(site, 10), access, body)
	return data(v), err
}

// Untrack has a keyword watched no longer.
func (k *Ranks) Untrack(ctx context.Context, access string, site int64, keyword string) error {
	_, err := k.call(ctx, http.MethodDelete, "/beta/websites/"+strconv.FormatInt(site, 10)+"/keywords/"+url.PathEscape(keyword), access, nil)
	return err
}

// data are the objects of an answer.
func data(v any) []*wire.Object {
	o, _ := v.(*wire.Object)
	list, _ := o.Get("data").([]any)
	var out []*wire.Object
	for _, x := range list {
		if x, ok := x.(*wire.Object); ok {
			out = append(out, x)
		}
	}
	return out
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
