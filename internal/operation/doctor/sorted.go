package doctor

import (
	"bufio"
	"container/heap"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// sorter puts any number of lines in order with little memory: those that don't
// fit go to files, each in order, which are read side by side.
type sorter struct {
	folder string // "" takes the system's for temporary files
	most   int    // bytes to keep in memory
	lines  []string
	size   int
	files  []*os.File
}

// add takes a line, which has no line break.
func (s *sorter) add(line string) error {
	s.lines, s.size = append(s.lines, line), s.size+len(line)+16
	if s.size < s.most {
		return nil
	}
	return s.spill()
}

func (s *sorter) spill() error {
	f, err := os.CreateTemp(s.folder, "quoin-sort-")
	if err != nil {
		return err
	}
	// Nobody else needs its name; where it can't be taken from an open file it
	// goes with close.
	s.files = append(s.files, f)
	slices.Sort(s.lines)
	w := bufio.NewWriterSize(f, 1<<16)
	for _, line := range s.lines {
		w.WriteString(line)
		w.WriteByte('\n')
	}
	if err := w.Flush(); err != nil {
		return err
	}
	s.lines, s.size = nil, 0
	_, err = f.Seek(0, io.SeekStart)
	return err
}

// close removes the files.
func (s *sorter) close() error {
	var errs []error
	for _, f := range s.files {
		errs = append(errs, f.Close(), os.Remove(f.Name()))
	}
	s.files = nil
	return errors.Join(errs...)
}

// run is one of the sources of a merge.
type run struct {
	line string
	next func() (string, bool, error)
}

type runs []*run

func (r runs) Len() int           { return len(r) }
func (r runs) Less(i, j int) bool { return r[i].line < r[j].line }
func (r runs) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *runs) Push(x any)        { *r = append(*r, x.(*run)) }
func (r *runs) Pop() any {
	old := *r
	last := old[len(old)-1]
	*r = old[:len(old)-1]
	return last
}

// sorted begins to read the lines in byte order; the function that it returns is
// false after the last.
func (s *sorter) sorted() (func() (string, bool, error), error) {
	slices.Sort(s.lines)
	sources := []func() (string, bool, error){func() (string, bool, error) {
		if len(s.lines) == 0 {
			return "", false, nil
		}
		line := s.lines[0]
		s.lines = s.lines[1:]
		return line, true, nil
	}}
	for _, f := range s.files {
		r := bufio.NewReaderSize(f, 1<<15)
		sources = append(sources, func() (string, bool, error) {
			line, err := r.ReadString('\n')
			if errors.Is(err, io.EOF) && line == "" {
				return "", false, nil
			}
			if err != nil {
				return "", false, fmt.Errorf("temporary file: %w", err)
			}
			return strings.TrimSuffix(line, "\n"), true, nil
		})
	}
	h := &runs{}
	for _, next := range sources {
		line, ok, err := next()
		if err != nil {
			return nil, err
		}
		if ok {
			*h = append(*h, &run{line, next})
		}
	}
	heap.Init(h)
	return func() (string, bool, error) {
		if h.Len() == 0 {
			return "", false, nil
		}
		first := (*h)[0]
		line := first.line
		next, ok, err := first.next()
		switch {
		case err != nil:
			return "", false, err
		case ok:
			first.line = next
			heap.Fix(h, 0)
		default:
			heap.Pop(h)
		}
		return line, true, nil
	}, nil
}
