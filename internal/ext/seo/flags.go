package seo

import (
	"context"
	"fmt"

	"quoin/internal/ext"
	"quoin/internal/schema"
	"quoin/internal/wire"
)

// Options that only the extension itself changes.
const (
	optionTracking     = "tracking"
	optionSteps        = "finished_steps"
	optionFirstInstall = "first_install"
	optionIntegrations = "integrations"
	optionWorkouts     = "workouts"
	optionConnector    = "connector_dismissed"
	optionSetup        = "setup_steps"
	optionActions      = "actions"
	optionLLMs         = "llms_txt"
	optionCountry      = "country_code"
	optionNewTypes     = "new_types"
	optionNewTaxes     = "new_taxonomies"
	optionSparks       = "free_sparks"
	optionIndexed      = "indexed"
)

func flagOptions() []ext.Option {
	texts := func(name, about string) ext.Option {
		return ext.Option{Name: name, Schema: schema.List(schema.Str("A name."), about, schema.Default([]any{}))}
	}
	object := func(name, about string) ext.Option {
		return ext.Option{Name: name, Schema: schema.New(schema.Object, about, schema.Default(&wire.Object{}))}
	}
	return []ext.Option{
		{Name: optionTracking, Schema: schema.Bool("Whether the use of the extension may be told.", schema.Default(false))},
		texts(optionSteps, "Steps of the first configuration that are done."),
		{Name: optionFirstInstall, Schema: schema.Bool("Whether the first configuration is still to be done.", schema.Default(true))},
		object(optionIntegrations, "Which integrations are on."),
		texts(optionWorkouts, "Workouts that are done."),
		{Name: optionConnector, Schema: schema.Bool("Whether nobody wants to hear of the connector.", schema.Default(false))},
		object(optionSetup, "How far the connector is set up."),
		object(optionActions, "In which version something was first done."),
		{Name: optionLLMs, Schema: schema.Bool("Whether there is a file for language models.", schema.Default(false)), Setting: "seo_llms_txt"},
		{Name: optionCountry, Schema: schema.Str("Country that keywords are looked up for.", schema.Default("us"))},
		texts(optionNewTypes, "Types that nobody looked at yet."),
		texts(optionNewTaxes, "Taxonomies that nobody looked at yet."),
		{Name: optionSparks, Schema: schema.Int("When the free trial began.", schema.Default(0))},
		{Name: optionIndexed, Schema: schema.Int("When the index was last completed.", schema.Default(0))},
	}
}

// Values that are kept for users.
const (
	userVideo     = "video_embed_permission"
	userIntros    = "introductions"
	userAlerts    = "alerts"
	userBanner    = "planner_banner"
	userConsent   = "ai_consent"
	userAIToken   = "ai_tokens"
	userVerifier  = "ai_verifier"
	userRankCheck = "rank_verifier"
)

// userValue is what is kept for a user under a name, nil without anything.
func (s *service) userValue(ctx context.Context, id int64, name string) (any, error) {
	var text string
	s.DB.DependsOn(ctx, fmt.Sprint("user:", id))
	found, err := s.DB.QueryRow(ctx, "SELECT value FROM seo_user WHERE user_id = ? AND name = ?", []any{id, name}, &text)
	if err != nil || !found {
		return nil, err
	}
	return wire.Decode([]byte(text))
}

// setUserValue keeps a value for a user; nil removes it. One that equals what is
// kept changes nothing.
func (s *service) setUserValue(ctx context.Context, id int64, name string, value any) error {
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		before, err := s.userValue(ctx, id, name)
		if err != nil {
			return err
		}
		if wire.Equal(before, value) {
			return nil
		}
		if value == nil {
			_, err = s.DB.Exec(ctx, "DELETE FROM seo_user WHERE user_id = ? AND name = ?", id, name)
		} else {
			_, err = s.DB.Exec(ctx, "INSERT INTO seo_user (user_id, name, value) VALUES (?, ?, ?)"+
				" ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value", id, name, string(wire.Encode(value, nil)))
		}
		if err != nil {
			return fmt.Errorf("keep %s for user %d: %w", name, id, err)
		}
		return s.DB.Changed(ctx, fmt.Sprint("user:", id))
	})
}

// setMember changes one member of an option that is an object.
func (s *service) setMember(ctx context.Context, option, name string, value any) error {
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		o, _ := s.Options.Value(ctx, option).(*wire.Object)
		if o = o.Clone(); o == nil {
			o = &wire.Object{}
		}
		o.Set(name, value)
		return s.Options.Set(ctx, option, o)
	})
}
