package wxr

import "fmt"

// Kind says what is wrong with a file, so that callers can word advice.
type Kind int

// The kinds of Error.
const (
	NotXML    Kind = iota + 1 // the file does not begin like an XML document
	Syntax                    // the markup is broken
	Truncated                 // the file ends before the document does
	NotExport                 // XML, but not an export file
	Version                   // an export file of a version this package does not read
	Doctype                   // a document type declaration, which is never accepted
	TooLarge                  // one of the Limits is exceeded
	BadValue                  // a field holds what it cannot hold, such as letters in an id
	Encoding                  // the declared character encoding is unknown
)

var kindNames = [...]string{
	NotXML: "not XML", Syntax: "broken markup", Truncated: "truncated file", NotExport: "not an export file",
	Version: "unknown export version", Doctype: "document type refused", TooLarge: "too large",
	BadValue: "bad value", Encoding: "unknown encoding",
}

// String returns a short English name of k.
func (k Kind) String() string {
	if k < 1 || int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", int(k))
	}
	return kindNames[k]
}

// Error is the error of every file that cannot be read. Failures of the
// underlying io.Reader are not of this type but wrap the reader's error.
type Error struct {
	Kind   Kind
	Line   int    // line of the file, from 1, where the trouble was met
	Offset int64  // byte offset of that place, see Reader.Offset
	Msg    string // what was found and what was expected
}

// Error returns the kind, the line and the message.
func (e *Error) Error() string {
	return fmt.Sprintf("%s at line %d: %s", e.Kind, e.Line, e.Msg)
}
