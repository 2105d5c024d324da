package sqldb

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlitelib "modernc.org/sqlite/lib"
)

// The trigram index has which texts have three letters, not where. Yet SQLite tells it of each
// place in a text, of which three quarters repeat one that came before, and the index looks
// each up among all that it has gathered: half of the work for a text. Here a text's repeated
// trigrams are left out, and where all letters are of one byte, as mostly, they are made here
// too. The others are SQLite's own, under the name of its tokenizer, so that what the file
// says of its index stays true, and other programs read it.

// trigramTokenizer is the name of the tokenizer.
const trigramTokenizer = "trigram"

// tellOnce has all databases that are opened from then on leave out repeated trigrams.
var tellOnce = sync.OnceValue(func() error {
	if _, err := systemTokenizer(); err != nil {
		return err
	}
	tls := libc.NewTLS()
	defer tls.Close()
	if rc := sqlitelib.Xsqlite3_auto_extension(tls, function(replaceTokenizer)); rc != sqlitelib.SQLITE_OK {
		return errors.New("sqlite takes no extension")
	}
	return nil
})

// systemTokenizer are the functions of SQLite's own tokenizer, the same for all databases.
var systemTokenizer = sync.OnceValues(func() (t sqlitelib.Tfts5_tokenizer, err error) {
	tls := libc.NewTLS()
	defer tls.Close()
	name, err := libc.CString(":memory:")
	if err != nil {
		return t, err
	}
	defer libc.Xfree(tls, name)
	at := tls.Alloc(8)
	defer tls.Free(8)
	rc := sqlitelib.Xsqlite3_open_v2(tls, name, at, sqlitelib.SQLITE_OPEN_READWRITE|sqlitelib.SQLITE_OPEN_MEMORY, 0)
	db := *(*uintptr)(pointer(at))
	defer sqlitelib.Xsqlite3_close(tls, db)
	if rc == sqlitelib.SQLITE_OK {
		rc = tokenizers(tls, db, func(api *sqlitelib.Tfts5_api, name, at uintptr) int32 {
			context := at + unsafe.Sizeof(t)
			rc := called[findFunc](api.FxFindTokenizer)(tls, uintptr(unsafe.Pointer(api)), name, context, at)
			t = *(*sqlitelib.Tfts5_tokenizer)(pointer(at))
			return rc
		})
	}
	if rc != sqlitelib.SQLITE_OK {
		return t, fmt.Errorf("sqlite has no tokenizer %s: error %d", trigramTokenizer, rc)
	}
	return t, nil
})

// replaceTokenizer is called for each database that is opened.
func replaceTokenizer(tls *libc.TLS, db, _, _ uintptr) int32 {
	return tokenizers(tls, db, func(api *sqlitelib.Tfts5_api, name, at uintptr) int32 {
		t, err := systemTokenizer()
		if err != nil {
			return sqlitelib.SQLITE_ERROR
		}
		// What makes it stays SQLite's, by which it knows that it may look patterns up.
		t.FxTokenize = function(tokenizeOnce)
		*(*sqlitelib.Tfts5_tokenizer)(pointer(at)) = t
		return called[createFunc](api.FxCreateTokenizer)(tls, uintptr(unsafe.Pointer(api)), name, 0, at, 0)
	})
}

// tokenizers calls fn with what SQLite offers to those who extend the full-text search of a
// database, the tokenizer's name, and 32 bytes of memory.
func tokenizers(tls *libc.TLS, db uintptr, fn func(api *sqlitelib.Tfts5_api, name, at uintptr) int32) int32 {
	texts := make([]uintptr, 3)
	for i, s := range []string{"SELECT fts5(?1)", "fts5_api_ptr", trigramTokenizer} {
		text, err := libc.CString(s)
		if err != nil {
			return sqlitelib.SQLITE_NOMEM
		}
		defer libc.Xfree(tls, text)
		texts[i] = text
	}
	at := tls.Alloc(32)
	defer tls.Free(32)
	stmt, api := (*uintptr)(pointer(at)), (*uintptr)(pointer(at+8))
	*api = 0
	if rc := sqlitelib.Xsqlite3_prepare_v2(tls, db, texts[0], -1, at, 0); rc != sqlitelib.SQLITE_OK {
		return rc
	}
	sqlitelib.Xsqlite3_bind_pointer(tls, *stmt, 1, at+8, texts[1], 0)
	sqlitelib.Xsqlite3_step(tls, *stmt)
	if rc := sqlitelib.Xsqlite3_finalize(tls, *stmt); rc != sqlitelib.SQLITE_OK {
		return rc
	}
	if *api == 0 {
		return sqlitelib.SQLITE_ERROR
	}
	return fn((*sqlitelib.Tfts5_api)(pointer(*api)), texts[2], at)
}

type (
	findFunc     = func(tls *libc.TLS, api, name, context, tokenizer uintptr) int32
	createFunc   = func(tls *libc.TLS, api, name, context, tokenizer, destroy uintptr) int32
	tokenizeFunc = func(tls *libc.TLS, tokenizer, to uintptr, flags int32, text uintptr, n int32, token uintptr) int32
	tokenFunc    = func(tls *libc.TLS, to uintptr, flags int32, token uintptr, n, start, end int32) int32
)

const (
	// letters is the most bytes of a trigram: three letters of four.
	letters = 12
	// placeBits make places for some times as many trigrams as a usual text has.
	placeBits = 12
)

// seen are trigrams of one text that were told of. A place is taken by whichever came last: one
// that is told twice does no harm. What is left out depends on the text alone, since the index
// counts what it is told to add and to remove.
type seen struct {
	last  [1 << placeBits]trigram
	next  [letters]byte
	to    uintptr // whom SQLite's tokenizer would have told, and by which function
	token tokenFunc
}

// trigram is the bytes of three letters.
type trigram struct {
	low  uint64
	high uint32
}

var scratch = sync.Pool{New: func() any { return new(seen) }}

// tokenizeOnce tells of the trigrams of a text, each once. What is searched for is left to SQLite.
func tokenizeOnce(tls *libc.TLS, tokenizer, to uintptr, flags int32, text uintptr, n int32, token uintptr) int32 {
	system, err := systemTokenizer()
	if err != nil {
		return sqlitelib.SQLITE_ERROR
	}
	tokenize := called[tokenizeFunc](system.FxTokenize)
	if flags&sqlitelib.FTS5_TOKENIZE_DOCUMENT == 0 || n <= 0 {
		return tokenize(tls, tokenizer, to, flags, text, n, token)
	}
	s := scratch.Get().(*seen)
	clear(s.last[:])
	s.to, s.token = to, called[tokenFunc](token)
	folds := (*sqlitelib.TTrigramTokenizer)(pointer(tokenizer))
	rc := int32(sqlitelib.SQLITE_OK)
	all := unsafe.Slice((*byte)(pointer(text)), int(n))
	for part := range parts(all, folds.FbFold != 0 && folds.FiFoldParam == 0) {
		if part.plain {
			rc = s.tellPlain(tls, all[part.from:part.to])
		} else {
			rc = tokenize(tls, tokenizer, uintptr(unsafe.Pointer(s)), flags, text+uintptr(part.from), int32(part.to-part.from), function(tellNew))
		}
		if rc != sqlitelib.SQLITE_OK {
			break
		}
	}
	runtime.KeepAlive(s)
	scratch.Put(s)
	return rc
}

// textPart is a part of a text whose trigrams are told of together.
type textPart struct {
	from, to int
	plain    bool // all letters are ASCII
}

// plainLeast is from how many letters on a plain part is worth being one.
const plainLeast = 16

// parts are such that each trigram of the text is in one: those that aren't plain begin two
// letters before, and end two letters after, where the next to them are plain. SQLite leaves
// zero bytes out, so they aren't plain.
func parts(text []byte, plain bool) func(yield func(textPart) bool) {
	return func(yield func(textPart) bool) {
		other := 0 // where what isn't plain begins
		for i := 0; plain && i < len(text); {
			from := i
			for i < len(text) && text[i] != 0 && text[i] < 0x80 {
				i++
			}
			if i-from >= plainLeast {
				if from > 0 && !yield(textPart{from: other, to: from + 2}) || !yield(textPart{from, i, true}) {
					return
				}
				other = i - 2
			}
			for i < len(text) && (text[i] == 0 || text[i] >= 0x80) {
				i++
			}
		}
		if len(text)-other > 2 || other == 0 {
			yield(textPart{from: other, to: len(text)})
		}
	}
}

// tellPlain tells of the trigrams of a part of ASCII.
func (s *seen) tellPlain(tls *libc.TLS, part []byte) int32 {
	a, b := lower(part[0]), lower(part[1])
	for _, c := range part[2:] {
		c = lower(c)
		if t := (trigram{low: uint64(a) | uint64(b)<<8 | uint64(c)<<16}); s.add(t) {
			s.next[0], s.next[1], s.next[2] = a, b, c
			if rc := s.token(tls, s.to, 0, uintptr(unsafe.Pointer(&s.next)), 3, 0, 0); rc != sqlitelib.SQLITE_OK {
				return rc
			}
		}
		a, b = b, c
	}
	return sqlitelib.SQLITE_OK
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// tellNew passes on what SQLite's tokenizer tells of, if it is new.
func tellNew(tls *libc.TLS, at uintptr, flags int32, token uintptr, n, start, end int32) int32 {
	s := (*seen)(pointer(at))
	if n <= letters {
		var b [letters]byte
		copy(b[:], unsafe.Slice((*byte)(pointer(token)), int(n)))
		if !s.add(trigram{binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint32(b[8:])}) {
			return sqlitelib.SQLITE_OK
		}
	}
	return s.token(tls, s.to, flags, token, n, start, end)
}

// add tells whether a trigram is new, as far as is remembered.
func (s *seen) add(t trigram) bool {
	place := &s.last[((t.low^uint64(t.high)<<24)*0x9E3779B97F4A7C15)>>(64-placeBits)]
	if *place == t {
		return false
	}
	*place = t
	return true
}
