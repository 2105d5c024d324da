package users

import "quoin/internal/rest"

// What requests are asked for, beside what all lists have.
var (
	argCapabilities      = rest.ListParam("capabilities")
	argCapabilitiesList  = rest.TextsParam("capabilities")
	argEmail             = rest.TextParam("email")
	argHasPublishedPosts = rest.TextsParam("has_published_posts")
	argMeta              = rest.ValueParam("meta")
	argReassign          = rest.ValueParam("reassign")
	argRoles             = rest.TextsParam("roles")
	argRolesItems        = rest.ListParam("roles")
	argSearchColumns     = rest.TextsParam("search_columns")
	argSlug              = rest.TextParam("slug")
	argSlugList          = rest.TextsParam("slug")
	argUsername          = rest.TextParam("username")
	argWho               = rest.TextParam("who")
)
