package dialect

// referencePaths pairs what paths start with, the longest first.
var referencePaths = []pair{
	{"/seo/v1/keyword_tool", "/yoast/v1/semrush"},
	{"/seo/v1/rank_tracker", "/yoast/v1/wincher"},
	{"/core-site-health/v1", "/wp-site-health/v1"},
	{"/core-block-editor/v1", "/wp-block-editor/v1"},
	{"/core-abilities/v1", "/wp-abilities/v1"},
	{"/analytics/v1", "/monsterinsights/v1"},
	{"/loginlimit/v1", "/llar/v1"},
	{"/core/v2", "/wp/v2"},
	{"/seo/v1", "/yoast/v1"},
}

// referenceWords pairs whole names: types, taxonomies, arguments, fields,
// route segments.
var referenceWords = []pair{
	{"core_block", "wp_block"},
	{"core_navigation", "wp_navigation"},
	{"core_template", "wp_template"},
	{"core_template_part", "wp_template_part"},
	{"core_template_part_area", "wp_template_part_area"},
	{"core_global_styles", "wp_global_styles"},
	{"core_theme", "wp_theme"},
	{"core_font_family", "wp_font_family"},
	{"core_font_face", "wp_font_face"},
	{"core_pattern_category", "wp_pattern_category"},
	{"core_pattern_category_exclude", "wp_pattern_category_exclude"},
	{"core_pattern_sync_status", "wp_pattern_sync_status"},
	{"https://api.w.org/action-assign-core_pattern_category", "https://api.w.org/action-assign-wp_pattern_category"},
	{"https://api.w.org/action-create-core_pattern_category", "https://api.w.org/action-create-wp_pattern_category"},
	{"core-site-health-test", "wp-site-health-test"},
	{"core_id", "wp_id"},
	{"_analytics_skip_tracking", "_monsterinsights_skip_tracking"},
	{"_analytics_sitenote_active", "_monsterinsights_sitenote_active"},
	{"_analytics_sitenote_note", "_monsterinsights_sitenote_note"},
	{"_analytics_sitenote_category", "_monsterinsights_sitenote_category"},
	{"video_embed_permission", "wistia_embed_permission"},
	{"connector_configuration_permanent_dismissal", "site_kit_configuration_permanent_dismissal"},
	{"seo_head", "yoast_head"},
	{"seo_head_json", "yoast_head_json"},
	{"is_shop_product_entity", "is_woo_product_entity"},
	{"social_a_site", "facebook_site"},
	{"social_b_site", "twitter_site"},
}

// referencePrefixes pairs what names start with.
var referencePrefixes = []pair{
	{"_seo_", "_yoast_wpseo_"},
}
