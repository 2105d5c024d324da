// Package media stores uploaded files: it chooses their names, keeps them in
// the blob store together with the sub-sizes of images, and describes them
// as the details of an attachment are stored.
//
// It knows no database. A caller that adds an attachment does so in this order:
//
//	folder, err := service.Folder(ctx, "2026/11", claimed)
//	name := folder.Unique(wanted)       // may be remembered before any byte is written
//	stored, err := service.Ingest(ctx, media.Upload{Key: "2026/11/" + name, ...})
//	// commit the row of the attachment with stored.File and stored.Details,
//	// or else:
//	service.Remove(ctx, stored.Keys)
//
// Invariants:
//   - Files come before rows, so that no row names a file that isn't there.
//   - Ingest replaces whatever has the names it writes: doing the same twice
//     leaves the same files as doing it once.
//   - When Ingest fails, nothing that it wrote is left.
package media
