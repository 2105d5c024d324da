// Package env is what the resources of core/v2 reach: the stores, services and
// settings of one running site. It is assembled once, by package app.
package env

import (
	"log/slog"

	"quoin/internal/comment"
	"quoin/internal/content"
	"quoin/internal/site"
	"quoin/internal/taxonomy"
	"quoin/internal/theme"
	"quoin/internal/user"
)

// Store is everything that is kept in the database.
type Store interface {
	content.Store
	taxonomy.Store
	user.Store
	comment.Store
	site.OptionStore
}

// Env is one running site.
type Env struct {
	Store      Store
	Site       *site.Site
	Types      *content.Types
	Taxonomies *taxonomy.Registry
	Theme      *theme.Theme
	Log        *slog.Logger
}
