// Package types is the resource core/v2/types: the types of entries that the
// API shows, keyed by name. What a type may do comes from package content; its
// words and its place in editors are the table in names.go.
package types
