package seo

import (
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
)

// suggestionTypes are what texts the writing service suggests.
var suggestionTypes = []string{
	"seo-title", "meta-description", "product-seo-title", "product-meta-description", "product-taxonomy-seo-title", "product-taxonomy-meta-description",
	"taxonomy-seo-title", "taxonomy-meta-description",
}

// editors are the editors that texts are written in.
var editors = []string{"classic", "elementor", "gutenberg"}

func (s *service) serviceRoutes() []rest.Route {
	text := func(name, about string, options ...schema.Option) rest.Arg {
		return required(name, schema.Str(about, options...))
	}
	tokens := []rest.Arg{
		text(argAccessJWT.Name, "Token for calls of the service."), text(argRefreshJWT.Name, "Token for further tokens."),
		text(argCodeChallenge.Name, "Hash of the secret that proves the sender."), required(argUserID.Name, schema.Int("User that the tokens are of.")),
	}
	code := checked(argCode.Name, true, "Code that the service gave.", notEmpty)
	return []rest.Route{
		route("/ai_generator/callback", write(rest.Public, s.assist.takeTokens, textAnswer, tokens...)),
		route("/ai_generator/refresh_callback", write(rest.Public, s.assist.takeTokens, textAnswer, tokens...)),
		route("/ai_generator/consent", outside(write(edit, s.assist.consent, textAnswer, required(argConsent.Name, schema.Bool("Whether texts may be sent away."))))),
		route("/ai/free_sparks", write(edit, s.assist.startSparks, textAnswer)),
		route("/ai_generator/bust_subscription_cache", write(edit, s.assist.bustLicence, textAnswer)),
		route("/ai_generator/get_suggestions", outside(write(edit, s.assist.suggest, textsAnswer,
			text(argType.Name, "What text is wanted.", schema.Enum(suggestionTypes...)), text(argPromptContent.Name, "Text that it is about."),
			text(argFocusKeyphrase.Name, "Keyphrase of the text."), text(argLanguage.Name, "Language of the text."),
			text(argPlatform.Name, "Where the text will be shown.", schema.Enum("Google", "Facebook", "Twitter")),
			text(argEditor.Name, "Editor that asks.", schema.Enum(editors...))))),
		route("/ai_generator/get_usage", outside(write(edit, s.assist.usage, usageAnswer,
			optional("is_shop_product_entity", schema.Bool("Whether the text is that of a product.", schema.Default(false)))))),

		route("/keyword_tool/authenticate", outside(write(editAny, s.assist.keywordConnect, connectedAnswer, code))),
		route("/keyword_tool/country_code", write(editAny, s.assist.setCountry, doneAnswer,
			checked(argCountryCode.Name, true, "Country to look in.", func(v any) bool { return country.MatchString(schema.ToText(v)) }))),
		route("/keyword_tool/related_keyphrases", outside(get(editAny, s.assist.relatedKeyphrases, relatedAnswer,
			checked(argKeyphrase.Name, true, "Phrase to look up.", notEmpty),
			checked(argCountryCode.Name, true, "Country to look in.", func(v any) bool { return country.MatchString(schema.ToText(v)) })))),

		route("/rank_tracker/authorization-url", outside(get(publishAny, s.assist.rankAddress, addressAnswer))),
		route("/rank_tracker/authenticate", outside(write(publishAny, s.assist.rankConnect, connectedAnswer, code,
			checked(argWebsiteId.Name, true, "Number of the site at the service.", func(v any) bool { n, ok := v.(int64); return ok && n > 0 })))),
		route("/rank_tracker/keyphrases/track", outside(write(publishAny, s.assist.ranked(s.assist.rankTrack), rankedAnswer, rest.Arg{
			Name: argKeyphrases.Name, Required: true, Schema: schema.New("", "Keyphrases to watch."), Validate: someTexts,
		}))),
		route("/rank_tracker/keyphrases", outside(write(publishAny, s.assist.rankPositions, rankedAnswer,
			rest.Arg{Name: argKeyphrases.Name, Schema: schema.New("", "Keyphrases to tell of."), Validate: someTexts},
			argPermalink.Arg(schema.New("", "Page to tell of.")),
			argStartAt.Arg(schema.New("", "Since when."))))),
		route("/rank_tracker/keyphrases/untrack", outside(rest.Endpoint{
			Methods: rest.Deletable, Allow: publishAny, Handle: s.assist.ranked(s.assist.rankUntrack), Answer: doneAnswer, Refusal: refusedAnswer,
			Unlisted: []string{argKeyphraseID.Name},
		})),
		route("/rank_tracker/account/limit", outside(get(publishAny, s.assist.ranked(s.assist.rankLimit), limitAnswer))),
		route("/rank_tracker/account/upgrade-campaign", outside(get(publishAny, s.assist.ranked(s.assist.rankCampaign), campaignAnswer))),
	}
}

// maxTexts bounds how many keyphrases one call names.
const maxTexts = 100

// someTexts checks a text or a list of texts.
func someTexts(_ *rest.Request, v any, _ string) *fault.Error {
	if text, ok := v.(string); ok && strings.TrimSpace(text) != "" {
		return nil
	}
	list, ok := v.([]any)
	if !ok || len(list) > maxTexts {
		return rest.Invalid()
	}
	for _, x := range list {
		if _, ok := x.(string); !ok {
			return rest.Invalid()
		}
	}
	return nil
}

// plannerRoutes are those of the content planner.
func (s *service) plannerRoutes() []rest.Route {
	text := func(name, about string, options ...schema.Option) rest.Arg {
		return required(name, schema.Str(about, options...))
	}
	typ, language := text(argPostTypeText.Name, "Type of the entry."), text(argLanguage.Name, "Language of the text.")
	editor := text(argEditor.Name, "Editor that asks.", schema.Enum(editors...))
	category := schema.Obj([]schema.Property{
		{Name: "name", Schema: schema.Str("Its name.", schema.Required())}, {Name: "id", Schema: schema.Int("Its id.", schema.Required())},
	}, "Category of the entry; an empty name and -1 for none.")
	recent := schema.List(schema.Obj([]schema.Property{
		{Name: "title", Schema: schema.Str("Its title.", schema.Required(), maxLen(500))},
		{Name: "description", Schema: schema.Str("What it is about.", schema.Required(), maxLen(1000))},
	}, "An entry.", schema.Strict()), "What was written before.", schema.MaxItems(100))
	return []rest.Route{
		route("/ai_content_planner/get_suggestions", outside(get(s.editsType, s.assist.planPosts, plannedAnswer, typ, language, editor))),
		route("/ai_content_planner/get_outline", outside(write(s.editsType, s.assist.planOutline, outlineAnswer, typ, language, editor,
			text(argTitle.Name, "Title of the entry."), text(argIntent.Name, "What readers want."), text(argExplanation.Name, "Why it is worth writing."),
			text(argKeyphrase.Name, "Keyphrase of the entry."), text(argMetaDescription.Name, "Description of the entry."),
			required(argCategory.Name, category), required(argRecentContent.Name, recent)))),
	}
}

func maxLen(n int) schema.Option { return func(s *schema.Schema) { s.MaxLength = &n } }
