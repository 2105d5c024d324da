package metadata

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
)

// Member is one named value of Details: string, bool, int64, float64 or Details.
type Member struct {
	Name  string
	Value any
}

// Details are the members of a file's stored description, in the order they are printed.
type Details []Member

// Get returns the value of a name, nil if there is none.
func (d Details) Get(name string) any {
	for _, m := range d {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

func (d *Details) add(name string, value any) { *d = append(*d, Member{name, value}) }

// addText leaves out empty text.
func (d *Details) addText(name, value string) {
	if value != "" {
		d.add(name, value)
	}
}

// addNumber prints whole numbers as such and leaves out what is not positive.
func (d *Details) addNumber(name string, v float64) {
	switch {
	case !(v > 0) || math.IsInf(v, 0):
	case v == math.Trunc(v) && v < 1<<53:
		d.add(name, int64(v))
	default:
		d.add(name, v)
	}
}

// MarshalJSON writes an object with the members in order.
func (d Details) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range d {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(m.Name)
		if err != nil {
			return nil, fmt.Errorf("name %q: %w", m.Name, err)
		}
		value, err := json.Marshal(m.Value)
		if err != nil {
			return nil, fmt.Errorf("member %q: %w", m.Name, err)
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
