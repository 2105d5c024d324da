// Package media is the resource core/v2/media: attachments, each an entry with
// a file in the blob store.
//
// Writing a file and writing its row are two things that can't be one. The
// order is always the same: the file first, under a name that nobody has, then
// the row in one transaction; when that fails, the file goes again. Removing is
// the other way round. So no row names a file that isn't there, and what a
// failure can leave is at worst a file without a row.
//
// Nothing here decides how images are processed or what files are called;
// that is package media of the domain. Start reading at media.go, then
// upload.go.
package media
