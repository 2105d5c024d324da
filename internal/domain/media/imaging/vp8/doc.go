// Package vp8 writes images in the lossy WebP format: one VP8 key frame (RFC 6386) in luma and
// subsampled chroma, with an alpha plane beside it if there is one.
//
// The encoder predicts whole macroblocks from their neighbours, quantizes uniformly, adapts the token
// probabilities to the image and writes one token partition. It does without the finer tools of the
// format (4x4 prediction, segments, rate-distortion search), which makes it small and quick; files come
// out somewhat larger than those of the best encoders at the same fidelity.
package vp8
