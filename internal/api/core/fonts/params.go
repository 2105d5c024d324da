package fonts

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argFontFaceSettings   = rest.ObjectParam("font_face_settings")
	argFontFamilyID       = rest.IntParam("font_family_id")
	argFontFamilySettings = rest.ObjectParam("font_family_settings")
	argIncludeList        = rest.IntsParam("include")
	argSlug               = rest.TextParam("slug")
	argSlugList           = rest.TextsParam("slug")
)
