// Package themes is the resource core/v2/themes: the theme of the site. A site
// has one theme, the active one; there is nothing to switch to.
package themes
