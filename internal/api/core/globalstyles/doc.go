// Package globalstyles is the resource core/v2/global-styles: what users
// changed of the theme's settings and styles, its revisions, what the theme
// itself says, and the theme's style variations.
//
// The changes of one theme are one entry, whose content is a theme.json
// document; the server makes it when it starts. What is stored is answered
// cleaned, so that keys nobody knows don't come back.
package globalstyles
