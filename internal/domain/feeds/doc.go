// Package feeds reads the feeds of other sites that pages show: RSS, Atom and
// RDF.
//
// What a feed said is kept in the database for some hours. Whoever shows one gets what
// is kept; a fetch runs beside and is waited for only when nothing is kept, and not
// for long. A feed that fails keeps its last items. What one feed may
// cost is bounded: its bytes, its time, its items, and how many are fetched at once.
package feeds
