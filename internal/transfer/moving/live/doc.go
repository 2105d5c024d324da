// Package live reads a running site of the reference by its REST API, as an administrator,
// into tables like those that the reference keeps. Package moving reads these as it reads
// those of a database, so there is one way by which a site moves in.
//
// A Mirror is the tables, in a file that stays: it knows what was read and what of that the
// site here hasn't got yet. A Reader fills it.
//
// Invariants:
//   - What one answer brought is stored in one transaction with how far the reading came,
//     so a reading that was killed goes on.
//   - A later reading tells exactly what is new, changed or gone. What isn't in a list any
//     more is asked for by its id before it counts as gone.
//   - The old side is only read, by a bounded number of requests at a time and in a second,
//     and is left alone for a while when it says that it is busy.
//   - What the old side says is taken for text and numbers; answers and lists are bounded.
//
// Start reading in reader.go.
package live
