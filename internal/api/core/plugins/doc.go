// Package plugins is the resource core/v2/plugins: the extensions of the site.
// Extensions are parts of the program, so that installing and removing one
// means to show it or not; nothing is downloaded and no file is deleted.
package plugins
