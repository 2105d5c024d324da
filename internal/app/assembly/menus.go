package assembly

import (
	"quoin/internal/domain/menu"
	"quoin/internal/domain/theme"
)

// placesOf are where a theme shows menus.
func placesOf(t *theme.Theme) []menu.Location {
	var out []menu.Location
	for _, p := range t.Supports.NavMenuLocations {
		out = append(out, menu.Location{Name: p.Slug, Description: p.Label})
	}
	return out
}
