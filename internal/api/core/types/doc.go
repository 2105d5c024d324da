// Package types is the resource core/v2/types: the types of entries that the
// API shows, keyed by name.
package types
