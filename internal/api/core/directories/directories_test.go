package directories_test

import (
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/directories"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
)

func TestAnswers(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, func(e *env.Env) []rest.Route {
		return append(directories.BlockRoutes(e), directories.PatternRoutes(e)...)
	})
	for _, tt := range []struct {
		role, path string
		status     int
		code       string
	}{
		{"", "block-directory/search?term=x", 401, "rest_block_directory_cannot_view"},
		{"editor", "block-directory/search?term=x", 403, "rest_block_directory_cannot_view"},
		{"administrator", "block-directory/search", 400, "rest_missing_callback_param"},
		{"administrator", "block-directory/search?term=", 400, "rest_invalid_param"},
		{"administrator", "block-directory/search?term=x&context=edit", 400, "rest_invalid_param"},
		{"administrator", "block-directory/search?term=x", 200, ""},
		{"", "pattern-directory/patterns", 401, "rest_pattern_directory_cannot_view"},
		{"subscriber", "pattern-directory/patterns", 403, "rest_pattern_directory_cannot_view"},
		{"contributor", "pattern-directory/patterns?orderby=odd", 400, "rest_invalid_param"},
		{"contributor", "pattern-directory/patterns?category=0", 400, "rest_invalid_param"},
		{"contributor", "pattern-directory/patterns?category=3", 200, ""},
	} {
		a := s.Do(tt.role, "GET", "core/v2/"+tt.path, "")
		if a.Status != tt.status || a.Code() != tt.code || a.Status == 200 && a.Text != "[]" {
			t.Errorf("%s as %q: %d %s", tt.path, tt.role, a.Status, a.Text)
		}
		if b := s.DoReference(tt.role, "GET", "wp/v2/"+tt.path, ""); b.Text != a.Text {
			t.Errorf("%s: the dialects differ: %s", tt.path, b.Text)
		}
	}
}
