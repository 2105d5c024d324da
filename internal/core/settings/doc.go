// Package settings is the resource core/v2/settings: one object with what the
// administrator may change about the site.
//
// Each setting is a line of the table in settings.go: its option, its schema
// and how a new value is settled before it is stored. A stored value that
// doesn't fit the schema is answered as null.
package settings
