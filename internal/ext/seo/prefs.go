package seo

import (
	"net/http"
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/domain/site"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

func (s *preferences) readVideo(r *rest.Request) (*rest.Response, error) {
	v, err := s.userValue(r.Context(), r.Actor.ID, userVideo)
	return rest.OK(inJSON(wire.NewObject("value", schema.ToBool(v)))), err
}

// setVideo stores the permission. A value that is there already is refused, as
// long as nothing was ever stored false is too. None is no.
//
// Compat (api.TestSEOPreferences): the reference answers 400 when nothing
// changes.
func (s *preferences) setVideo(r *rest.Request) (*rest.Response, error) {
	v, err := s.userValue(r.Context(), r.Actor.ID, userVideo)
	if err != nil {
		return nil, err
	}
	may := argValue.Given(r) && truthy(argValue.Of(r))
	if v != nil && schema.ToBool(v) == may {
		return status(http.StatusBadRequest, inJSON(wire.NewObject("success", false))), nil
	}
	err = s.setUserValue(r.Context(), r.Actor.ID, userVideo, may)
	return rest.OK(inJSON(wire.NewObject("success", true))), err
}

// truthy takes any value as a yes or a no.
//
// Compat (api.TestSEOPreferences): the reference checks nothing here, and takes all
// that isn't empty for a yes.
func truthy(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != "" && v != "0"
	case int64:
		return v != 0
	case float64:
		return v != 0
	case []any:
		return len(v) > 0
	}
	return true
}

// introductions are what users can be introduced to.
var introductions = []string{
	"ai-brand-insights-pre-launch", "ai-fix-assessments-upsell", "black-friday-announcement", "delayed-premium-upsell", "google-docs-addon-upsell",
}

func (s *preferences) seeIntroduction(r *rest.Request) (*rest.Response, error) {
	id := argIntroductionID.Of(r)
	if !slices.Contains(introductions, id) {
		return status(http.StatusBadRequest, []any{}), nil
	}
	seen, err := s.userObject(r, userIntros)
	if err != nil {
		return nil, err
	}
	seen.Set(id, wire.NewObject("is_seen", argIsSeen.Of(r), "seen_on", s.Clock().UTC().Format(site.DateForm)))
	err = s.setUserValue(r.Context(), r.Actor.ID, userIntros, seen)
	return rest.OK(inJSON(wire.NewObject("success", true))), err
}

// userObject is a value of the caller that is an object, as a copy.
func (s *preferences) userObject(r *rest.Request, name string) (*wire.Object, error) {
	v, err := s.userValue(r.Context(), r.Actor.ID, name)
	o, _ := v.(*wire.Object)
	if o = o.Clone(); o == nil {
		o = &wire.Object{}
	}
	return o, err
}

// alerts are the messages that users can dismiss for good.
var alerts = []string{"index-incomplete", "search-engines-discouraged"}

func (s *preferences) dismissAlert(r *rest.Request) (*rest.Response, error) {
	o, err := s.userObject(r, userAlerts)
	if err != nil {
		return nil, err
	}
	o.Set(argKey.Of(r), true)
	err = s.setUserValue(r.Context(), r.Actor.ID, userAlerts, o)
	return done(), err
}

func (s *preferences) dismissBanner(r *rest.Request) (*rest.Response, error) {
	err := s.setUserValue(r.Context(), r.Actor.ID, userBanner, argIsDismissed.Of(r))
	return rest.OK(wire.NewObject("success", true)), err
}

func (s *preferences) dismissConnector(r *rest.Request) (*rest.Response, error) {
	return rest.OK(wire.NewObject("success", true)), optionConnector.Set(r.Context(), s.Options, argIsDismissed.Of(r))
}

// setupSteps are the names of what is told of setting the connector up, as they
// are checked and as clients of the reference send them.
var setupSteps = [][2]string{
	{"setup_widget_loaded", "setupWidgetLoaded"}, {"first_interaction_stage", "firstInteractionStage"},
	{"last_interaction_stage", "lastInteractionStage"}, {"setup_widget_temporarily_dismissed", "setupWidgetTemporarilyDismissed"},
	{"setup_widget_permanently_dismissed", "setupWidgetPermanentlyDismissed"},
}

// sentSteps are the names that clients send.
func sentSteps() []string {
	names := make([]string, len(setupSteps))
	for i, step := range setupSteps {
		names[i] = step[1]
	}
	return names
}

func (s *preferences) trackSetup(r *rest.Request) (*rest.Response, error) {
	o := optionSetup.Of(r.Context(), s.Options)
	if o = o.Clone(); o == nil {
		o = &wire.Object{}
	}
	given := false
	for _, names := range setupSteps {
		for _, name := range names {
			v := rest.TextParam(name).Of(r)
			if v == "" {
				continue
			}
			if !slices.Contains(setupValues(names[0]), v) {
				return nil, rest.InvalidParam(name, rest.Invalid())
			}
			given = true
			o.Set(names[0], v)
		}
	}
	if !given {
		return nil, badRequest("seo_set_connector_usage_tracking", "No step is named.")
	}
	return rest.OK(wire.NewObject("success", true)), optionSetup.Set(r.Context(), s.Options, o)
}

func setupValues(name string) []string {
	switch name {
	case "first_interaction_stage", "last_interaction_stage":
		return []string{"install", "activate", "setup", "grantConsent", "successfullyConnected"}
	}
	return []string{"yes", "no"}
}

// actions are what is noted when somebody does it first.
var actions = []string{"task_list_first_opened_on", "task_first_actioned_on", "frontend_inspector_first_actioned_on"}

func (s *preferences) trackAction(r *rest.Request) (*rest.Response, error) {
	action := argAction.Of(r)
	if !slices.Contains(actions, action) {
		return status(http.StatusBadRequest, wire.NewObject("success", false, "error", "There is no such action to note.")), nil
	}
	return rest.OK(wire.NewObject("success", true, "action", action)), s.noteAction(r, action)
}

// noteAction notes in which version something was done first.
func (s *preferences) noteAction(r *rest.Request, action string) error {
	o := optionActions.Of(r.Context(), s.Options)
	if o.Has(action) {
		return nil
	}
	return s.setMember(r.Context(), optionActions, action, version)
}
