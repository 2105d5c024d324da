package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// MaxDepth bounds how deep a decoded document may nest.
const MaxDepth = 512

// ErrDepth is returned for documents that nest deeper than MaxDepth.
var ErrDepth = errors.New("nested too deeply")

// Decode reads one JSON document and keeps the order of members. Integers that
// fit become int64, other numbers float64. Of a key given twice the last value
// counts.
func Decode(data []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := decodeValue(dec, 0)
	if err != nil {
		return nil, fmt.Errorf("decode JSON: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("decode JSON: text after the document")
	}
	return v, nil
}

func decodeValue(dec *json.Decoder, depth int) (any, error) {
	token, err := dec.Token()
	if err != nil {
		if err == io.EOF {
			return nil, io.ErrUnexpectedEOF
		}
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		if depth >= MaxDepth {
			return nil, ErrDepth
		}
		if t == '[' {
			return decodeList(dec, depth)
		}
		return decodeObject(dec, depth)
	case json.Number:
		return decodeNumber(string(t))
	}
	return token, nil
}

func decodeNumber(s string) (any, error) {
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return i, nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return nil, err
	}
	if math.IsInf(f, 0) {
		f = math.Copysign(math.MaxFloat64, f)
	}
	return f, nil
}

func decodeList(dec *json.Decoder, depth int) (any, error) {
	list := []any{}
	for dec.More() {
		v, err := decodeValue(dec, depth+1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := dec.Token()
	return list, err
}

func decodeObject(dec *json.Decoder, depth int) (any, error) {
	o := &Object{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		v, err := decodeValue(dec, depth+1)
		if err != nil {
			return nil, err
		}
		o.Set(key.(string), v)
	}
	_, err := dec.Token()
	return o, err
}
