// Package wxr reads export files in the WXR format (an RSS document with
// extra elements, versions 1.0 to 1.2) as a stream of typed records.
//
//	r := wxr.NewReader(file)
//	r.TypeName = names.Seed
//	for {
//		item, err := r.Next()
//		if err == io.EOF {
//			break
//		}
//		...
//		switch item := item.(type) {
//		case *wxr.Entry:
//		}
//	}
//
// Records come in the order of the file: one *Site first, then *Author,
// *Category, *Tag, *Term and *Entry values as they stand there. The package
// writes nothing and knows no database.
//
// Invariants:
//   - No more than one record is held at a time, and Limits bounds its size,
//     so the memory used does not depend on the length of the file.
//   - No input makes the reader panic or loop. The first error is final, is an
//     *Error that names the line, and is returned again by every later call.
//   - Document type declarations are refused, so no entity can expand to more
//     than the character it names.
//   - Text handed out is valid UTF-8 free of the characters that XML forbids.
//     Prose (titles excepted) is otherwise exactly what the file says, layout
//     around a CDATA section included.
//
// The scanner is our own and not encoding/xml, because the latter buffers a
// text of any length before its caller can refuse it, fails at the stray
// control characters and ampersands that real exports contain, and reads
// several times more slowly.
package wxr
