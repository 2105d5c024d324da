package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// lineWidth is how long a value may be that is printed on one line.
const lineWidth = 110

// node is a JSON value whose members keep their order.
type node struct {
	open    byte // '{', '[' or 0 for a plain value
	keys    []string
	values  []*node
	literal string // of a plain value; strings without quotes
	text    bool
}

func parseJSON(data []byte) (*node, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	n, err := parseNode(d)
	if err == nil && d.More() {
		err = fmt.Errorf("more than one value")
	}
	return n, err
}

func parseNode(d *json.Decoder) (*node, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case json.Delim:
		n := &node{open: byte(v)}
		for d.More() {
			if n.open == '{' {
				key, err := d.Token()
				if err != nil {
					return nil, err
				}
				n.keys = append(n.keys, key.(string))
			}
			value, err := parseNode(d)
			if err != nil {
				return nil, err
			}
			n.values = append(n.values, value)
		}
		_, err := d.Token()
		return n, err
	case string:
		return &node{literal: v, text: true}, nil
	case nil:
		return &node{literal: "null"}, nil
	default:
		return &node{literal: fmt.Sprint(v)}, nil
	}
}

// find follows a JSON pointer; nil when it leads nowhere. "-" is the last
// element of a list.
func (n *node) find(pointer string) *node {
	for _, step := range strings.Split(pointer, "/")[1:] {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		var next *node
		for i, v := range n.values {
			if n.open == '{' && n.keys[i] == step || n.open == '[' && (fmt.Sprint(i) == step || step == "-" && i == len(n.values)-1) {
				next = v
			}
		}
		if n = next; n == nil {
			return nil
		}
	}
	return n
}

// each changes every string and number, keys too.
func (n *node) each(change func(text string) string) {
	n.literal = change(n.literal)
	for i := range n.keys {
		n.keys[i] = change(n.keys[i])
	}
	for _, v := range n.values {
		v.each(change)
	}
}

// shorten leaves of heads nothing but that they are there: the scenarios of
// seo-v1 record them.
func (n *node) shorten() {
	for i, v := range n.values {
		if n.open == '{' && (n.keys[i] == "seo_head" || n.keys[i] == "seo_head_json") && v.literal != "null" {
			n.values[i] = &node{literal: "...", text: true}
			continue
		}
		v.shorten()
	}
}

// print writes a value: on one line if it fits, else each member on its own.
func (n *node) print(b *strings.Builder, indent int) {
	var line strings.Builder
	n.compact(&line)
	if n.open == 0 || len(n.values) == 0 || line.Len()+indent <= lineWidth {
		b.WriteString(line.String())
		return
	}
	pad := strings.Repeat(" ", indent+2)
	b.WriteByte(n.open)
	for i, v := range n.values {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n" + pad)
		if n.open == '{' {
			b.WriteString(quote(n.keys[i]) + ": ")
		}
		v.print(b, indent+2)
	}
	b.WriteString("\n" + pad[:indent] + string(n.open+2)) // ']' and '}' follow their openings by two
}

func (n *node) compact(b *strings.Builder) {
	switch {
	case n.open == 0 && n.text:
		b.WriteString(quote(n.literal))
	case n.open == 0:
		b.WriteString(n.literal)
	default:
		b.WriteByte(n.open)
		for i, v := range n.values {
			if i > 0 {
				b.WriteString(", ")
			}
			if n.open == '{' {
				b.WriteString(quote(n.keys[i]) + ": ")
			}
			v.compact(b)
		}
		b.WriteByte(n.open + 2)
	}
}

func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // strings can always be printed
	}
	return strings.TrimSuffix(b.String(), "\n")
}
