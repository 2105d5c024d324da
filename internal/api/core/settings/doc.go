// Package settings is the resource core/v2/settings: one object with what the
// administrator may change about the site.
//
// The settings are the options that site declares as such, and those of extensions. A
// stored value that doesn't fit its schema is answered as null.
package settings
