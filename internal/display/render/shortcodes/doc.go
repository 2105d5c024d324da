// Package shortcodes holds the classic shortcodes that every site has:
// caption, gallery, audio, video, playlist and embed.
//
// Each is a render.Shortcode and reads only its Context. Numbers in ids count
// within one rendering.
//
// Invariants: no shortcode fails on any attributes; what is missing or may
// not be seen shows nothing, or a plain link when an address was given.
package shortcodes
