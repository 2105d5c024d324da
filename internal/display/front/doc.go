// Package front is the public site: it answers requests for pages with HTML, and
// those of programs with feeds, sitemaps and the like.
//
// A request goes four ways. Reading (rules.go, input.go) matches the address
// with the forms that follow from the structure of the site's addresses: path
// and query together say what is asked for. Resolving (resolve.go, list.go)
// finds what that is: an entry, a list of entries, or nothing. An address that
// isn't the usual one leads there (canonical.go); one that means nothing leads
// to what it probably means (lost.go). The answer is the best template of the
// theme for the place, rendered by package render with what was found as its
// main query, inside an HTML document (page.go, head.go, classes.go), or a feed
// (feed.go), a card for other sites (card.go), a sitemap (sitemap.go). It is
// kept for everybody until something that it was made of changes (front.go).
//
// Invariants: nothing here writes; everybody is shown what an anonymous caller may see,
// whoever asks; only finished pages of status 200 are kept; scripts run only
// when they stand in the page as it was made here (policy.go).
package front
