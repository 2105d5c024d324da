// Package cache holds what was made of stored data for as long as that data
// stays as it was. It is the one place where invalidation is decided; this
// comment is its explanation.
//
// # Tags
//
// A [Tag] names one thing that can change (an entry, an option) or one
// collection of things (all posts, all users). Every read of the store adds the
// tags of what it looked at to the scope of its request (package scope), also
// when it found nothing. Every write adds the tags of what it changed to its
// transaction: those of the thing, and those of each collection that the thing
// is or was in. So whatever a value was made of, some tag of its [Deps] is among
// those of any write that could make it another value.
//
// # The four caches of a process
//
// Each is made of the one before it:
//
//  1. objects: entries, terms and options by id, and sheets of the values that lists by
//     fields ask for, which are mended rather than dropped (package store);
//  2. texts: rendered titles, contents and excerpts (package view);
//  3. items: entries as they are printed in answers, for one viewer each
//     (rest.ItemCache);
//  4. answers: whole responses to anonymous callers (package httpcache).
//
// After a commit and before its writer is answered, the tags of the transaction
// are dropped from all four, in this order: an answer that is begun after its
// cache was cleared must not be made of a text that is still to be dropped.
// Whoever was told of a write therefore sees it.
//
// # Values under way
//
// A value may be made of data from before a change and be ready after it. Three
// rules keep such a value from being stored or shared:
//
//   - Whoever makes a value takes a [Ticket] before the first read. Put refuses
//     the value when one of its tags was dropped since then. The cache knows the
//     drops of the recent past only; an older ticket is refused altogether. What a
//     request reads it remembers, so its tickets are those of its beginning
//     (scope.Begin, scope.Ticket), however late it makes a value.
//   - Whoever waits for a value that another caller is making (Load) gets it
//     only when nothing at all was dropped since that one began.
//   - Inside a transaction nothing is read from a cache or put into one.
//
// # Other processes
//
// What another process changes is dropped when this one hears of it:
//
//   - The objects are used for writes too, so each request first compares the
//     state of the database with the one that they hold for (store/sqldb/objects.go).
//   - Items have the epoch of the objects in their keys (DB.Epoch), which ends
//     with a change of another process: those who are logged in read what is.
//   - Texts, items and answers follow announcements and a periodic look (store.Follow).
//     When neither can be had, they are suspended: nothing is served from them
//     and nothing stored until changes can be heard of again.
//   - A writer that must not be answered before its change is seen everywhere
//     asks the others whether they have dropped it, and waits (Tables.Heard).
//
// # Keys
//
// Tags tell when a value is dropped, the key tells for whom it is true. Whatever
// of a request a value may depend on is in its key: the target for answers
// (httpcache.Target), viewer and address for texts that depend on them (the tags
// Viewer and Address say which do). An item is made by a request that has nothing
// of the connection, and notes which parameters were looked for: one that was
// given keeps the item from being stored, and so does the tag Address.
//
// # Time and chance
//
// A value that stops being true by itself, such as a date told relative to now,
// has Deps.Expires. A value that must not be shown again has Deps.NoStore.
//
// # The contract
//
// A server with caches answers every request with the same bytes as one without.
// The tests of test/api hold it to that with random series of reads and writes,
// on both engines, with several processes on one database, and with random
// requests that differ in what no answer may depend on.
package cache
