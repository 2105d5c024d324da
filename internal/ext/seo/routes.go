package seo

import (
	"regexp"
	"slices"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
)

const namespace = "seo/v1"

// route is a route of the namespace.
func route(pattern string, endpoints ...rest.Endpoint) rest.Route {
	return rest.Route{Namespace: namespace, Pattern: "/" + namespace + pattern, Endpoints: endpoints}
}

// required is an argument that must be given, optional one that need not.
func required(name string, s *schema.Schema) rest.Arg {
	return rest.Arg{Name: name, Schema: s, Required: true, FirstPass: true}
}

func optional(name string, s *schema.Schema) rest.Arg {
	return rest.Arg{Name: name, Schema: s, FirstPass: true}
}

// unchecked is an argument whose value is taken as it comes.
//
// Compat (seo-v1/preferences#an introduction seen in a word): what is neither true nor false counts as
// true.
func unchecked(name string, s *schema.Schema) rest.Arg {
	return rest.Arg{Name: name, Schema: s, Validate: func(*rest.Request, any, string) *fault.Error { return nil }, Raw: true}
}

// checked is an argument with a check that gives no reason.
func checked(name string, must bool, about string, is func(v any) bool) rest.Arg {
	return rest.Arg{Name: name, Required: must, Schema: schema.New("", about), Validate: func(_ *rest.Request, v any, _ string) *fault.Error {
		if !is(v) {
			return rest.Invalid()
		}
		return nil
	}}
}

var country = regexp.MustCompile(`^[a-z]{2}$`)

func notEmpty(v any) bool { return strings.TrimSpace(schema.ToText(v)) != "" }

func (s *service) routes() []rest.Route {
	list := slices.Concat(s.headRoutes(), s.contentRoutes(), s.preferenceRoutes(), s.configurationRoutes(), s.indexRoutes(), s.serviceRoutes(), s.editing.editingRoutes())
	if s.Has(FeatureFirst) {
		list = append(list, slices.Concat(s.firstRoutes(), s.plannerRoutes())...)
	}
	return list
}

// unlisted leaves a route out of the index: it is our own, and the index has what
// clients of the reference know.
func unlisted(r rest.Route) rest.Route {
	r.Hidden = true
	return r
}

func (s *service) headRoutes() []rest.Route {
	return []rest.Route{
		route("/get_head", get(rest.Public, s.heads.getHead, headAnswer,
			rest.Arg{Name: argURL.Name, Required: true, Schema: schema.New("", "Address of a page of the site."), Validate: anAddress})),
	}
}

func (s *service) contentRoutes() []rest.Route {
	scores := []rest.Arg{
		required(argContentType.Name, schema.Str("Type of the entries.")),
		optional(argTaxonomy.Name, schema.Str("Taxonomy that they are filtered by.", schema.Default(""))),
		optional(argTerm.Name, schema.Int("Term of the taxonomy.", schema.Default(schema.None))),
		optional(argTroubleshooting.Name, schema.Bool("Whether to name the entries without a score.", schema.Default(schema.None))),
	}
	return []rest.Route{
		route("/file_size", get(manage, s.fileSize, sizeAnswer, required(argURL.Name, schema.Str("Address of an uploaded file.")))),
		route("/statistics", outside(get(reader, s.scores.statistics, statisticsAnswer))),
		route("/readability_scores", outside(get(manage, s.scores.scoreRoute(true), scoresAnswer, scores...))),
		route("/seo_scores", outside(get(manage, s.scores.scoreRoute(false), scoresAnswer, scores...))),
		route("/available_posts", get(manage, s.scores.availablePosts, availableAnswer,
			optional(rest.Search.Name, schema.Str("Text in the title.", schema.Default(""))),
			optional(argPostType.Name, schema.Str("Type of the entries.", schema.Default("page"))))),
		route("/meta/search", get(s.editsEntry, s.searchMeta, metaAnswer).Taking(argPostID.Name, argQuery.Name)),
		// This one is no route of the reference, whose clients analyse by
		// themselves.
		unlisted(route(`/analysis/(?P<post_id>[\d]+)`, outside(get(s.editsEntry, s.scores.readAnalysis, analysisAnswer)))),
	}
}

func (s *service) preferenceRoutes() []rest.Route {
	return []rest.Route{
		route("/introductions/(?P<introduction_id>[\\w-]+)/seen", write(edit, s.preferences.seeIntroduction, wrappedAnswer,
			required(argIntroductionID.Name, schema.Str("Name of the introduction.")),
			unchecked(argIsSeen.Name, schema.Bool("Whether it was seen.", schema.Default(true))))),
		route("/video_embed_permission", get(edit, s.preferences.readVideo, videoAnswer), write(edit, s.preferences.setVideo, wrappedAnswer,
			rest.Arg{
				Name: argValue.Name, Schema: schema.Bool("Whether videos of others may be shown.", schema.Default(true)),
				Validate: func(*rest.Request, any, string) *fault.Error { return nil }, // anything is a yes or a no
			})),
		route("/alerts/dismiss", write(edit, s.preferences.dismissAlert, doneAnswer,
			checked(argKey.Name, true, "Name of the message.", func(v any) bool { return slices.Contains(alerts, schema.ToText(v)) }))),
		route("/new-content-type-visibility/dismiss-post-type", write(edit, s.preferences.dismissNew("postTypeName", optionNewTypes, "The type"), doneAnswer,
			checked("postTypeName", false, "Name of a type.", func(v any) bool { return s.Types.Get(schema.ToText(v)) != nil }))),
		route("/new-content-type-visibility/dismiss-taxonomy", write(edit, s.preferences.dismissNew("taxonomyName", optionNewTaxes, "The taxonomy"), doneAnswer,
			checked("taxonomyName", false, "Name of a taxonomy.", func(v any) bool { return s.Taxonomies.Get(schema.ToText(v)) != nil }))),
	}
}

func (s *service) configurationRoutes() []rest.Route {
	text := func(name, about string) rest.Arg { return optional(name, schema.Str(about)) }
	return []rest.Route{
		route("/configuration/site_representation", write(manage, s.preferences.setRepresentation, doneAnswer,
			required(argCompanyOrPerson.Name, schema.Str("Whom the site stands for.", schema.Enum("company", "person"))),
			text(argCompanyName.Name, "Name of the company."), text(argCompanyLogo.Name, "Address of its logo."),
			optional(argCompanyLogoID.Name, schema.Int("Attachment with its logo.")), text(argPersonLogo.Name, "Address of the person's picture."),
			optional(argPersonLogoID.Name, schema.Int("Attachment with the person's picture.")),
			optional(argCompanyOrPersonUserID.Name, schema.Int("User that the site stands for.")), text(argDescription.Name, "Tagline of the site."))),
		route("/configuration/social_profiles", write(manage, s.preferences.setProfiles, wrappedAnswer,
			text(argSocialASite.Name, "Address of the profile in one network."), text(argSocialBSite.Name, "Name in another network."),
			optional(argOtherSocialUrls.Name, schema.List(schema.Str("An address."), "Addresses of further profiles.", schema.MaxItems(100))))),
		route("/configuration/check_capability", get(manage, s.preferences.checkCapability, doneAnswer, required(argUserID.Name, schema.New("", "Id of a user.")))),
		route("/configuration/enable_tracking", write(manage, s.preferences.setTracking, doneAnswer, required(argTracking.Name, schema.Bool("Whether use may be told.")))),
		route("/configuration/save_configuration_state", write(manage, s.preferences.saveSteps, doneAnswer,
			required(argFinishedSteps.Name, schema.List(schema.New("", "A step."), "Steps that are done.", schema.MaxItems(100))))),
		route("/configuration/get_configuration_state", get(manage, s.preferences.readSteps, stepsAnswer)),
		route(`/import/(?P<plugin>[\w-]+)/(?P<type>[\w-]+)`, write(installer, s.index.importPage, partAnswer)),
		route("/integrations/set_active", write(manage, s.preferences.setIntegration, wrappedAnswer,
			required(argActive.Name, schema.Bool("Whether the integration is on.")), required(argIntegration.Name, schema.Str("Name of the integration.")))),
		route("/workouts", get(editOthers, s.preferences.readWorkouts, workoutsAnswer), write(editOthers, s.preferences.saveWorkouts, workoutsAnswer)),
	}
}

func (s *service) indexRoutes() []rest.Route {
	return []rest.Route{
		route("/indexing/posts", outside(write(edit, s.index.routeEntries, partAnswer))),
		route("/indexing/terms", write(edit, s.index.routeTerms, partAnswer)),
		route("/indexing/post-type-archives", write(edit, s.index.routeNothing(false), partAnswer)),
		route("/indexing/general", write(edit, s.index.routeGeneral, partAnswer)),
		route("/indexing/prepare", write(edit, s.index.routeNothing(false), partAnswer)),
		route("/indexing/indexables-complete", write(edit, s.index.routeNothing(false), partAnswer)),
		route("/indexing/complete", write(edit, s.index.routeNothing(true), partAnswer)),
		route("/link-indexing/posts", write(edit, s.index.routeLinks(ofEntry), partAnswer)),
		route("/link-indexing/terms", write(edit, s.index.routeLinks(ofTerm), partAnswer)),
	}
}

// firstRoutes are the routes that the first deployment alone has.
func (s *service) firstRoutes() []rest.Route {
	items := func(social bool) rest.Arg {
		return rest.Arg{Name: argItems.Name, Required: true, Schema: schema.New("array", "What is changed of which entries."), Validate: checkItems(social)}
	}
	var setup []rest.Arg
	for _, names := range setupSteps {
		setup = append(setup, optional(names[0], schema.Str("How far it is.", schema.Enum(setupValues(names[0])...))))
	}
	options := schema.Obj([]schema.Property{{Name: "task", Schema: schema.Str("Name of the task.", schema.Required())}}, "What is to be done.")
	return []rest.Route{
		route("/bulk_editor/posts", get(manage, s.scores.bulkPosts, bulkAnswer,
			required(argContentTypeText.Name, schema.Str("Type of the entries.")),
			optional(rest.PerPage.Name, schema.Int("How many there are at most.", schema.Default(20), schema.Min(1), schema.Max(100))),
			optional(rest.Page.Name, schema.Int("Which page of them.", schema.Default(1), schema.Min(1), schema.Max(100_000))),
			optional(rest.Search.Name, schema.Str("Text to look for.", schema.Default(""))),
			optional(argStatus.Name, schema.List(schema.Str("A status.", schema.Enum("publish", "draft", "pending", "future")), "Their statuses.",
				schema.Default([]any{"publish", "draft", "pending", "future"}))),
			optional(argNeedsImprovement.Name, schema.List(schema.Str("A text.", schema.Enum(bulkFields...)),
				"Only entries without one of these texts, or with one that scores low.", schema.Default([]any{}))),
			optional(argInclude.Name, schema.List(schema.Int("Id of an entry.", schema.Min(1)), "Only these entries.",
				schema.Default([]any{}), schema.MaxItems(100))))),
		route("/bulk_editor/update_search", write(manage, s.scores.bulkUpdate(false), changedAnswer, items(false))),
		route("/bulk_editor/update_social", write(manage, s.scores.bulkUpdate(true), changedAnswer, items(true))),
		route("/connector_configuration_permanent_dismissal", write(manage, s.preferences.dismissConnector, doneAnswer,
			required(argIsDismissed.Name, schema.Bool("Whether nobody wants to hear of it.")))),
		route("/setup_steps_tracking", write(manage, s.preferences.trackSetup, doneAnswer, setup...).Taking(sentSteps()...)),
		route("/complete_task", write(manage, s.scores.completeTask, doneAnswer, required(argOptions.Name, options))),
		route("/get_tasks", outside(get(manage, s.scores.getTasks, tasksAnswer, optional(argOptions.Name, schema.Obj([]schema.Property{
			{Name: "filter", Schema: schema.Str("Which tasks.")}, {Name: "limit", Schema: schema.Int("How many.")},
		}, "Which tasks are wanted."))))),
		route("/action_tracking", write(manage, s.preferences.trackAction, actionAnswer, required(argAction.Name, schema.Str("Name of the action.")))),
		route("/ai_content_planner/banner_permanent_dismissal", write(edit, s.preferences.dismissBanner, doneAnswer,
			required(argIsDismissed.Name, schema.Bool("Whether the caller wants to hear no more.")))),
	}
}
