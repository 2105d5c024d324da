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

	"quoin/internal/api/rest"
	"quoin/internal/ext"
	"quoin/internal/ext/seo/services"
	"quoin/internal/platform/wire"
)

// Options that say which services are asked.
var (
	optionAI           = serviceOption("ai_base_url", "Address of the service that suggests texts.")
	optionModelURL     = serviceOption("ai_completions_url", "Address of an endpoint for chats that suggests texts instead.")
	optionModel        = serviceOption("ai_model", "Name of the model to chat with.")
	optionKeywordAPI   = serviceOption("keyword_tool_base_url", "Address of the service that knows keywords.")
	optionKeywordOAuth = serviceOption("keyword_tool_oauth_url", "Address at which it gives tokens.")
	optionKeywordID    = serviceOption("keyword_tool_client_id", "Name of the site at that service.")
	optionRankAPI      = serviceOption("rank_tracker_base_url", "Address of the service that watches ranks.")
	optionRankAuth     = serviceOption("rank_tracker_auth_url", "Address at which it gives tokens.")
	optionRankID       = serviceOption("rank_tracker_client_id", "Name of the site at that service.")

	// Sealed: the keys of the services, and the tokens that they gave.
	secretModel       = ext.TextOption("ai_api_key", "", "").AsSecret()
	secretKeyword     = ext.TextOption("keyword_tool_client_secret", "", "").AsSecret()
	optionKeywordKeep = ext.TextOption("keyword_tool_tokens", "", "").AsSecret()
	optionRankKeep    = ext.TextOption("rank_tracker_tokens", "", "").AsSecret()
	optionRankSite    = ext.IntOption("rank_tracker_website", "", 0)
)

func serviceOption(name, about string) ext.OptionOf[string] {
	return ext.TextOption(name, about, "").Shown("seo_" + name)
}

func serviceOptions() []ext.Option {
	return []ext.Option{
		optionAI.Option, optionModelURL.Option, optionModel.Option, optionKeywordAPI.Option, optionKeywordOAuth.Option, optionKeywordID.Option,
		optionRankAPI.Option, optionRankAuth.Option, optionRankID.Option,
		secretModel.Option, secretKeyword.Option, optionKeywordKeep.Option, optionRankKeep.Option, optionRankSite.Option,
	}
}

// secrets are those that the command line sets.
var secrets = []ext.OptionOf[string]{secretModel, secretKeyword}

// commandSecret is quoin seo secret NAME: it seals what it reads.
func (s *assist) commandSecret(ctx context.Context, c *ext.Call) error {
	name := c.Args[0]
	at := slices.IndexFunc(secrets, func(o ext.OptionOf[string]) bool { return o.Name == name })
	if at < 0 {
		return ext.WrongValue("there is no secret %q; there are %s, %s", name, secretModel.Name, secretKeyword.Name)
	}
	text, err := io.ReadAll(io.LimitReader(c.In, 1<<16))
	if err != nil {
		return fmt.Errorf("read the secret: %w", err)
	}
	secret := strings.TrimSpace(string(text))
	if err := s.seal(ctx, secrets[at], secret); err != nil {
		return err
	}
	if secret == "" {
		return c.Say(ext.Values{"name": name, "kept": false}, "%s is removed", name)
	}
	return c.Say(ext.Values{"name": name, "kept": true}, "%s is kept", name)
}

// seal stores a text encrypted; "" removes it.
func (s *assist) seal(ctx context.Context, option ext.OptionOf[string], text string) error {
	if text == "" {
		return option.Unset(ctx, s.Options)
	}
	sealed, err := s.Secrets.Seal(ctx, option.Name, text)
	if err != nil {
		return err
	}
	return option.Set(ctx, s.Options, sealed)
}

// opened is a text that was stored encrypted, "" without one. One that can't be
// opened any more counts as none.
func (s *assist) opened(ctx context.Context, option ext.OptionOf[string]) (string, error) {
	sealed := option.Of(ctx, s.Options)
	if sealed == "" {
		return "", nil
	}
	text, err := s.Secrets.Open(ctx, option.Name, sealed)
	if errors.Is(err, ext.ErrSealed) {
		s.Log.WarnContext(ctx, "a sealed value can't be opened and is passed over", "name", option.Name)
		return "", nil
	}
	return text, err
}

// keepTokens stores the tokens of a service, nil removes them.
func (s *assist) keepTokens(ctx context.Context, option ext.OptionOf[string], t *services.Tokens) error {
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
func (s *assist) token(ctx context.Context, option ext.OptionOf[string], grants *services.Grants) (string, error) {
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
func (s *assist) connected(ctx context.Context, option ext.OptionOf[string], t *services.Tokens, err error) (*rest.Response, error) {
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
func (s *assist) noService(ctx context.Context, err error) *rest.Response {
	code := serviceStatus(err)
	s.Log.WarnContext(ctx, "a service doesn't help", "error", err)
	return status(code, wire.NewObject("status", int64(code), "error", said(err)))
}

// keywordGrants gets tokens of the keyword service.
func (s *assist) keywordGrants(ctx context.Context) (*services.Grants, error) {
	base := strings.TrimSuffix(optionKeywordOAuth.Of(ctx, s.Options), "/")
	if base == "" {
		return nil, services.Unset{Setting: optionKeywordOAuth.Setting}
	}
	secret, err := s.opened(ctx, secretKeyword)
	if err != nil {
		return nil, err
	}
	return &services.Grants{Client: s.client, Config: oauth2.Config{
		ClientID: optionKeywordID.Of(ctx, s.Options), ClientSecret: secret, RedirectURL: base + "/success",
		Endpoint: oauth2.Endpoint{TokenURL: base + "/access_token", AuthStyle: oauth2.AuthStyleInParams},
	}}, nil
}

// rankGrants gets tokens of the rank service.
func (s *assist) rankGrants(ctx context.Context) (*services.Grants, error) {
	base := strings.TrimSuffix(optionRankAuth.Of(ctx, s.Options), "/")
	if base == "" {
		return nil, services.Unset{Setting: optionRankAuth.Setting}
	}
	return &services.Grants{Client: s.client, Config: oauth2.Config{
		ClientID: optionRankID.Of(ctx, s.Options), RedirectURL: s.Site.Base(ctx) + "/wp-admin/admin.php?page=seo_rank_tracker",
		Scopes:   []string{"profile", "account", "websites:read", "websites:write", "offline_access"},
		Endpoint: oauth2.Endpoint{AuthURL: base + "/authorize", TokenURL: base + "/token", AuthStyle: oauth2.AuthStyleInParams},
	}}, nil
}
