package media

import (
	"crypto/md5" // #nosec G501 -- Content-MD5 finds broken transfers, nothing else
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"quoin/internal/api/rest"
	"quoin/internal/domain/media"
	"quoin/internal/domain/media/filetype"
	"quoin/internal/domain/media/imaging"
	"quoin/internal/domain/site"
	"quoin/internal/platform/fault"
)

var (
	errNoData        = fault.BadRequest("rest_upload_no_data", "The request brings no file.")
	errOtherFile     = fault.New(http.StatusInternalServerError, "rest_upload_unknown_error", `The form has no file in the field "file".`)
	errNoDisposition = fault.BadRequest("rest_upload_no_content_disposition", "The request has no Content-Disposition header, which names the file.")
	errDisposition   = fault.BadRequest("rest_upload_invalid_disposition", `The Content-Disposition header names no file; it should look like: attachment; filename="image.png"`)
	errHash          = fault.New(http.StatusPreconditionFailed, "rest_upload_hash_mismatch", "The file isn't the one that the Content-MD5 header tells of.")
	errSpool         = fault.New(http.StatusInternalServerError, "rest_upload_file_error", "The file can't be kept for the moment; the log of the server tells why.")
	errStore         = fault.New(http.StatusInternalServerError, "rest_upload_file_error", "The file can't be stored for the moment; nothing was kept. The log of the server tells why.")
	errTooManyPixels = fault.BadRequest("rest_upload_image_too_large", "The picture has too many pixels or frames.")
	errDamaged       = fault.BadRequest("rest_upload_invalid_image", "The picture is damaged.")
)

// received is a file that came with a request.
type received struct {
	name string
	body io.ReadSeeker
	// form files are told apart by the code of what is wrong with them.
	form  bool
	close func()
}

// receive takes the file of a request: from a form, or from the body as it is.
// The caller closes it.
func (m *resource) receive(r *rest.Request) (*received, error) {
	var in *received
	var err error
	if r.Form != nil {
		in, err = fromForm(r)
	} else {
		in, err = m.fromBody(r)
	}
	if err != nil {
		return nil, err
	}
	if err := checkHash(r, in.body); err != nil {
		in.close()
		return nil, err
	}
	return in, nil
}

func fromForm(r *rest.Request) (*received, error) {
	header := formFile(r)
	if header == nil && len(r.Form.File) > 0 {
		return nil, errOtherFile
	}
	if header == nil {
		return nil, errNoData
	}
	f, err := header.Open()
	if err != nil {
		return nil, fmt.Errorf("open uploaded file: %w", err)
	}
	// Some browsers send the whole path that the file has there.
	name := header.Filename[strings.LastIndexByte(header.Filename, '\\')+1:]
	return &received{name: fromWindows1252(name), body: f, form: true, close: func() { _ = f.Close() }}, nil
}

// fromBody reads a file whose name stands in a header.
//
// Compat (core-v2/media#without a type): a request without Content-Type is taken, since the servers that the
// reference runs behind add one.
func (m *resource) fromBody(r *rest.Request) (*received, error) {
	body := r.Body
	if body == nil {
		if kind := r.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/") || r.Header.Get("Content-Disposition") != "" {
			return nil, errNoData
		}
		return nil, errNoDisposition // parameters were read, but no file
	}
	var first [1]byte
	if _, err := io.ReadFull(body, first[:]); errors.Is(err, io.EOF) {
		return nil, errNoData
	} else if err != nil {
		return nil, err
	}
	dispositions := r.Header.Values("Content-Disposition")
	if len(dispositions) == 0 {
		return nil, errNoDisposition
	}
	name := fileName(dispositions)
	if name == "" {
		return nil, errDisposition
	}
	in, err := m.spool(func(w io.Writer) error {
		if _, err := w.Write(first[:]); err != nil {
			return err
		}
		_, err := io.Copy(w, body)
		return err
	})
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, tooBig(http.StatusRequestEntityTooLarge, tooLarge.Limit)
	}
	if err != nil {
		return nil, err
	}
	if !utf8.ValidString(name) {
		// Compat (TestNamesOfOldClients): in names of files that came so, these letters become two.
		name = strings.NewReplacer("ß", "ss", "Ð", "DH", "ð", "dh").Replace(fromWindows1252(name))
	}
	in.name = name
	return in, nil
}

// fromWindows1252 is a text that is no UTF-8, decoded as what old clients send:
// Windows-1252, of which ISO-8859-1 is a part. Bytes that mean nothing there are
// left out.
func fromWindows1252(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	decoded, err := charmap.Windows1252.NewDecoder().String(text)
	if err != nil {
		return strings.ToValidUTF8(text, "")
	}
	return strings.ReplaceAll(decoded, string(utf8.RuneError), "")
}

func tooBig(status int, limit int64) *fault.Error {
	return fault.New(status, "rest_upload_file_too_big", "The file is larger than "+strconv.FormatInt(limit, 10)+" bytes.")
}

// spool keeps what write writes in a temporary file.
func (m *resource) spool(write func(io.Writer) error) (*received, error) {
	f, err := os.CreateTemp("", "quoin-upload-*")
	if err != nil {
		m.Log.Error("make a temporary file for an upload", "error", err)
		return nil, unspooled(err)
	}
	done := func() {
		_ = f.Close()
		_ = os.Remove(f.Name())
	}
	w := &spoolWriter{w: f}
	if err := write(w); err != nil {
		done()
		if w.err != nil {
			m.Log.Error("keep an upload in a temporary file", "error", w.err)
			return nil, unspooled(w.err)
		}
		return nil, err
	}
	return &received{body: f, close: done}, nil
}

// unspooled is the answer when there is no temporary file.
func unspooled(err error) *fault.Error {
	if f := fault.Outage(fault.Full(err)); f != nil {
		return f
	}
	return errSpool
}

// spoolWriter remembers that it was the writing that failed.
type spoolWriter struct {
	w   io.Writer
	err error
}

func (s *spoolWriter) Write(b []byte) (int, error) {
	n, err := s.w.Write(b)
	s.err = err
	return n, err
}

// fileName is the name that Content-Disposition headers give; the last one
// wins. Only the plain parameter counts, in double quotes or without.
func fileName(headers []string) string {
	name := ""
	for _, header := range headers {
		_, params, ok := strings.Cut(header, ";")
		if !ok {
			continue
		}
		found := ""
		for part := range strings.SplitSeq(params, ";") {
			if key, value, ok := strings.Cut(part, "="); ok && strings.TrimSpace(key) == "filename" {
				found = strings.TrimSpace(value)
			}
		}
		if found == "" {
			continue
		}
		if n := len(found); n >= 2 && found[0] == '"' && found[n-1] == '"' {
			found = found[1 : n-1]
		}
		name = found
	}
	return name
}

func checkHash(r *rest.Request, body io.ReadSeeker) error {
	given := r.Header.Values("Content-MD5")
	if len(given) == 0 {
		return nil
	}
	want := strings.TrimSpace(given[0])
	if _, err := body.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read the upload: %w", err)
	}
	sum := md5.New() // #nosec G401 -- finds broken transfers, nothing else
	if _, err := io.Copy(sum, body); err != nil {
		return fmt.Errorf("read the upload: %w", err)
	}
	if hex.EncodeToString(sum.Sum(nil)) != want {
		return errHash
	}
	return nil
}

// accept decides on a file that was received.
func (m *resource) accept(r *rest.Request, in *received) (media.Accepted, error) {
	rules := media.Rules{SVG: site.SVGUploads.Of(r.Context(), m.Site), Locale: site.Locale.Of(r.Context(), m.Site)}
	rules.UnfilteredHTML = r.Actor.Can("unfiltered_html")
	out, err := media.Accept(in.name, in.body, rules)
	code := "rest_upload_sideload_error"
	if in.form {
		code = "rest_upload_unknown_error"
	}
	switch {
	case errors.Is(err, filetype.ErrNotAllowed):
		return out, fault.New(http.StatusInternalServerError, code, "Files of this type may not be uploaded, or the file isn't what its name says.")
	case errors.Is(err, filetype.ErrEmpty):
		return out, fault.New(http.StatusInternalServerError, code, "The file is empty.")
	case errors.Is(err, media.ErrName):
		return out, fault.BadRequest(code, "The name of the file can't be used.")
	case errors.Is(err, media.ErrSVG):
		return out, fault.BadRequest(code, "The file is no SVG image, or one that can't be made harmless.")
	}
	return out, err
}

// storeFault is what a caller gets to see of a file that couldn't be stored.
func (m *resource) storeFault(r *rest.Request, err error) error {
	switch {
	case err == nil, fault.As(err) != nil, r.Context().Err() != nil:
		return err
	case errors.Is(err, imaging.ErrTooLarge):
		return errTooManyPixels
	case errors.Is(err, imaging.ErrCorrupt), errors.Is(err, imaging.ErrUnknownFormat):
		return errDamaged
	}
	m.Log.Error("store an upload", "error", err)
	if f := fault.Outage(err); f != nil {
		return f
	}
	return errStore
}
