package wxr

import (
	"bytes"
	"strconv"
)

// charge adds n to the cost of the record in hand.
func (r *Reader) charge(n int) error {
	r.size += n
	if r.size > r.Limits.ItemBytes {
		return r.s.fail(TooLarge, "the record that begins at line %d is larger than %d bytes", r.itemLine, r.Limits.ItemBytes)
	}
	return nil
}

// read collects the text of the current element in r.text.
func (r *Reader) read() error {
	r.text = r.text[:0]
	for {
		tok, err := r.s.next()
		if err != nil {
			return err
		}
		switch tok {
		case tokEnd:
			return r.charge(len(r.text))
		case tokStart:
			n := len(r.s.open)
			return r.s.fail(Syntax, "found <%s> in the text of <%s>; expected &lt; or a CDATA section",
				clip(r.s.openName(n-1)), clip(r.s.openName(n-2)))
		}
		r.text = r.s.appendText(r.text)
		if len(r.text) > r.Limits.FieldBytes {
			return r.s.fail(TooLarge, "the text of <%s> is longer than %d bytes", clip(r.s.openName(len(r.s.open)-1)), r.Limits.FieldBytes)
		}
		if r.size+len(r.text) > r.Limits.ItemBytes {
			return r.charge(len(r.text))
		}
	}
}

// prose reads the current element as text, blanks at its ends included.
func (r *Reader) prose(to *string) error {
	if err := r.read(); err != nil {
		return err
	}
	*to = string(r.text)
	return nil
}

// str reads the current element as text without blanks at its ends.
func (r *Reader) str(to *string) error {
	if err := r.read(); err != nil {
		return err
	}
	*to = string(bytes.TrimSpace(r.text))
	return nil
}

// name reads the current element as the name of a type, taxonomy or meta key.
func (r *Reader) name(to *string) error {
	if err := r.str(to); err != nil {
		return err
	}
	*to = r.translate(*to)
	return nil
}

func (r *Reader) translate(name string) string {
	if r.TypeName == nil || name == "" {
		return name
	}
	return r.TypeName(name)
}

// number reads the current element as a whole number; nothing counts as 0.
func (r *Reader) number(to *int64) error {
	line, field := r.s.line, clip(r.s.openName(len(r.s.open)-1))
	if err := r.read(); err != nil {
		return err
	}
	digits := bytes.TrimSpace(r.text)
	*to = 0
	if len(digits) == 0 {
		return nil
	}
	n, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil {
		return &Error{Kind: BadValue, Line: line, Offset: r.Offset(), Msg: "<" + field + "> holds \"" + clip(digits) + "\"; expected a whole number"}
	}
	*to = n
	return nil
}
