package seo

// Meta keys of entries, terms and users, as they are stored.
const (
	metaPrefix        = "_seo_"
	metaKeyphrase     = "_seo_focuskw"
	metaSynonyms      = "_seo_keywordsynonyms"
	metaTitle         = "_seo_title"
	metaDescription   = "_seo_metadesc"
	metaScore         = "_seo_linkdex"
	metaReadability   = "_seo_content_score"
	metaInclusive     = "_seo_inclusive_language_score"
	metaTitleScore    = "_seo_seo_title_score"
	metaDescScore     = "_seo_meta_description_score"
	metaSocialTitle   = "_seo_opengraph-title"
	metaSocialDesc    = "_seo_opengraph-description"
	metaSocialImage   = "_seo_opengraph-image"
	metaSocialImageID = "_seo_opengraph-image-id"
	metaCardTitle     = "_seo_twitter-title"
	metaCardDesc      = "_seo_twitter-description"
	metaCardImage     = "_seo_twitter-image"
	metaCardImageID   = "_seo_twitter-image-id"
	metaCanonical     = "_seo_canonical"
	metaNoIndex       = "_seo_meta-robots-noindex"
	metaNoFollow      = "_seo_meta-robots-nofollow"
	metaRobotsMore    = "_seo_meta-robots-adv"
	metaCrumb         = "_seo_bctitle"
	metaCornerstone   = "_seo_is_cornerstone"
	metaPrimary       = "_seo_primary_category"
	metaPageType      = "_seo_schema_page_type"
	metaArticleType   = "_seo_schema_article_type"
	metaMinutes       = "_seo_estimated-reading-time-minutes"

	// Keys of terms and users.
	metaTermDesc      = "_seo_desc"
	metaTermNoIndex   = "_seo_noindex"
	metaAuthorNoIndex = "_seo_noindex_author"
	metaPronouns      = "_seo_pronouns"
	// metaProfileChanged is when the profile of an account changed last, in seconds since 1970.
	metaProfileChanged = "_seo_profile_updated"
	// metaPersonKey is what stood for a person in the structured data of the site that the
	// account came with.
	metaPersonKey = "_seo_person_key"
	// metaKnownPicture is the image that the site that the entry came with showed of it.
	metaKnownPicture = "_seo_known_picture"
)
