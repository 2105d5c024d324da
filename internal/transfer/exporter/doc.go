// Package exporter writes a site into an export file (WXR) that Quoin and the reference's
// importer take: authors, terms of all taxonomies with meta, entries of all types, also
// declared ones, with meta, terms, comments and the addresses of files, menus, and title,
// tagline and language.
//
// Revisions and drafts that nobody saved aren't in it, nor is what the format has no place
// for: passwords, roles, settings, widgets, what extensions keep.
//
// Invariant: memory holds a batch of entries with their comments, and the ids of all.
package exporter
