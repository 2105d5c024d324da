package seo

import (
	"net/http"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/ext/seo/services"
	"quoin/internal/platform/wire"
)

func (s *assist) setCountry(r *rest.Request) (*rest.Response, error) {
	return done(), optionCountry.Set(r.Context(), s.Options, argCountryCode.Of(r))
}

// keywordConnect connects the site with the keyword service.
func (s *assist) keywordConnect(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	grants, err := s.keywordGrants(ctx)
	if err != nil {
		return s.connected(ctx, optionKeywordKeep, nil, err)
	}
	t, err := grants.Exchange(ctx, argCode.Of(r), s.Clock())
	return s.connected(ctx, optionKeywordKeep, t, err)
}

// relatedFor is how long what the service said is kept.
const relatedFor = 24 * time.Hour

// relatedColumns is how many columns a whole answer has.
const relatedColumns = 5

// relatedKeyphrases are phrases that are related to one.
func (s *assist) relatedKeyphrases(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	phrase, country := argKeyphrase.Of(r), argCountryCode.Of(r)
	answer := func(v any) *rest.Response {
		o, _ := v.(*wire.Object)
		return rest.OK(wire.NewObject("results", o.Get("data"), "status", int64(http.StatusOK)))
	}
	key := "seo related " + country + " " + phrase
	if text, ok, err := s.Cache.Cached(ctx, key, s.Clock()); err == nil && ok {
		if v, err := wire.Decode([]byte(text)); err == nil {
			return answer(v), nil
		}
	}
	grants, err := s.keywordGrants(ctx)
	if err != nil {
		return s.noService(ctx, err), nil
	}
	access, err := s.token(ctx, optionKeywordKeep, grants)
	if err != nil {
		return s.noService(ctx, err), nil
	}
	service := &services.Keywords{Client: s.client, Base: optionKeywordAPI.Of(ctx, s.Options)}
	v, err := service.Related(ctx, access, phrase, country)
	if err != nil {
		return s.noService(ctx, err), nil
	}
	o, _ := v.(*wire.Object)
	if columns, _ := o.Object("data").Get("columnNames").([]any); len(columns) == relatedColumns {
		now := s.Clock()
		if err := s.Cache.SetCached(ctx, key, string(wire.Encode(v, nil)), now, now.Add(relatedFor)); err != nil {
			s.Log.ErrorContext(ctx, "keep related keyphrases", "error", err)
		}
	}
	return answer(v), nil
}
