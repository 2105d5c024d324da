// Package moving brings a whole site of the reference into a new one, from the tables
// that the reference keeps: accounts with their passwords, terms, entries of every
// type and status, comments, options, meta values and files, all with the ids that
// they have.
//
// Source reads the tables, of whichever server or file database/sql can open. A Mover
// reads them in batches and stores what they hold. Nothing is written on the old side.
//
// Invariants:
//   - One transaction stores a batch, and how far it came. A run that was killed goes
//     on with the next batch.
//   - Memory holds a batch, one number for each term, and the options; it doesn't grow
//     with entries, accounts and comments.
//   - Serialised values are read as data: nothing is constructed, and one that can't be
//     read is kept as the text that it is.
//   - What nobody here knows is kept as it is (Aside) and named in the report.
//   - Texts are stored as they are. They were written, and filtered, by the rules of
//     the old site; who moves a site trusts it.
//
// Start reading in mover.go.
package moving
