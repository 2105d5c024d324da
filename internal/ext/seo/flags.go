package seo

import (
	"context"
	"fmt"

	"quoin/internal/ext"
	"quoin/internal/platform/wire"
)

// Options that only the extension itself changes.
var (
	optionTracking     = ext.BoolOption("tracking", "Whether the use of the extension may be told.", false)
	optionSteps        = ext.TextsOption("finished_steps", "Steps of the first configuration that are done.")
	optionFirstInstall = ext.BoolOption("first_install", "Whether the first configuration is still to be done.", true)
	optionIntegrations = ext.ObjectOption("integrations", "Which integrations are on.")
	optionWorkouts     = ext.TextsOption("workouts", "Workouts that are done.")
	optionConnector    = ext.BoolOption("connector_dismissed", "Whether nobody wants to hear of the connector.", false)
	optionSetup        = ext.ObjectOption("setup_steps", "How far the connector is set up.")
	optionActions      = ext.ObjectOption("actions", "In which version something was first done.")
	optionLLMs         = ext.BoolOption("llms_txt", "Whether there is a file for language models.", false).Shown("seo_llms_txt")
	optionCountry      = ext.TextOption("country_code", "Country that keywords are looked up for.", "us")
	optionNewTypes     = ext.TextsOption("new_types", "Types that nobody looked at yet.")
	optionNewTaxes     = ext.TextsOption("new_taxonomies", "Taxonomies that nobody looked at yet.")
	optionSparks       = ext.IntOption("free_sparks", "When the free trial began.", 0)
	optionVersion      = ext.TextOption("head_version", "Version of the extension that heads named on the site that moved in here.", "")
	optionIndexed      = ext.IntOption("indexed", "When the index was last completed.", 0)
)

func flagOptions() []ext.Option {
	return []ext.Option{
		optionTracking.Option, optionSteps.Option, optionFirstInstall.Option, optionIntegrations.Option, optionWorkouts.Option,
		optionConnector.Option, optionSetup.Option, optionActions.Option, optionLLMs.Option, optionCountry.Option,
		optionNewTypes.Option, optionNewTaxes.Option, optionSparks.Option, optionIndexed.Option, optionVersion.Option,
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
func (s *base) userValue(ctx context.Context, id int64, name string) (any, error) {
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
func (s *base) setUserValue(ctx context.Context, id int64, name string, value any) error {
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
func (s *base) setMember(ctx context.Context, option ext.OptionOf[*wire.Object], name string, value any) error {
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		o := option.Of(ctx, s.Options).Shallow()
		o.Set(name, value)
		return option.Set(ctx, s.Options, o)
	})
}
