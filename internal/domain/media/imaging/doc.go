// Package imaging turns the bytes of one image into the bytes of its sub-sizes and edited copies.
//
// It is pure computation: no files, no database, no knowledge of attachments. An image is a set of
// 8-bit planes. JPEG and lossy WebP stay in the luma and chroma planes they are stored in, so that a
// sub-size of a photograph never passes through RGB; the other formats become colour planes with
// premultiplied alpha. One resampler works on all of them: separable, fixed point, Lanczos with three
// lobes.
//
// Invariants:
//   - Nothing is decoded before its header has been read and found within Limits (Probe).
//   - Decode takes its memory from a Gate and holds it until Image.Close; whoever holds the Gate
//     bounds the memory and the processors that all images together may use.
//   - A sub-size has the format of its source and exactly the dimensions Size.Place gives.
//   - Bad input is one of ErrUnknownFormat, ErrUnsupported, ErrTooLarge and ErrCorrupt.
//
// Start reading at size.go (which pixels go where), then image.go, resample.go and subsizes.go.
package imaging
