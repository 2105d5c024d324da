// Package content describes entries, the post-like objects of a site, with
// the rules of their life: types, statuses, dates, slugs, revisions, trash,
// and who may do what. Service is the only writer of entries.
//
// The package knows no database: it declares the Store it needs.
package content
