// Package backup writes a whole site into one file and brings it back, on either
// database and either kind of media storage.
//
// A backup is a ZIP file:
//
//	tables/NAME.jsonl   the rows of a table, see store.Dump
//	media/KEY           an uploaded file
//	data/PATH           another file of the data folder, such as one of a theme
//	backup.json         the Manifest, which is written last
//
// With a place for media of its own, uploaded files stand there under the
// SHA-256 of their bytes instead, so that a file which several backups have is
// stored once. A backup holds keys and digests of passwords: it is as secret as
// the site.
package backup
