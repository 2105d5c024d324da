package comments

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argAfter              = rest.TextParam("after")
	argAuthor             = rest.IntParam("author")
	argAuthorEmail        = rest.TextParam("author_email")
	argAuthorExclude      = rest.IDsParam("author_exclude")
	argAuthorExcludeItems = rest.ListParam("author_exclude")
	argAuthorIDs          = rest.IDsParam("author")
	argAuthorIP           = rest.TextParam("author_ip")
	argAuthorItems        = rest.ListParam("author")
	argAuthorName         = rest.TextParam("author_name")
	argAuthorURL          = rest.TextParam("author_url")
	argAuthorUserAgent    = rest.TextParam("author_user_agent")
	argBefore             = rest.TextParam("before")
	argContent            = rest.ValueParam("content")
	argDate               = rest.TextParam("date")
	argDateGmt            = rest.TextParam("date_gmt")
	argMeta               = rest.ObjectParam("meta")
	argParent             = rest.IDsParam("parent")
	argParentExclude      = rest.IDsParam("parent_exclude")
	argParentNumber       = rest.IntParam("parent")
	argPassword           = rest.TextParam("password")
	argPasswordSecret     = rest.SecretParam("password")
	argPost               = rest.IntParam("post")
	argPostIDs            = rest.IDsParam("post")
	argPostList           = rest.IntsParam("post")
	argStatus             = rest.TextParam("status")
	argType               = rest.TextParam("type")
)
