package seo

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"quoin/internal/api/rest"
	"quoin/internal/ext"
	"quoin/internal/ext/seo/services"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// verifierFor is how long the secret of a log-in at the rank service is kept.
const verifierFor = 24 * time.Hour

// rankAddress is where users let the rank service know the site.
func (s *assist) rankAddress(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	grants, err := s.rankGrants(ctx)
	if err != nil {
		return rest.OK(wire.NewObject("status", int64(http.StatusOK), "url", nil, "error", said(err))), nil
	}
	verifier := oauth2.GenerateVerifier()
	sealed, err := s.Secrets.Seal(ctx, userRankCheck, verifier)
	if err != nil {
		return nil, err
	}
	if err := s.setUserValue(ctx, r.Actor.ID, userRankCheck, wire.NewObject("verifier", sealed, "at", s.Clock().Unix())); err != nil {
		return nil, err
	}
	host := ""
	if u, err := url.Parse(s.Site.Base(ctx)); err == nil {
		host = u.Host
	}
	state := string(wire.Encode(wire.NewObject("domain", host), nil))
	return rest.OK(wire.NewObject("status", int64(http.StatusOK), "url", grants.Config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)))), nil
}

// rankConnect connects the site with the rank service.
func (s *assist) rankConnect(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	grants, err := s.rankGrants(ctx)
	if err != nil {
		return s.connected(ctx, optionRankKeep, nil, err)
	}
	verifier, err := s.takeVerifier(ctx, r.Actor.ID)
	if err != nil {
		return nil, err
	}
	if verifier == "" {
		return s.connected(ctx, optionRankKeep, nil, &services.Problem{Status: http.StatusUnauthorized, Message: "the log-in wasn't begun here, or too long ago"})
	}
	t, err := grants.Exchange(ctx, argCode.Of(r), s.Clock(), oauth2.VerifierOption(verifier))
	if err != nil {
		return s.connected(ctx, optionRankKeep, nil, err)
	}
	if err := s.DB.InTx(ctx, func(ctx context.Context) error { return optionRankSite.Set(ctx, s.Options, argWebsiteId.Of(r)) }); err != nil {
		return nil, err
	}
	return s.connected(ctx, optionRankKeep, t, nil)
}

// takeVerifier uses the secret of a log-in at the rank service up, before it is
// shown to anybody: of many who bring a code at once one goes on. It is "" when
// no log-in was begun, or too long ago.
func (s *assist) takeVerifier(ctx context.Context, user int64) (string, error) {
	var kept *wire.Object
	err := s.DB.InTx(ctx, func(ctx context.Context) error {
		v, err := s.userValue(ctx, user, userRankCheck)
		if err != nil {
			return err
		}
		kept, _ = v.(*wire.Object)
		return s.setUserValue(ctx, user, userRankCheck, nil)
	})
	if err != nil || s.Clock().Sub(time.Unix(schema.ToInt(kept.Get("at")), 0)) > verifierFor {
		return "", err
	}
	verifier, err := s.Secrets.Open(ctx, userRankCheck, kept.Text("verifier"))
	if errors.Is(err, ext.ErrSealed) {
		return "", nil // sealed by another site
	}
	return verifier, err
}

// ranked makes a handler that asks the rank service with a token.
func (s *assist) ranked(ask func(r *rest.Request, k *services.Ranks, access string) (*wire.Object, error)) func(r *rest.Request) (*rest.Response, error) {
	return func(r *rest.Request) (*rest.Response, error) {
		ctx := r.Context()
		grants, err := s.rankGrants(ctx)
		if err != nil {
			return s.noService(ctx, err), nil
		}
		access, err := s.token(ctx, optionRankKeep, grants)
		if err != nil {
			return s.noService(ctx, err), nil
		}
		body, err := ask(r, &services.Ranks{Client: s.client, Base: optionRankAPI.Of(ctx, s.Options)}, access)
		if err != nil {
			return s.noService(ctx, err), nil
		}
		code := http.StatusOK
		if body.Has("limit") && body.Has("error") {
			code = http.StatusBadRequest
		}
		body.Set("status", int64(code))
		return status(code, body), nil
	}
}

func (s *assist) rankLimit(r *rest.Request, k *services.Ranks, access string) (*wire.Object, error) {
	l, err := k.Account(r.Context(), access)
	if err != nil {
		return nil, err
	}
	var limit any
	if l.Limit != nil {
		limit = *l.Limit
	}
	return wire.NewObject("canTrack", l.CanTrack(1), "limit", limit, "usage", l.Usage, "historyDays", l.History), nil
}

func (s *assist) rankCampaign(r *rest.Request, k *services.Ranks, access string) (*wire.Object, error) {
	discount, months, err := k.Campaign(r.Context(), access)
	return wire.NewObject("discount", discount, "months", months), err
}

// rankTrack has keyphrases watched, as many as the account allows.
func (s *assist) rankTrack(r *rest.Request, k *services.Ranks, access string) (*wire.Object, error) {
	words := keyphrases(r)
	l, err := k.Account(r.Context(), access)
	if err != nil {
		return nil, err
	}
	if !l.CanTrack(int64(len(words))) {
		return wire.NewObject("limit", *l.Limit, "error", "The account watches as many keyphrases as it may."), nil
	}
	found, err := k.Track(r.Context(), access, optionRankSite.Of(r.Context(), s.Options), words)
	if err != nil {
		return nil, err
	}
	results := &wire.Object{}
	for _, o := range found {
		results.Set(o.Text("keyword"), wire.NewObject("id", o.Get("id"), "keyword", o.Get("keyword")))
	}
	return wire.NewObject("results", results), nil
}

// keyphrases are those that a call names: a list or one.
func keyphrases(r *rest.Request) []string {
	if text, ok := argKeyphrases.Value(r).(string); ok {
		return []string{text}
	}
	var out []string
	for _, v := range argKeyphrases.Of(r) {
		if v = strings.TrimSpace(v); v != "" {
			out = append(out, v)
		}
	}
	return out
}

// rankPositions tells how keyphrases rank; without any, those of the site.
func (s *assist) rankPositions(r *rest.Request) (*rest.Response, error) {
	words := keyphrases(r)
	if len(words) == 0 {
		var err error
		if words, err = s.siteKeyphrases(r.Context()); err != nil {
			return nil, err
		}
	}
	if len(words) == 0 {
		return rest.OK(wire.NewObject("status", int64(http.StatusOK), "results", &wire.Object{})), nil
	}
	return s.ranked(func(r *rest.Request, k *services.Ranks, access string) (*wire.Object, error) {
		ctx := r.Context()
		found, err := k.Positions(ctx, access, optionRankSite.Of(ctx, s.Options), words, argPermalink.Of(r), argStartAt.Of(r))
		if err != nil {
			return nil, err
		}
		asked := map[string]bool{}
		for _, w := range words {
			asked[strings.ToLower(w)] = true
		}
		results := &wire.Object{}
		for _, o := range found {
			if word := strings.ToLower(o.Text("keyword")); asked[word] {
				results.Set(word, o)
			}
		}
		return wire.NewObject("results", results), nil
	})(r)
}

// maxKeyphrases is how many keyphrases of a site are asked for at once.
const maxKeyphrases = 1000

// siteKeyphrases are the keyphrases of the entries of the site.
func (s *assist) siteKeyphrases(ctx context.Context) ([]string, error) {
	s.DB.DependsOn(ctx)
	var out []string
	err := s.DB.Query(ctx, "SELECT DISTINCT keyphrase FROM seo_row WHERE object_type = ? AND keyphrase <> '' AND status = 'publish' ORDER BY keyphrase LIMIT ?",
		[]any{ofEntry, maxKeyphrases}, func(scan func(...any) error) error {
			var w string
			err := scan(&w)
			out = append(out, w)
			return err
		})
	return out, err
}

func (s *assist) rankUntrack(r *rest.Request, k *services.Ranks, access string) (*wire.Object, error) {
	id := argKeyphraseID.Of(r)
	if id == "" {
		return nil, &services.Problem{Status: http.StatusBadRequest, Message: "keyphraseID names no keyphrase"}
	}
	return &wire.Object{}, k.Untrack(r.Context(), access, optionRankSite.Of(r.Context(), s.Options), id)
}
