package httpcache

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// encodings are the compressed forms, the preferred first.
var encodings = [2]string{"br", "gzip"}

// smallest is the length below which compressing isn't worth it.
const smallest = 1024

// effort is how much time is spent to find a short form.
type effort int

const (
	thorough effort = iota // of what is read, mostly several times
	quick                  // of what is told once of a write
)

// effortFor is that for an answer to a request of a method.
func effortFor(method string) effort {
	if method == http.MethodGet {
		return thorough
	}
	return quick
}

// encoder compresses into what it was reset to last.
type encoder interface {
	io.WriteCloser
	Reset(w io.Writer)
}

// encoders are idle ones by effort and encoding. One takes hundreds of kilobytes, which to
// make and to sweep costs as much as compressing a usual answer.
var encoders = [2][2]sync.Pool{
	thorough: {{New: func() any { return brotli.NewWriterLevel(nil, 5) }}, {New: func() any { return gzipped(5) }}},
	quick:    {{New: func() any { return brotli.NewWriterLevel(nil, 1) }}, {New: func() any { return gzipped(1) }}},
}

// gzipped is an encoder for gzip. The level is one of those that there are.
func gzipped(level int) encoder {
	w, err := gzip.NewWriterLevel(io.Discard, level)
	if err != nil {
		return gzip.NewWriter(io.Discard)
	}
	return w
}

// compress makes the form of an answer in an encoding.
func (a *Answer) compress(i int) *form {
	var b bytes.Buffer
	b.Grow(len(a.Body) / 4)
	w := encoders[a.effort][i].Get().(encoder)
	w.Reset(&b)
	_, _ = w.Write(a.Body) // a buffer takes everything
	_ = w.Close()
	w.Reset(io.Discard) // it keeps no answer
	encoders[a.effort][i].Put(w)
	etag := strings.TrimSuffix(a.ETag, `"`) + "-" + encodings[i] + `"`
	return &form{
		body: b.Bytes(), length: []string{strconv.Itoa(b.Len())}, encoding: []string{encodings[i]}, etag: []string{etag},
	}
}
