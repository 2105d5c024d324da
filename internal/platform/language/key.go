package language

import (
	"github.com/zeebo/xxh3"
)

// Key names a text: a digest of the reference's message id and its context.
type Key uint64

// contextMark stands between a context and an id in the files of packs.
const contextMark = "\x04"

// KeyOf is the key of a message; context is "" for none.
func KeyOf(context, id string) Key {
	if context != "" {
		id = context + contextMark + id
	}
	return Key(xxh3.HashString(id))
}
