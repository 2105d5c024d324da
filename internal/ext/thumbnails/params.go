package thumbnails

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argDeleteUnregisteredThumbnailFiles = rest.BoolParam("delete_unregistered_thumbnail_files")
	argExcludeSiteIcons                 = rest.ValueParam("exclude_site_icons")
	argIsRegeneratable                  = rest.ValueParam("is_regeneratable")
	argOnlyRegenerateMissingThumbnails  = rest.BoolParam("only_regenerate_missing_thumbnails")
	argUpdateUsagesInPosts              = rest.BoolParam("update_usages_in_posts")
	argUpdateUsagesInPostsPostIDs       = rest.IntsParam("update_usages_in_posts_post_ids")
	argUpdateUsagesInPostsPostType      = rest.TextsParam("update_usages_in_posts_post_type")
	argUpdateUsagesInPostsPostsPerLoop  = rest.IntParam("update_usages_in_posts_posts_per_loop")
)
