// Package shadow has a site stand before an old one, and holds what visitors get to what
// the old site sends, by byte; what is counted; and switching on several nodes.
package shadow
