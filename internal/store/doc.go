// Package store keeps everything a site has in SQLite or PostgreSQL. It is the
// only package that imports database/sql and drivers, and implements what the
// domain packages declare: content.Store, taxonomy.Store, user.Store,
// comment.Store, site.OptionStore, job.Store.
//
// Invariants:
//
//   - Each query is written once, in the SQL that both engines share, with ?
//     for its arguments. What differs is behind the engine interface, and no
//     other file asks which engine runs.
//   - Writes happen inside InTx; a write outside of one opens its own. On
//     SQLite there is one writer, which commits in groups. On PostgreSQL
//     transactions that are declared fit for it write side by side on all
//     nodes, all others alone (beside.go).
//   - Every read leaves tags in the scope of the request, every write collects
//     the same tags, and OnChange gets them after the commit and before the
//     writer hears of it.
//   - The counters beside the entries (entry_count, term_count, term.count) are
//     kept by triggers, hence right after any write. Totals that no counter
//     holds are counted once and remembered until the collection changes (see
//     memo.go).
//
// Start reading in db.go and tx.go. A list of entries goes through
// entry_list.go (what it takes), entry_plan.go (how its ids are found, see
// docs/adr/0006-list-plans.md), entry_sql.go and entry_filter.go (the plan as
// SQL), entry_total.go and entry_page.go (its total and its rows).
package store
