package media

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/media/filetype"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/schema"
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
	if _, own := m.ownFile(r, schema.ToText(v)); own {
		return nil
	}
	// Looking up hosts is only done for those who may upload.
	if m.Outbound == nil || r.Actor.Can("upload_files") && m.Outbound.Check(r.Context(), schema.ToText(v)) != nil {
		return errURL
	}
	return nil
}

// ownFile is the key of the uploaded file that an address of this site leads to.
// Such files are read from where they are stored, without a request that the
// guard of outbound ones would refuse.
func (m *resource) ownFile(r *rest.Request, address string) (key string, ok bool) {
	u, err := url.Parse(address)
	if err != nil || u.User != nil {
		return "", false
	}
	base, err := url.Parse(m.Media.Prefix(r.Context()))
	if err != nil || !strings.EqualFold(u.Host, base.Host) || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	key, ok = strings.CutPrefix(u.Path, base.Path)
	return key, ok && blob.CheckKey(key) == nil
}

// copyOwn writes an uploaded file of this site, of at most limit bytes.
func (m *resource) copyOwn(ctx context.Context, key string, w io.Writer, limit int64) error {
	f, err := m.Media.Blobs.Open(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return &outbound.StatusError{Status: http.StatusNotFound}
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if f.Info().Size > limit {
		return &http.MaxBytesError{Limit: limit}
	}
	_, err = io.Copy(w, f)
	return err
}

// fetch takes the file of a request from an address.
func (m *resource) fetch(r *rest.Request) (*received, error) {
	address := argURL.Of(r)
	u, err := url.Parse(address)
	key, own := m.ownFile(r, address)
	if err != nil || !own && m.Outbound == nil {
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
	in, err := m.spool(func(w io.Writer) error {
		if own {
			return m.copyOwn(r.Context(), key, w, limit)
		}
		return m.Outbound.Download(r.Context(), address, w, limit)
	})
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
