package wxr

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

type token int

const (
	tokEOF token = iota
	tokStart
	tokEnd
	tokText
)

// scanner cuts a document into tags and pieces of text. Only the piece in
// hand is in memory: a long text comes as many pieces, none of which ends
// within a character, a reference or a line break.
type scanner struct {
	src    io.Reader
	srcErr error // final, io.EOF included
	limits Limits

	buf  []byte
	r, w int   // unread part of buf; buf[r:r+tok] is the current token
	tok  int   // bytes that the next call of next consumes
	base int64 // offset of buf[0] in the file
	line int   // line of buf[r]

	raw        []byte // tokText: the piece as it is in the file
	cdata      bool   // tokText: raw is from a CDATA section
	inCDATA    bool
	cdataLine  int
	name       name   // tokStart
	attrs      []attr // tokStart
	pendingEnd bool   // the end of an element written <a/> is still due
	rootSeen   bool

	open    []openElement
	names   []byte // names of the open elements, one after the other
	spaces  []binding
	repairs int
}

type openElement struct {
	nameEnd int // in scanner.names
	line    int
	spaces  int // bindings that were in force outside
}

func newScanner(src io.Reader, limits Limits) *scanner {
	return &scanner{src: src, limits: limits, line: 1, buf: make([]byte, max(128<<10, limits.TagBytes+4096))}
}

func (s *scanner) offset() int64 { return s.base + int64(s.r) }

func (s *scanner) fail(kind Kind, format string, args ...any) error {
	return &Error{Kind: kind, Line: s.line, Offset: s.offset(), Msg: fmt.Sprintf(format, args...)}
}

// advance consumes n bytes from the start of the unread part.
func (s *scanner) advance(n int) {
	s.line += bytes.Count(s.buf[s.r:s.r+n], newline)
	s.r += n
}

var newline = []byte("\n")

// more reads at least one more byte behind the unread part. It reports false
// when there is none, and then srcErr says why.
func (s *scanner) more() bool {
	if s.srcErr != nil {
		return false
	}
	if s.r > 0 {
		copy(s.buf, s.buf[s.r:s.w])
		s.base += int64(s.r)
		s.w -= s.r
		s.r = 0
	}
	for range 100 {
		n, err := s.src.Read(s.buf[s.w:])
		s.w += n
		if err != nil {
			s.srcErr = err
		}
		if n > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
	s.srcErr = io.ErrNoProgress
	return false
}

// ensure makes at least n unread bytes available if the file has them.
func (s *scanner) ensure(n int) bool {
	for s.w-s.r < n {
		if !s.more() {
			return false
		}
	}
	return true
}

// ended is the error of a file that stops where it may not.
func (s *scanner) ended(where string) error {
	if !errors.Is(s.srcErr, io.EOF) {
		return fmt.Errorf("read export near line %d: %w", s.line, s.srcErr)
	}
	return s.fail(Truncated, "the file ends %s", where)
}

// next moves to the next token. Comments and processing instructions are
// passed over.
func (s *scanner) next() (token, error) {
	s.advance(s.tok)
	s.tok = 0
	if s.pendingEnd {
		s.pendingEnd = false
		s.pop()
		return tokEnd, nil
	}
	for {
		if s.inCDATA {
			if ok, err := s.cdataPiece(); ok || err != nil {
				return tokText, err
			}
		}
		if s.r == s.w && !s.more() {
			return s.end()
		}
		if s.buf[s.r] != '<' {
			ok, err := s.textPiece()
			if ok || err != nil {
				return tokText, err
			}
			continue
		}
		tok, err := s.markup()
		if err != nil || tok != tokText {
			return tok, err
		}
	}
}

// end is what next answers when the file has no more bytes.
func (s *scanner) end() (token, error) {
	switch n := len(s.open); {
	case !errors.Is(s.srcErr, io.EOF):
		return tokEOF, s.ended("")
	case n > 0:
		return tokEOF, s.ended(fmt.Sprintf("inside <%s>, which began at line %d; expected </%[1]s>", clip(s.openName(n-1)), s.open[n-1].line))
	case !s.rootSeen:
		return tokEOF, s.fail(NotXML, "the file is empty")
	}
	return tokEOF, nil
}

// markup handles what begins with "<". It answers tokText when that was
// passed over or began a CDATA section, so that the caller goes on.
func (s *scanner) markup() (token, error) {
	s.ensure(len("<![CDATA["))
	rest := s.buf[s.r:s.w]
	switch {
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		if len(s.open) == 0 {
			return tokEOF, s.fail(Syntax, "a CDATA section stands outside of the root element")
		}
		s.advance(len("<![CDATA["))
		s.inCDATA, s.cdataLine = true, s.line
		return tokText, nil
	case bytes.HasPrefix(rest, []byte("<!--")):
		return tokText, s.skipPast("<!--", "-->", "comment")
	case bytes.HasPrefix(rest, []byte("<?")):
		return tokText, s.skipPast("<?", "?>", "processing instruction")
	case bytes.HasPrefix(rest, []byte("<!")):
		if s.ensure(len("<!DOCTYPE html")) && bytes.EqualFold(s.buf[s.r:s.r+len("<!DOCTYPE html")], []byte("<!DOCTYPE html")) {
			return tokEOF, s.fail(NotExport, "this is a web page; expected an RSS document with export elements")
		}
		rest = s.buf[s.r:s.w]
		if len(s.open) == 0 || bytes.HasPrefix(bytes.ToUpper(rest), []byte("<!DOCTYPE")) {
			return tokEOF, s.fail(Doctype, "document type and entity declarations are not accepted in an export file")
		}
		return tokEOF, s.fail(Syntax, "expected a comment or a CDATA section after \"<!\"")
	case bytes.HasPrefix(rest, []byte("</")):
		return tokEnd, s.endTag()
	}
	return tokStart, s.startTag()
}

// skipPast consumes everything from start up to and including end.
func (s *scanner) skipPast(start, end, what string) error {
	from := s.line
	s.advance(len(start))
	for {
		if i := bytes.Index(s.buf[s.r:s.w], []byte(end)); i >= 0 {
			s.advance(i + len(end))
			return nil
		}
		s.advance(max(0, s.w-s.r-len(end)+1))
		if !s.more() {
			s.advance(s.w - s.r)
			return s.ended(fmt.Sprintf("inside a %s that began at line %d; expected %q", what, from, end))
		}
	}
}
