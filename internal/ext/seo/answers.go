package seo

import (
	"quoin/internal/platform/schema"
)

// What the routes answer, as programs are told of it.

// The kinds of values, with what is said of each.
var (
	prop = schema.Prop
	str  = schema.Str
	num  = schema.Int
	yes  = schema.Bool
)

// orNull is a value of a type, or null.
func orNull(typ, about string) *schema.Schema {
	return schema.New("", about, schema.Types(typ, schema.Null))
}

var (
	success    = prop("success", yes("Whether it was done."))
	httpStatus = prop("status", num("A status of HTTP, for what was asked."))
	failed     = prop("error", str("What is wrong."))
	which      = prop("failures", schema.List(str(""), "What couldn't be stored."))

	doneAnswer    = schema.Of(success, httpStatus, prop("message", str("What was done.")))
	wrappedAnswer = schema.Of(prop("json", schema.Of(success, httpStatus, failed, which)))
	textAnswer    = str("What was done, in words.")
	textsAnswer   = schema.List(str("A suggestion."), "What the service suggests.")

	// refusedAnswer is how these routes refuse, beside the usual errors.
	refusedAnswer = &schema.Schema{AnyOf: []*schema.Schema{
		str("Why it is refused."), schema.List(&schema.Schema{}, "Nothing is said.", schema.MaxItems(0)),
		schema.Obj([]schema.Property{
			success, httpStatus, failed, which, prop("message", str("What people read.")), prop("errorIdentifier", str("What programs go by.")),
			prop("html", str("Head of the page for what isn't there.")), prop("json", schema.New("", "The same in parts.", schema.Types(schema.Object, schema.Array), schema.Open())),
			prop("type", str("That it failed.")), prop("response", str("Why.")), prop("tokens", schema.List(&schema.Schema{}, "None.")),
		}, "Why it is refused."),
	}}

	headAnswer = schema.Of(
		prop("html", str("The elements of the head.")), prop("json", schema.Obj(nil, "The same by their names.", schema.Open())), httpStatus,
	)
	sizeAnswer       = schema.Of(prop("type", str("Whether it was found.")), prop("size_in_bytes", num("Size of the file.")))
	statisticsAnswer = schema.Of(
		prop("header", str("The whole in a sentence.")),
		prop("seo_scores", schema.List(schema.Of(
			prop("seo_rank", str("Name of the rank.")), prop("label", str("Its title.")), prop("count", num("How many entries have it.")),
			prop("link", str("Where they are listed.")),
		), "Entries by their scores.")),
	)
	scoresAnswer = schema.Of(
		prop("scores", schema.List(schema.Of(
			prop("name", str("Name of the score.")), prop("amount", num("How many entries have it.")), prop("ids", str("Ids of those without a score.")),
			prop("links", schema.Of(prop("view", orNull(schema.String, "Where they are listed.")))),
		), "Entries by their scores.")),
		prop("queryTime", schema.Num("Seconds that it took.")), prop("cacheUsed", yes("Whether it was counted before.")),
	)
	availableAnswer = schema.List(schema.Of(
		prop("id", num("Id of the entry.")), prop("title", str("Its title.")), prop("slug", str("Its slug.")),
	), "Entries to choose from.")
	metaAnswer     = schema.Of(prop("meta", schema.List(schema.Of(prop("key", str("Name of a value.")), prop("value", &schema.Schema{Description: "The value."})), "What is stored with the entry.")))
	analysisAnswer = schema.Of(
		prop("post_id", num("Id of the entry.")), prop("focus_keyphrase", str("What it should be found by.")), prop("analysed", yes("Whether its language is known.")),
		prop("seo_score", num("From 0 to 100.")), prop("readability_score", num("From 0 to 100.")), prop("inclusive_language_score", num("From 0 to 100.")),
		prop("seo_title_score", num("From 0 to 100.")), prop("meta_description_score", num("From 0 to 100.")),
		prop("findings", schema.List(schema.Of(
			prop("check", str("Name of the check.")), prop("part", str("What it is part of.")), prop("score", num("What it gives.")),
			prop("rating", str("The score in a word.")), prop("text", str("What was found.")),
		), "What was found.")),
	)
	videoAnswer    = schema.Of(prop("json", schema.Of(prop("value", yes("Whether videos of others may be shown.")))))
	stepsAnswer    = schema.Of(success, httpStatus, prop("data", schema.List(str(""), "Steps that are done.")))
	workoutsAnswer = schema.Of(prop("json", schema.New("", "", schema.Types(schema.Object, schema.Null), func(s *schema.Schema) {
		s.Properties = []schema.Property{prop("configuration", schema.Of(prop("finishedSteps", schema.List(str(""), "Steps that are done."))))}
	})))
	// partAnswer is a part of what is worked through; objects are rows by the names of
	// their columns.
	partAnswer = schema.Of(
		prop("objects", schema.List(schema.Obj(nil, "", schema.Values(orNull(schema.String, ""))), "What was worked on.")),
		prop("next_url", schema.New("", "Where to go on, or false.", schema.Types(schema.String, schema.Boolean))),
	)
	actionAnswer = schema.Of(success, prop("action", str("What was noted.")))
	tasksAnswer  = schema.Of(success, prop("tasks", schema.Obj(nil, "Tasks by their names.", schema.Values(schema.Of(
		prop("id", str("Its name.")), prop("duration", num("Minutes that it takes.")), prop("priority", str("How much it matters.")),
		prop("badge", orNull(schema.String, "What it is marked with.")), prop("isCompleted", yes("Whether it is done.")), prop("isParentTask", yes("Whether others are part of it.")),
		prop("parentTaskId", str("The task that it is part of.")), prop("title", str("Its title.")), prop("about", str("Why it is worth doing.")),
		prop("callToAction", schema.New("", "How it is done.", schema.Types(schema.Object, schema.Null), func(s *schema.Schema) {
			s.Properties = []schema.Property{prop("label", str("What to press.")), prop("type", str("What happens then.")), prop("href", orNull(schema.String, "Where that leads."))}
		})),
	)))))
	usageAnswer = schema.Of(
		prop("count", num("Suggestions of the month.")), prop("limit", orNull(schema.Integer, "How many there may be.")), prop("month", str("The month.")),
	)
	connectedAnswer = schema.Of(prop("tokens", schema.Of(
		prop("access_token", str("For calls of the service.")), prop("refresh_token", str("For further tokens.")), prop("expires", num("When it ends.")),
		prop("has_expired", yes("Whether it has ended.")), prop("created_at", num("When it was given.")), prop("error_count", num("Calls that failed.")),
	)), httpStatus)
	relatedAnswer = schema.Of(prop("results", schema.Obj(nil, "What the service answered.", schema.Open())), httpStatus)
	addressAnswer = schema.Of(httpStatus, prop("url", orNull(schema.String, "Where the owner agrees.")), failed)
	rankedAnswer  = schema.Of(prop("results", schema.Obj(nil, "Keyphrases with what the service knows of them.", schema.Values(schema.Obj(nil, "", schema.Open())))),
		prop("limit", num("How many may be watched.")), failed, httpStatus)
	limitAnswer = schema.Of(
		prop("canTrack", yes("Whether one more may be watched.")), prop("limit", orNull(schema.Integer, "How many there may be.")), prop("usage", num("How many there are.")),
		prop("historyDays", num("Days that are remembered.")), httpStatus, failed,
	)
	campaignAnswer = schema.Of(prop("discount", orNull(schema.Number, "Part of the price.")), prop("months", orNull(schema.Integer, "For how long.")), httpStatus, failed)
	plannedAnswer  = schema.Of(
		prop("suggestions", schema.List(schema.Of(
			prop("title", str("A title.")), prop("intent", str("What readers want.")), prop("explanation", str("Why it is worth writing.")),
			prop("keyphrase", str("What it should be found by.")), prop("meta_description", str("Its description.")),
			prop("category", schema.Of(prop("name", str("Its category.")), prop("id", num("Id of that.")))),
		), "What could be written.")),
		prop("recent_content", schema.List(schema.Of(prop("title", str("")), prop("description", str(""))), "What was written before.")),
	)
	outlineAnswer = schema.Of(prop("outline", schema.List(schema.Of(
		prop("subheading_text", str("A heading.")), prop("content_notes", schema.List(str(""), "What goes below it.")),
	), "The parts of the text.")))
	bulkAnswer = schema.Of(
		prop("posts", schema.List(schema.Of(
			prop("id", num("Id of the entry.")), prop("title", str("Its title.")), prop("status", str("Its status.")), prop("edit_link", orNull(schema.String, "Where it is edited.")),
			prop("focus_keyphrase", str("What it should be found by.")), prop("seo_title", str("Title for searchers.")), prop("meta_description", str("Description for searchers.")),
			prop("social_title", str("Title for networks.")), prop("social_description", str("Description for networks.")),
			prop("seo_title_fallback", str("What stands for it.")), prop("meta_description_fallback", str("What stands for it.")),
			prop("social_title_fallback", str("What stands for it.")), prop("social_description_fallback", str("What stands for it.")),
			prop("editable", yes("Whether the caller may change it.")),
			prop("needs_improvement", schema.Obj(nil, "Texts that are missing or score low.", schema.Values(yes("")))),
		), "A page of entries.")),
		prop("total", num("How many there are in all.")), prop("total_pages", num("How many pages there are.")), prop("page", num("The page.")), prop("per_page", num("Entries on a page.")),
	)
	changedAnswer = schema.Of(prop("results", schema.List(schema.Of(
		prop("id", num("Id of the entry.")), success, failed,
		prop("rendered", schema.Of(prop("seo_title", str("The title with its variables filled in.")), prop("meta_description", str("The description with them.")))),
		prop("sanitized", schema.Obj(nil, "Texts that were stored otherwise than sent.", schema.Values(str("")))),
	), "What became of each.")))
)
