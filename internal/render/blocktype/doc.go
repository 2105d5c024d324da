// Package blocktype knows the block types whose markup the server completes:
// their attributes with types and defaults, the supports they declare and the
// context they provide. The facts are in types.json.
package blocktype
