package httpcache

import (
	"io"
	"net/http"
)

// spellings are the names of headers that clients know in another spelling than the one
// that http.Header keeps them under.
var spellings = [...]struct{ kept, known string }{
	{"Etag", "ETag"},
	{"Www-Authenticate", "WWW-Authenticate"},
	{"X-Ua-Compatible", "X-UA-Compatible"},
	{"X-Wp-Nonce", "X-WP-Nonce"},
	{"X-Wp-Total", "X-WP-Total"},
	{"X-Wp-Totalpages", "X-WP-TotalPages"},
	{"X-Wp-Upload-Attachment-Id", "X-WP-Upload-Attachment-ID"},
}

// Spelling is how clients know a header that http.Header keeps under a name.
func Spelling(name string) string {
	for i := range spellings {
		if spellings[i].kept == name {
			return spellings[i].known
		}
	}
	return name
}

// Spelled has a handler's headers sent as clients know them. Names of headers are the same
// in any case, but not every client asks so.
func Spelled(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor > 1 { // names are lower case there
			next.ServeHTTP(w, r)
			return
		}
		s := &speller{ResponseWriter: w}
		next.ServeHTTP(s, r)
		s.spell() // of an answer that is nothing but headers
	})
}

// speller spells headers before they are sent.
type speller struct {
	http.ResponseWriter
	wrote bool
}

func (s *speller) spell() {
	if s.wrote {
		return
	}
	h := s.Header()
	for i := range spellings {
		sp := &spellings[i]
		if values, ok := h[sp.kept]; ok {
			delete(h, sp.kept)
			h[sp.known] = values
		}
	}
}

// WriteHeader implements http.ResponseWriter.
func (s *speller) WriteHeader(status int) {
	s.spell()
	s.wrote = s.wrote || status >= http.StatusOK
	s.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (s *speller) Write(p []byte) (int, error) {
	s.spell()
	s.wrote = true
	return s.ResponseWriter.Write(p)
}

// WriteString implements io.StringWriter.
func (s *speller) WriteString(text string) (int, error) {
	s.spell()
	s.wrote = true
	return io.WriteString(s.ResponseWriter, text)
}

// ReadFrom lets files be sent without a copy through the program.
func (s *speller) ReadFrom(src io.Reader) (int64, error) {
	s.spell()
	s.wrote = true
	return io.Copy(s.ResponseWriter, src)
}

// Unwrap gives http.ResponseController what it controls.
func (s *speller) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// Flush implements http.Flusher.
func (s *speller) Flush() {
	s.spell()
	s.wrote = true
	_ = http.NewResponseController(s.ResponseWriter).Flush()
}
