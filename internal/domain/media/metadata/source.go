package metadata

import (
	"errors"
	"fmt"
	"io"
)

// source reads pieces of a file at given places and keeps the first error of the reader itself, so
// that parsers need only know whether the bytes are there.
type source struct {
	r    io.ReadSeeker
	size int64
	err  error
}

func newSource(r io.ReadSeeker) (*source, error) {
	size, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, fmt.Errorf("read metadata: %w", err)
	}
	return &source{r: r, size: size}, nil
}

// at returns n bytes at offset, nil if the file does not hold them all.
func (s *source) at(offset int64, n int) []byte {
	if s.err != nil || offset < 0 || n < 0 || offset > s.size-int64(n) {
		return nil
	}
	b := s.upTo(offset, n)
	if len(b) < n {
		return nil
	}
	return b
}

// upTo returns at most n bytes at offset, fewer at the end of the file.
func (s *source) upTo(offset int64, n int) []byte {
	if s.err != nil || offset < 0 || offset >= s.size {
		return nil
	}
	b := make([]byte, min(int64(n), s.size-offset))
	if _, err := s.r.Seek(offset, io.SeekStart); err != nil {
		s.err = fmt.Errorf("read metadata at %d: %w", offset, err)
		return nil
	}
	got, err := io.ReadFull(s.r, b)
	if err != nil && err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
		s.err = fmt.Errorf("read metadata at %d: %w", offset, err)
		return nil
	}
	return b[:got]
}
