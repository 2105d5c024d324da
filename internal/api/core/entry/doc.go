// Package entry is what the post-like resources of core/v2 share: posts,
// pages, media, blocks, navigation, menu items, templates.
//
// A resource is a Resource value: its type, the fields it HAS (each a function
// of Fields), and where it differs, a function in one of the optional members.
// Nothing is ever taken away: what a resource doesn't list it doesn't have.
// Routes makes its routes, with revisions and autosaves where the type
// supports them.
//
// Start reading at resource.go.
package entry
