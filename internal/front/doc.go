// Package front is the public site: it answers requests for pages with HTML.
//
// A request goes three ways. Resolving (resolve.go, archive.go) finds what an
// address means: an entry, a list of entries, or nothing; an address that isn't
// the usual one of what it means leads there. The page (page.go, head.go) is the
// best template of the theme for it, rendered by package render with what was
// found as its main query, inside an HTML document. The answer (front.go) is
// kept for everybody until something that it was made of changes.
//
// Invariants: nothing here writes; everybody is shown what a stranger may see,
// whoever asks; only finished pages of status 200 are kept; scripts run only
// when they stand in the page as it was made here (policy.go).
package front
