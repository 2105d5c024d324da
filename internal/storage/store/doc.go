// Package store keeps everything a site has in SQLite or PostgreSQL. It implements what the
// domain packages declare: content.Store, taxonomy.Store, user.Store, comment.Store,
// site.OptionStore, job.Store. It joins the packages in its folder, which nobody else imports;
// each keeps one kind of thing and uses those before it:
//
//	sqldb     the database: engines, statements, transactions, what changed, objects read by id
//	options   options of the site, and its address
//	meta      further values of entries, terms, people and comments
//	dump      whole databases, for backups
//	jobs      work that is waiting
//	records   the audit log, secrets, language packs, what was put aside
//	people    accounts and how they log in
//	terms     terms of taxonomies
//	entries   entries, their texts for searching, their terms, the index of their fields
//	lists     lists of entries
//	comments  comments
//	check     what is wrong with a database
//
// Invariants:
//
//   - Each query is written once, in the SQL that both engines share, with ? for its
//     arguments. What differs is behind sqldb.Engine, and no other file asks which engine
//     runs. Only sqldb imports database/sql and drivers.
//   - Every read leaves tags in the scope of the request, every write collects the same tags,
//     and OnChange gets them after the commit and before the writer hears of it.
//   - The counters beside the entries (entry_count, term_count, term.count) are kept by
//     triggers, hence right after any write. Totals that no counter holds are counted once
//     and remembered until the collection changes (sqldb/memo.go).
//
// Start reading in sqldb/db.go and sqldb/tx.go. A list of entries goes through the package
// lists: list.go (what it takes), plan.go (how its ids are found, docs/adr/0006-list-plans.md),
// sql.go and filter.go (the plan as SQL), total.go and page.go (its total and its rows).
package store
