package seo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/oauth2"

	"quoin/internal/ext"
	"quoin/internal/ext/seo/services"
	"quoin/internal/rest"
	"quoin/internal/schema"
	"quoin/internal/wire"
)

// Options that say which services are asked.
const (
	optionAI           = "ai_base_url"
	optionModelURL     = "ai_completions_url"
	optionModel        = "ai_model"
	optionKeywordAPI   = "keyword_tool_base_url"
	optionKeywordOAuth = "keyword_tool_oauth_url"
	optionKeywordID    = "keyword_tool_client_id"
	optionRankAPI      = "rank_tracker_base_url"
	optionRankAuth     = "rank_tracker_auth_url"
	optionRankID       = "rank_tracker_client_id"

	// Sealed: the keys of the services, and the tokens that they gave.
	secretModel       = "ai_api_key"
	secretKeyword     = "keyword_tool_client_secret"
	optionKeywordKeep = "keyword_tool_tokens"
	optionRankKeep    = "rank_tracker_tokens"
	optionRankSite    = "rank_tracker_website"
)

func serviceOptions() []ext.Option {
	address := func(name, about string) ext.Option {
		return ext.Option{Name: name, Setting: "seo_" + name, Schema: schema.Str(about, schema.Default(""))}
	}
	hidden := func(name string) ext.Option {
		return ext.Option{Name: name, Schema: schema.Str("", schema.Default("")), Secret: true}
	}
	return []ext.Option{
		address(optionAI, "Address of the service that suggests texts."),
		address(optionModelURL, "Address of an endpoint for chats that suggests texts instead."),
		address(optionModel, "Name of the model to chat with."),
		address(optionKeywordAPI, "Address of the service that knows keywords."),
		address(optionKeywordOAuth, "Address at which it gives tokens."),
		address(optionKeywordID, "Name of the site at that service."),
		address(optionRankAPI, "Address of the service that watches ranks."),
		address(optionRankAuth, "Address at which it gives tokens."),
		address(optionRankID, "Name of the site at that service."),
		hidden(secretModel), hidden(secretKeyword), hidden(optionKeywordKeep), hidden(optionRankKeep),
		{Name: optionRankSite, Schema: schema.Int("", schema.Default(0))},
	}
}

// secretNames are the secrets that the command line sets.
var secretNames = []string{secretModel, secretKeyword}

// commandSecret is quoin seo secret NAME: it seals what it reads.
func (s *service) commandSecret(ctx context.Context, c *ext.Call) error {
	name := c.Args[0]
	if !slices.Contains(secretNames, name) {
		return ext.WrongValue("there is no secret %q; there are %s", name, strings.Join(secretNames, ", "))
	}
	text, err := io.ReadAll(io.LimitReader(c.In, 1<<16))
	if err != nil {
		return fmt.Errorf("read the secret: %w", err)
	}
	secret := strings.TrimSpace(string(text))
	if err := s.seal(ctx, name, secret); err != nil {
		return err
	}
	if secret == "" {
		return c.Say(ext.Values{"name": name, "kept": false}, "%s is removed", name)
	}
	return c.Say(ext.Values{"name": name, "kept": true}, "%s is kept", name)
}

// seal stores a text encrypted; "" removes it.
func (s *service) seal(ctx context.Context, option, text string) error {
	if text == "" {
		return s.Options.Set(ctx, option, nil)
	}
	sealed, err := s.Secrets.Seal(ctx, option, text)
	if err != nil {
		return err
	}
	return s.Options.Set(ctx, option, sealed)
}

// opened is a text that was stored encrypted, "" without one. One that can't be
// opened any more counts as none.
func (s *service) opened(ctx context.Context, option string) (string, error) {
	sealed := s.Options.Text(ctx, option)
	if sealed == "" {
		return "", nil
	}
	text, err := s.Secrets.Open(ctx, option, sealed)
	if errors.Is(err, ext.ErrSealed) {
		s.Log.WarnContext(ctx, "a sealed value can't be opened and is passed over", "name", option)
		return "", nil
	}
	return text, err
}

// keepTokens stores the tokens of a service, nil removes them.
func (s *service) keepTokens(ctx context.Context, option string, t *services.Tokens) error {
	if t == nil {
		return s.seal(ctx, option, "")
	}
	data, err := json.Marshal(t) // #nosec G117 -- stored encrypted
	if err != nil {
		return err
	}
	return s.seal(ctx, option, string(data))
}

// errNoToken says that nobody connected the site with a service yet.
var errNoToken = &services.Problem{Status: http.StatusBadRequest, Message: "the site isn't connected with the service"}

// token is an access token of a service that isn't expired.
func (s *service) token(ctx context.Context, option string, grants *services.Grants) (string, error) {
	text, err := s.opened(ctx, option)
	if err != nil {
		return "", err
	}
	var t services.Tokens
	if text == "" || json.Unmarshal([]byte(text), &t) != nil || t.Access == "" {
		return "", errNoToken
	}
	now := s.Clock()
	if !t.Expired(now) {
		return t.Access, nil
	}
	fresh, err := grants.Fresh(ctx, &t, now)
	if err != nil {
		t.Errors++
		return "", errors.Join(err, s.keepTokens(ctx, option, &t))
	}
	if fresh.Refresh == "" {
		fresh.Refresh = t.Refresh
	}
	return fresh.Access, s.keepTokens(ctx, option, fresh)
}

// connected are the tokens that a service gave, as an answer.
func (s *service) connected(ctx context.Context, option string, t *services.Tokens, err error) (*rest.Response, error) {
	if err != nil {
		return status(http.StatusUnauthorized, wire.NewObject("tokens", []any{}, "error", said(err), "status", int64(http.StatusUnauthorized))), nil
	}
	if err := s.keepTokens(ctx, option, t); err != nil {
		return nil, err
	}
	return rest.OK(wire.NewObject("tokens", t.Wire(s.Clock()), "status", int64(http.StatusOK))), nil
}

// said is what clients are told of an error of a service. Errors of this program
// stay in its log.
func said(err error) string {
	var p *services.Problem
	var unset services.Unset
	switch {
	case errors.As(err, &p):
		return p.Message
	case errors.As(err, &unset):
		return unset.Error()
	case errors.Is(err, services.ErrUnreachable):
		return services.ErrUnreachable.Error()
	}
	return "the service can't be asked"
}

// serviceStatus is the status of an answer after an error of a service.
func serviceStatus(err error) int {
	var p *services.Problem
	if errors.As(err, &p) && p.Status >= 400 && p.Status < 600 {
		return p.Status
	}
	return http.StatusBadRequest
}

// noService answers an error of a service, as most of its routes do.
func (s *service) noService(ctx context.Context, err error) *rest.Response {
	code := serviceStatus(err)
	s.Log.WarnContext(ctx, "a service doesn't help", "error", err)
	return status(code, wire.NewObject("status", int64(code), "error", said(err)))
}

// keywordGrants gets tokens of the keyword service.
func (s *service) keywordGrants(ctx context.Context) (*services.Grants, error) {
	base := strings.TrimSuffix(s.Options.Text(ctx, optionKeywordOAuth), "/")
	if base == "" {
		return nil, services.Unset{Setting: "seo_" + optionKeywordOAuth}
	}
	secret, err := s.opened(ctx, secretKeyword)
	if err != nil {
		return nil, err
	}
	return &services.Grants{Client: s.client, Config: oauth2.Config{
		ClientID: s.Options.Text(ctx, optionKeywordID), ClientSecret: secret, RedirectURL: base + "/success",
		Endpoint: oauth2.Endpoint{TokenURL: base + "/access_token", AuthStyle: oauth2.AuthStyleInParams},
	}}, nil
}

// rankGrants gets tokens of the rank service.
func (s *service) rankGrants(ctx context.Context) (*services.Grants, error) {
	base := strings.TrimSuffix(s.Options.Text(ctx, optionRankAuth), "/")
	if base == "" {
		return nil, services.Unset{Setting: "seo_" + optionRankAuth}
	}
	return &services.Grants{Client: s.client, Config: oauth2.Config{
		ClientID: s.Options.Text(ctx, optionRankID), RedirectURL: s.Site.Base(ctx) + "/wp-admin/admin.php?page=seo_rank_tracker",
		Scopes:   []string{"profile", "account", "websites:read", "websites:write", "offline_access"},
		Endpoint: oauth2.Endpoint{AuthURL: base + "/authorize", TokenURL: base + "/token", AuthStyle: oauth2.AuthStyleInParams},
	}}, nil
}
