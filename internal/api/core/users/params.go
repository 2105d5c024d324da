package users

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argCapabilities      = rest.ListParam("capabilities")
	argCapabilitiesList  = rest.TextsParam("capabilities")
	argDescription       = rest.TextParam("description")
	argEmail             = rest.TextParam("email")
	argFirstName         = rest.TextParam("first_name")
	argHasPublishedPosts = rest.TextsParam("has_published_posts")
	argLastName          = rest.TextParam("last_name")
	argLocale            = rest.TextParam("locale")
	argMeta              = rest.ValueParam("meta")
	argName              = rest.TextParam("name")
	argNickname          = rest.TextParam("nickname")
	argPassword          = rest.TextParam("password")
	argReassign          = rest.ValueParam("reassign")
	argRoles             = rest.TextsParam("roles")
	argRolesItems        = rest.ListParam("roles")
	argSearchColumns     = rest.TextsParam("search_columns")
	argSlug              = rest.TextParam("slug")
	argSlugList          = rest.TextsParam("slug")
	argURL               = rest.TextParam("url")
	argUsername          = rest.TextParam("username")
	argWho               = rest.TextParam("who")
)
