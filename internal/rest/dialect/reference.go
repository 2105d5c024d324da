package dialect

// referenceNames are the names of the core.
func referenceNames() Names {
	return Names{
		Paths: []Pair{
			{"/core-site-health/v1", "/wp-site-health/v1"},
			{"/core-block-editor/v1", "/wp-block-editor/v1"},
			{"/core-abilities/v1", "/wp-abilities/v1"},
			{"/core/v2", "/wp/v2"},
		},
		Words: []Pair{
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
			// Titles of schemas are names as a whole.
			{"core_block-revision", "wp_block-revision"},
			{"core_navigation-revision", "wp_navigation-revision"},
			{"core_global_styles-revision", "wp_global_styles-revision"},
			{"core_id", "wp_id"},
		},
	}
}
