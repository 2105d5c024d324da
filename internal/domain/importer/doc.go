// Package importer brings the content of an export file (see package wxr) into
// a site: accounts, terms, entries with their meta, terms and comments, and
// the files of attachments.
//
// A run has three parts. First the whole file is read, so that one that is
// broken is refused before anything is written. Then its records are written
// in batches, in the order of the file; when that has authors or terms behind
// entries, those come first. At the end come the references that
// had to wait: parents and menu items that stood further back, addresses of
// files, featured images.
//
// Invariants:
//   - One transaction writes a batch with everything that belongs to its
//     entries, and what the journal (package journal) has to know of it. So a
//     run that was killed left complete entries, and the next run goes on
//     exactly where it stopped, down to the ids.
//   - An entry that an import brought in before, from the same file or another
//     export of the same site, is recognised by what it was in the file. Any
//     other is skipped when one of the same type, title and date is there.
//   - Files are written before the rows that name them, under names that were
//     claimed in the journal before. Files of rows that could not be committed
//     are removed.
//   - Memory doesn't grow with the file, except for one number for each author
//     and each term of it, and the names of terms that stand before their
//     parents.
//   - No parents go in a circle, whatever the file says.
//
// Start reading in importer.go and batch.go; finish.go is the last part.
package importer
