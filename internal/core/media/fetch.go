package media

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/fault"
	"quoin/internal/media/filetype"
	"quoin/internal/outbound"
	"quoin/internal/rest"
	"quoin/internal/schema"
)

var (
	errURL       = fault.BadRequest("rest_invalid_url", "The address isn't a public http or https one.")
	errURLName   = fault.BadRequest("rest_invalid_url", "The address names no file.")
	errURLType   = fault.BadRequest("rest_invalid_url", "The address doesn't name a picture.")
	errURLFailed = fault.NoStatus("http_request_failed", "The file can't be fetched from the address.")
)

// checkURL refuses addresses that the server must not fetch from.
func (m *resource) checkURL(r *rest.Request, v any, name string) *fault.Error {
	if err := schema.Str("", schema.Format(schema.URI)).Validate(v, name); err != nil {
		return err
	}
	// Looking up hosts is only done for those who may upload.
	if m.Outbound == nil || r.Actor.Can("upload_files") && m.Outbound.Check(r.Context(), schema.ToText(v)) != nil {
		return errURL
	}
	return nil
}

// fetch takes the file of a request from an address.
func (m *resource) fetch(r *rest.Request) (*received, error) {
	address := r.Text("url")
	u, err := url.Parse(address)
	if err != nil || m.Outbound == nil {
		return nil, errURL
	}
	name := baseName(strings.TrimRight(u.Path, "/"))
	if name == "" {
		return nil, errURLName
	}
	if t, _, ok := filetype.ByName(name, filetype.Rights{}); !ok || !strings.HasPrefix(t.MIME, "image/") {
		return nil, errURLType
	}
	limit := r.API.MaxUpload
	in, err := m.spool(func(w io.Writer) error { return m.Outbound.Download(r.Context(), address, w, limit) })
	var tooLarge *http.MaxBytesError
	var status *outbound.StatusError
	switch {
	case err == nil:
		in.name = name
		return in, nil
	case fault.As(err) != nil, r.Context().Err() != nil:
		return nil, err
	case errors.As(err, &tooLarge):
		return nil, tooBig(http.StatusBadRequest, limit)
	case errors.As(err, &status):
		text := strconv.Itoa(status.Status)
		return nil, fault.NoStatus("http_"+text, "The address answers: "+text+" "+http.StatusText(status.Status)).With("code", status.Status)
	}
	m.Log.Info("fetch a picture", "url", address, "error", err)
	return nil, errURLFailed
}
