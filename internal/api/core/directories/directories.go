package directories

import (
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
)

var (
	errBlocks   = fault.Denied("rest_block_directory_cannot_view", "You aren't allowed to see the directory of blocks.")
	errPatterns = fault.Denied("rest_pattern_directory_cannot_view", "You aren't allowed to see the directory of patterns.")
)

// PatternRoutes are the routes of the pattern directory.
func PatternRoutes(e *env.Env) []rest.Route {
	search := rest.SearchArg("Limit the list to patterns that contain a text.")
	search.Schema = search.Schema.With(schema.MinLen(1))
	args := append(paging(100), []rest.Arg{
		search,
		{Name: "category", Schema: schema.Int("Limit the list to patterns of a category.", schema.Min(1))},
		{Name: "keyword", Schema: schema.Int("Limit the list to patterns with a keyword.", schema.Min(1))},
		{Name: "slug", Schema: schema.New(schema.Array, "Limit the list to patterns with these names.")},
		rest.SkipArg("patterns"),
		rest.OrderArg("desc"),
		rest.OrderByArg("date", "author", "date", "id", "include", "modified", "parent", "relevance", "slug", "include_slugs", "title", "favorite_count"),
	}...)
	return []rest.Route{route("/core/v2/pattern-directory/patterns", patternSchema, append([]rest.Arg{rest.AllContexts()}, args...),
		func(r *rest.Request) error {
			if !e.Entries.CanEditAny(r.Actor) {
				return errPatterns
			}
			return nil
		})}
}

// BlockRoutes are the routes of the block directory.
func BlockRoutes(*env.Env) []rest.Route {
	term := rest.Arg{Name: "term", Schema: schema.Str("Text that the blocks have to do with.", schema.MinLen(1)), FirstPass: true, Required: true}
	args := append([]rest.Arg{rest.ContextArg("view", "view")}, append(paging(10), term)...)
	return []rest.Route{route("/core/v2/block-directory/search", blockSchema, args, func(r *rest.Request) error {
		if !r.Actor.Can("install_plugins") || !r.Actor.Can("activate_plugins") {
			return errBlocks
		}
		return nil
	})}
}

func paging(perPage int) []rest.Arg {
	return []rest.Arg{
		rest.PageArg(),
		rest.PerPageArg("items", perPage, 100),
	}
}

func route(pattern string, s func() *schema.Schema, args []rest.Arg, allow func(*rest.Request) error) rest.Route {
	return rest.Route{
		Namespace: "core/v2", Pattern: pattern, Schema: s,
		Endpoints: []rest.Endpoint{{
			Methods: rest.Readable, Args: args, Allow: allow,
			Handle: func(*rest.Request) (*rest.Response, error) { return rest.OK([]*rest.Item{}), nil },
		}},
	}
}

func patternSchema() *schema.Schema {
	names := func(description string) *schema.Schema {
		return schema.List(schema.Str(""), description, schema.Unique(), rest.Everywhere)
	}
	return titled("pattern-directory-item",
		schema.Property{Name: "id", Schema: schema.Int("Id of the pattern.", schema.Min(1), rest.Everywhere)},
		schema.Property{Name: "title", Schema: schema.Str("Title of the pattern.", schema.MinLen(1), rest.Everywhere)},
		schema.Property{Name: "content", Schema: schema.Str("Blocks of the pattern.", schema.MinLen(1), rest.Everywhere)},
		schema.Property{Name: "categories", Schema: names("Categories of the pattern.")},
		schema.Property{Name: "keywords", Schema: names("Words to find the pattern by.")},
		schema.Property{Name: "description", Schema: schema.Str("What the pattern shows.", schema.MinLen(1), rest.Everywhere)},
		schema.Property{Name: "viewport_width", Schema: schema.Int("Width of previews in pixels.", rest.Everywhere)},
		schema.Property{Name: "block_types", Schema: schema.List(schema.Str(""), "Blocks that the pattern is offered for.", schema.Unique(), schema.In("view", "embed"))},
	)
}

func blockSchema() *schema.Schema {
	in := schema.In("view")
	return titled("block-directory-item",
		schema.Property{Name: "name", Schema: schema.Str("Name of the block.", in)},
		schema.Property{Name: "title", Schema: schema.Str("Title of the block.", in)},
		schema.Property{Name: "description", Schema: schema.Str("What the block shows.", in)},
		schema.Property{Name: "id", Schema: schema.Str("Name of the extension that has the block.", in)},
		schema.Property{Name: "rating", Schema: schema.Num("Stars on average.", in)},
		schema.Property{Name: "rating_count", Schema: schema.Int("Number of ratings.", in)},
		schema.Property{Name: "active_installs", Schema: schema.Int("Number of sites that use it.", in)},
		schema.Property{Name: "author_block_rating", Schema: schema.Num("Stars of the author's blocks on average.", in)},
		schema.Property{Name: "author_block_count", Schema: schema.Int("Number of the author's blocks.", in)},
		schema.Property{Name: "author", Schema: schema.Str("Who made the block.", in)},
		schema.Property{Name: "icon", Schema: schema.Str("Address of the icon.", schema.Format(schema.URI), in)},
		schema.Property{Name: "last_updated", Schema: schema.Str("When it was changed last.", schema.Format(schema.DateTime), in)},
		schema.Property{Name: "humanized_updated", Schema: schema.Str("How long ago that was, in words.", in)},
	)
}

func titled(title string, properties ...schema.Property) *schema.Schema {
	s := schema.Obj(properties, "")
	s.Title = title
	return s
}
