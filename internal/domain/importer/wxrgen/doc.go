// Package wxrgen writes synthetic export files of any size for tests and
// benchmarks. The same Options give the same bytes on every machine; the file
// is written as it is made and never held in memory.
//
// Relations hold: parents exist and come before their children, posts name
// only terms, authors and attachments of the same file, ids are unique, and
// comments answer earlier comments of the same post.
package wxrgen
