// Package directories is the resources core/v2/block-directory/search and
// core/v2/pattern-directory/patterns: what could be had from directories
// elsewhere. A site asks none, so that the lists are empty.
package directories
