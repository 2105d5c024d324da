// Package render turns the stored markup of an entry into the HTML shown to
// visitors.
//
// Rendering is pure: everything it knows about the site comes through a
// Source, including the time, so the same answers give the same HTML. It
// never reaches the network or the database by itself and keeps no state
// between calls.
//
// A Renderer is built once from a table of blocks (package blocks) and a
// table of shortcodes (package shortcodes) and may be used concurrently. The
// order of the steps is the list in pipeline.go.
//
// Invariants: rendering never panics on any content, nests at most MaxNesting
// synced patterns, parts or queried entries, and takes time roughly linear in
// what it reads.
package render
