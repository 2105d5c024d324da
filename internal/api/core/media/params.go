package media

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argAltText          = rest.TextParam("alt_text")
	argFeaturedMedia    = rest.IntParam("featured_media")
	argFlip             = rest.ObjectParam("flip")
	argGenerateSubSizes = rest.BoolParam("generate_sub_sizes")
	argHeight           = rest.ValueParam("height")
	argImageSize        = rest.ValueParam("image_size")
	argMediaType        = rest.TextsParam("media_type")
	argMimeType         = rest.TextsParam("mime_type")
	argModifiers        = rest.ListParam("modifiers")
	argPost             = rest.IntParam("post")
	argRotation         = rest.IntParam("rotation")
	argSrc              = rest.TextParam("src")
	argStatus           = rest.TextsParam("status")
	argSubSizes         = rest.ListParam("sub_sizes")
	argURL              = rest.TextParam("url")
	argWidth            = rest.ValueParam("width")
	argX                = rest.ValueParam("x")
	argY                = rest.ValueParam("y")
	argDescription      = rest.ValueParam("description")
	argCaption          = rest.ValueParam("caption")
)
