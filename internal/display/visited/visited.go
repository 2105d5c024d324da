// Package visited serves a site that was never given an address at the one where it is asked
// for.
package visited

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"quoin/internal/domain/media"
	"quoin/internal/domain/site"
	"quoin/internal/platform/address"
	"quoin/internal/platform/scope"
)

// maxVisitedBody bounds the texts that are sent to a site at an address which isn't its
// own.
const maxVisitedBody = 64 << 20

// Handler lets a site that was never given an address be used at the one where it is
// asked for, as far as that can't be made up by strangers. Requests are brought to the
// site's own address before anything sees them and answers to the visitor's behind
// everything, so that caches, mails, webhooks and stored texts know one address only
// (docs/adr/0014).
func Handler(of *site.Site, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at, ok := visitedAt(r)
		if !ok {
			next.ServeHTTP(w, r)
			return
		}
		ctx := scope.New(r.Context())
		base := of.Base(ctx)
		if strings.EqualFold(at, base) || site.URL.Of(ctx, of) != "" || scope.Failure(ctx) != nil {
			next.ServeHTTP(w, r)
			return
		}
		t := translation{visitor: address.New(at), own: address.New(base)}
		inner, err := t.request(r)
		if err != nil {
			http.Error(w, "The request can't be read.", http.StatusBadRequest)
			return
		}
		if inner.Body != nil {
			defer inner.Body.Close() // ends the translation of a form that nobody read
		}
		out := &translated{ResponseWriter: w, to: t, files: strings.HasPrefix(r.URL.Path, media.Path)}
		next.ServeHTTP(out, inner)
		out.end()
	})
}

// visitedAt is the address in a request, if its host is this machine: localhost, or the
// very IP on which the connection came in. A name that merely resolves to it may be
// anybody's. Addresses with an IPv6 host aren't found in texts (package address).
func visitedAt(r *http.Request) (string, bool) {
	u := url.URL{Scheme: "http", Host: r.Host}
	if r.TLS != nil {
		u.Scheme = "https"
	}
	host := u.Hostname()
	if !strings.EqualFold(host, "localhost") {
		asked, err := netip.ParseAddr(host)
		local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
		if err != nil || !ok || !asked.Is4() || local.AddrPort().Addr().Unmap() != asked {
			return "", false
		}
	}
	if port := u.Port(); port != "" && strings.Trim(port, "0123456789") != "" {
		return "", false
	}
	u.Host = strings.ToLower(u.Host)
	return u.String(), true
}

// translation is between the address of a visitor and the site's own.
type translation struct{ visitor, own *address.Codec }

// in is a text of a request, out one of an answer.
func (t translation) in(text string) string {
	return nested(t.own.Decode(t.visitor.Encode(text)), t.visitor.Base(), t.own.Base())
}

func (t translation) out(text string) string {
	return nested(t.visitor.Decode(t.own.Encode(text)), t.own.Base(), t.visitor.Base())
}

// nested translates addresses in JSON within JSON, such as structured data in an answer of
// the API, which no stored text has and the codec doesn't know.
func nested(text, from, to string) string {
	const slash, partOfHost = `\\\/`, "-_.:@%"
	from, to = strings.ReplaceAll(from, "/", slash), strings.ReplaceAll(to, "/", slash)
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, from)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		written := to
		if after != "" && (isAlphanumeric(after[0]) || strings.IndexByte(partOfHost, after[0]) >= 0) {
			written = from
		}
		out.WriteString(written)
		text = after
	}
}

func isAlphanumeric(b byte) bool {
	return b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z'
}

// request is a request as it would have been sent to the site's own address.
func (t translation) request(r *http.Request) (*http.Request, error) {
	own, err := url.Parse(t.own.Base())
	if err != nil {
		return nil, err
	}
	to := r.Clone(r.Context())
	to.Host = own.Host
	to.URL.RawQuery = t.in(r.URL.RawQuery)
	if path, query, ok := strings.Cut(r.RequestURI, "?"); ok {
		to.RequestURI = path + "?" + t.in(query)
	}
	for name, values := range to.Header {
		if name == "Cookie" || name == "Authorization" {
			continue
		}
		for i, v := range values {
			values[i] = t.in(v)
		}
	}
	// What is packed can't be translated.
	to.Header.Del("Accept-Encoding")
	if r.Body == nil || r.Body == http.NoBody {
		return to, nil
	}
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case kind == "multipart/form-data" && params["boundary"] != "":
		to.Body, to.ContentLength = t.form(r.Body, params["boundary"]), -1
		to.Header.Del("Content-Length")
	case isText(kind) || kind == "application/x-www-form-urlencoded":
		text, err := io.ReadAll(io.LimitReader(r.Body, maxVisitedBody+1))
		if err != nil || len(text) > maxVisitedBody {
			return nil, io.ErrUnexpectedEOF
		}
		text = []byte(t.in(string(text)))
		to.Body, to.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
		to.Header.Del("Content-Length")
	}
	return to, nil
}

// form translates the texts of a form while it is read; its files stay as they are.
func (t translation) form(body io.ReadCloser, boundary string) io.ReadCloser {
	out, in := io.Pipe()
	go func() {
		defer body.Close()
		in.CloseWithError(t.copyForm(in, multipart.NewReader(body, boundary), boundary))
	}()
	return out
}

func (t translation) copyForm(out io.Writer, from *multipart.Reader, boundary string) error {
	to := multipart.NewWriter(out)
	if err := to.SetBoundary(boundary); err != nil {
		return err
	}
	for {
		part, err := from.NextRawPart()
		if err == io.EOF {
			return to.Close()
		}
		if err != nil {
			return err
		}
		copied, err := to.CreatePart(part.Header)
		if err != nil {
			return err
		}
		if part.FileName() != "" {
			if _, err := io.Copy(copied, part); err != nil {
				return err
			}
			continue
		}
		text, err := io.ReadAll(io.LimitReader(part, maxVisitedBody))
		if err != nil {
			return err
		}
		if _, err := io.WriteString(copied, t.in(string(text))); err != nil {
			return err
		}
	}
}

// isText tells of a media type whether bodies of it are texts with addresses.
func isText(kind string) bool {
	return strings.HasPrefix(kind, "text/") && kind != "text/event-stream" ||
		kind == "application/json" || kind == "application/javascript" || kind == "application/xml" ||
		strings.HasSuffix(kind, "+json") || strings.HasSuffix(kind, "+xml")
}

// translated brings an answer to the address of the visitor. Texts wait until they are
// whole; all else goes through.
type translated struct {
	http.ResponseWriter
	to     translation
	files  bool // uploaded files, which are what they are
	begun  bool
	text   *bytes.Buffer // nil for what isn't translated
	status int
}

// Unwrap lets the deadlines of the connection be set.
func (w *translated) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader implements http.ResponseWriter, as does Write.
func (w *translated) WriteHeader(status int) {
	if w.begun {
		return
	}
	if status >= 100 && status < 200 {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.begun, w.status = true, status
	h := w.Header()
	for name, values := range h {
		if name == "Set-Cookie" {
			continue
		}
		// The list may belong to a cached answer.
		here := make([]string, len(values))
		for i, v := range values {
			here[i] = w.to.out(v)
		}
		h[name] = here
	}
	kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	whole := status != http.StatusPartialContent && status != http.StatusNoContent && status != http.StatusNotModified
	if !w.files && whole && isText(kind) && h.Get("Content-Encoding") == "" {
		h.Del("Content-Length")
		w.text = &bytes.Buffer{}
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *translated) Write(p []byte) (int, error) {
	if !w.begun {
		if w.Header().Get("Content-Type") == "" {
			w.Header().Set("Content-Type", http.DetectContentType(p))
		}
		w.WriteHeader(http.StatusOK)
	}
	if w.text != nil {
		return w.text.Write(p)
	}
	return w.ResponseWriter.Write(p)
}

// FlushError sends what isn't held back.
func (w *translated) FlushError() error {
	if w.text != nil {
		return nil
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Flush implements http.Flusher.
func (w *translated) Flush() { _ = w.FlushError() }

// end sends a text that waited.
func (w *translated) end() {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	if w.text == nil {
		return
	}
	w.ResponseWriter.WriteHeader(w.status)
	// A client that is gone can't be told.
	_, _ = io.WriteString(w.ResponseWriter, w.to.out(w.text.String()))
}
