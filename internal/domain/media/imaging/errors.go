package imaging

import (
	"errors"
	"fmt"
)

// The ways in which bytes can fail to be a usable image. Every error about the content of a
// image wraps exactly one of them.
var (
	// ErrUnknownFormat: the bytes begin like no image this package knows.
	ErrUnknownFormat = errors.New("not a known image format")
	// ErrUnsupported: a known format, but one (or a variant of one) whose pixels cannot be read or
	// written here. Its Header may still be known.
	ErrUnsupported = errors.New("image format cannot be processed")
	// ErrTooLarge: the header asks for more pixels, frames or bytes than Limits allow.
	ErrTooLarge = errors.New("image is too large")
	// ErrCorrupt: the header or the pixel data is damaged or cut short.
	ErrCorrupt = errors.New("image is damaged")
)

func corrupt(format Format, err error) error {
	return fmt.Errorf("%w: %s: %w", ErrCorrupt, format, err)
}

func corruptf(format Format, text string, args ...any) error {
	return corrupt(format, fmt.Errorf(text, args...))
}
