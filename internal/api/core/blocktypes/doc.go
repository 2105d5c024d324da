// Package blocktypes is the resources core/v2/block-types and
// core/v2/block-renderer: what editors need to know of the block types, and
// single dynamic blocks as they are shown.
//
// The types are those of package blocktype; a member that isn't there has the
// default of fields.go.
package blocktypes
