package sqldb

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// ChangeStampFile is the name of the stamp beside the database.
const ChangeStampFile = sqliteFile + "-stamp"

// mark is what a process leaves in a stamp: its own random name and a number
// that it never uses twice.
type mark [16]byte

// changeStamp is a small file beside a SQLite database, in which every process
// leaves a mark before and after each of its commits. Reading it tells in a
// microsecond whether another process has written, where asking the database
// takes a hundred of them.
//
// The mark before the commit is left under the database's write lock. Who sees
// it forgets what it knew; what it learns between that mark and the commit it
// forgets at the mark after it. A process that dies between the two is found
// by the look that Follow repeats.
type changeStamp struct {
	f    *os.File
	name [8]byte
	n    uint64 // of marks left; belongs to the writer
	// foreign is called when a commit finds that the last one was another
	// process's, before the mark of that is gone.
	foreign func()
}

func openChangeStamp(path string) (*changeStamp, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, privateFile) // #nosec G304 -- in the operator's data folder
	if err != nil {
		return nil, fmt.Errorf("open stamp: %w", err)
	}
	s := &changeStamp{f: f, foreign: func() {}}
	rand.Read(s.name[:])
	return s, nil
}

// read is the last mark, the zero mark in a new file.
func (s *changeStamp) read() (mark, error) {
	var m mark
	if _, err := s.f.ReadAt(m[:], 0); err != nil && !errors.Is(err, io.EOF) {
		return m, fmt.Errorf("read stamp: %w", err)
	}
	return m, nil
}

// own tells whether this process left a mark.
func (s *changeStamp) own(m mark) bool { return [8]byte(m[:8]) == s.name }

// begin leaves the mark before a commit; the writer holds the database's lock.
func (s *changeStamp) begin() error {
	m, err := s.read()
	if err != nil {
		return err
	}
	if !s.own(m) {
		s.foreign()
	}
	return s.leave()
}

// leave writes a new mark.
func (s *changeStamp) leave() error {
	s.n++
	m := append(make([]byte, 0, len(mark{})), s.name[:]...)
	if _, err := s.f.WriteAt(binary.BigEndian.AppendUint64(m, s.n), 0); err != nil {
		return fmt.Errorf("write stamp: %w", err)
	}
	return nil
}

func (s *changeStamp) close() error { return s.f.Close() }
