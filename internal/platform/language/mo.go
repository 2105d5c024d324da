package language

import (
	"encoding/binary"
	"errors"
	"strings"
)

const moMagic = 0x950412de

var errMO = errors.New("it isn't a compiled catalogue, or was cut off")

func readMO(p *Pack, data []byte) error { return Compiled(data, p.message) }

// Compiled tells the messages of a compiled catalogue (.mo): ids with their contexts and
// plurals, and forms divided by zero bytes, as they stand there. It is read here rather
// than by a library because the kept ones take what is broken without a word, and all that
// is needed is one table.
func Compiled(data []byte, tell func(id, text string) error) error {
	if len(data) < 28 {
		return errMO
	}
	var order binary.ByteOrder = binary.LittleEndian
	if order.Uint32(data) != moMagic {
		if order = binary.BigEndian; order.Uint32(data) != moMagic {
			return errMO
		}
	}
	count, from, to := order.Uint32(data[8:]), order.Uint32(data[12:]), order.Uint32(data[16:])
	if count > maxTexts {
		return errMO
	}
	piece := func(table, i uint32) (string, bool) {
		at := uint64(table) + uint64(i)*8
		if at+8 > uint64(len(data)) {
			return "", false
		}
		size, start := uint64(order.Uint32(data[at:])), uint64(order.Uint32(data[at+4:]))
		if size > maxText || start+size > uint64(len(data)) {
			return "", false
		}
		return string(data[start : start+size]), true
	}
	for i := range count {
		id, ok := piece(from, i)
		text, also := piece(to, i)
		if !ok || !also {
			return errMO
		}
		if err := tell(id, text); err != nil {
			return err
		}
	}
	return nil
}

// message takes a message as compiled catalogues and those in PHP have it: an id with its
// context, and the forms divided by zero bytes. The one without an id is the header.
func (p *Pack) message(id, text string) error {
	if id == "" {
		return p.header(text)
	}
	id, _, _ = strings.Cut(id, "\x00") // the id of the plural follows
	return p.add(id, strings.Split(text, "\x00"))
}
