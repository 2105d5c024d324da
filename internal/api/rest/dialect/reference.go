package dialect

// referenceNames are the names of the core, but for those of types and
// taxonomies.
func referenceNames() Names {
	return Names{
		Paths: []Pair{
			{"/core-site-health/v1", "/wp-site-health/v1"},
			{"/core-block-editor/v1", "/wp-block-editor/v1"},
			{"/core-abilities/v1", "/wp-abilities/v1"},
			{"/core/v2", "/wp/v2"},
		},
		Words: []Pair{
			{"core_pattern_sync_status", "wp_pattern_sync_status"},
			{"core-site-health-test", "wp-site-health-test"},
			{"core_id", "wp_id"},
		},
	}
}

// Type are the names that come with a type of entries: also the title of the
// schema of its revisions, which is a name as a whole.
func Type(own, reference string) []Pair {
	return []Pair{{own, reference}, {own + "-revision", reference + "-revision"}}
}

// Taxonomy are the names that come with a taxonomy: also the argument that
// leaves its terms out, and the relations of what may be done with them.
func Taxonomy(own, reference string) []Pair {
	pairs := []Pair{{own, reference}, {own + "_exclude", reference + "_exclude"}}
	for _, action := range []string{"assign", "create"} {
		rel := "https://api.w.org/action-" + action + "-"
		pairs = append(pairs, Pair{rel + own, rel + reference})
	}
	return pairs
}
