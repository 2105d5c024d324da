// Package keep keeps finished answers together with what they were made of,
// and drops exactly those that a change concerns.
//
// An answer is made of what its request read; package scope collects that as
// tags. A write tells the tags of what it changed after its commit and before
// the writer gets its answer (Drop), so everyone reads their own writes. Two
// rules keep an answer that was being made meanwhile from being kept stale:
//
//   - Who makes an answer takes a Ticket first. Put refuses the answer when any
//     of its tags was dropped since.
//   - Who waits for an answer that another one is making gets it only when
//     nothing at all was dropped since that one began; else it makes its own.
//
// The cache is bounded by bytes; what was least recently used goes first.
package keep
