package wxr

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// source hands the file on as UTF-8 and counts the bytes read from it.
type source struct {
	file    io.Reader
	text    io.Reader // file as UTF-8, without a byte order mark
	read    int64     // bytes read from file
	skipped int64     // length of a UTF-8 byte order mark
	foreign bool      // text is a conversion, so offsets in it are not those of the file
}

// Read reads from the file and counts.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.file.Read(p)
	s.read += int64(n)
	return n, err
}

var declaredEncoding = regexp.MustCompile(`^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']`)

// headBytes is how much of a file is looked at to find its encoding.
const headBytes = 1024

func openSource(file io.Reader) (*source, error) {
	s := &source{file: file}
	head := make([]byte, headBytes)
	n, err := io.ReadFull(s, head)
	head = head[:n]
	var rest io.Reader = s
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF) && n < headBytes:
		// ReadFull words the end of a short file this way; a reader that
		// fails with the same error will do so again.
	case err != nil:
		rest = failingReader{err}
	}
	raw := io.MultiReader(bytes.NewReader(head), rest)

	var enc encoding.Encoding
	switch {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return nil, &Error{Kind: NotXML, Line: 1, Msg: "the file is compressed with gzip; unpack it first"}
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return nil, &Error{Kind: NotXML, Line: 1, Msg: "the file is a ZIP archive; unpack it first"}
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		s.skipped = 3
		s.text = io.MultiReader(bytes.NewReader(head[3:]), rest)
		return s, nil
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		enc = unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)
	default:
		m := declaredEncoding.FindSubmatch(head)
		if m == nil {
			s.text = raw
			return s, nil
		}
		label := strings.ToLower(string(m[1]))
		// The declaration could be read, so it is no UTF-16 whatever it says.
		if label == "us-ascii" || strings.HasPrefix(label, "utf") {
			s.text = raw
			return s, nil
		}
		if enc, err = htmlindex.Get(label); err != nil {
			return nil, &Error{Kind: Encoding, Line: 1, Msg: "the declaration names the character encoding " + label + "; expected UTF-8 or another known one"}
		}
	}
	s.foreign = true
	s.text = enc.NewDecoder().Reader(raw)
	return s, nil
}

type failingReader struct{ err error }

// Read always fails with the error.
func (r failingReader) Read([]byte) (int, error) { return 0, r.err }
