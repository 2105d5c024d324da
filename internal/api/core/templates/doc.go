// Package templates is the resources core/v2/templates and
// core/v2/template-parts: what package template finds, with the ids THEME//SLUG,
// the lookup of the best template for a slug, and revisions and autosaves of
// stored templates.
//
// Start reading at resource.go.
package templates
