package oembed

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// element prints a value as an element.
func element(name string, v any) string {
	var b strings.Builder
	b.WriteString("<" + name + ">")
	switch v := v.(type) {
	case *wire.Object:
		for _, m := range v.Members() {
			b.WriteString(element(m.Key, m.Value))
		}
	case []any:
		for _, item := range v {
			b.WriteString(element("oembed", item))
		}
	case int64:
		b.WriteString(strconv.FormatInt(v, 10))
	case int:
		b.WriteString(strconv.Itoa(v))
	case wire.Text:
		b.WriteString(escaped(string(v)))
	default:
		b.WriteString(escaped(schema.ToText(v)))
	}
	b.WriteString("</" + name + ">")
	return b.String()
}

// escaped is a text, which may have entities of HTML, in an element. What isn't ASCII
// is numbered, and what XML can't hold left out.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range html.UnescapeString(text) {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '\r':
			b.WriteString("&#13;")
		case r < ' ' && r != '\t' && r != '\n', r == 0xFFFE, r == 0xFFFF, r == utf8.RuneError:
		case r >= utf8.RuneSelf:
			fmt.Fprintf(&b, "&#x%X;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// maxMembers bounds what is read of an answer.
const maxMembers = 100

var errNoAnswer = errors.New("answer isn't in the form of oEmbed")

// parseXML reads the answer of a provider: the texts of the elements right
// below the root.
func parseXML(body []byte) (*wire.Object, error) {
	dec := xml.NewDecoder(bytes.NewReader(body))
	dec.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	out, depth := &wire.Object{}, 0
	name := ""
	var text strings.Builder
	for {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth++; depth == 1 && token.Name.Local != "oembed" {
				return nil, errNoAnswer
			} else if depth == 2 {
				name = token.Name.Local
				text.Reset()
			}
		case xml.CharData:
			if depth >= 2 {
				text.Write(token)
			}
		case xml.EndElement:
			if depth == 2 && out.Len() < maxMembers {
				out.Set(name, strings.ToValidUTF8(text.String(), ""))
			}
			depth--
		}
	}
	if out.Len() == 0 {
		return nil, errNoAnswer
	}
	return out, nil
}
