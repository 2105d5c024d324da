package seo

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/media"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// fileSize tells how long an uploaded file is.
func (s *service) fileSize(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	fail := func(why string) (*rest.Response, error) {
		return status(http.StatusNotFound, wire.NewObject("type", "failure", "response", why)), nil
	}
	address := argURL.Of(r)
	if decoded, err := url.PathUnescape(address); err == nil {
		address = decoded
	}
	u, err := url.Parse(address)
	if err != nil {
		return fail("The address can't be read.")
	}
	own, err := url.Parse(s.Site.Base(ctx))
	if err != nil || !strings.EqualFold(u.Host, own.Host) {
		return fail("The file isn't of this site.")
	}
	key, ok := strings.CutPrefix(u.Path, strings.TrimSuffix(own.Path, "/")+media.Path)
	if !ok || key == "" || slices.Contains(strings.Split(key, "/"), "..") {
		return fail("The file isn't one of the uploads.")
	}
	info, err := s.Media.Blobs.Stat(ctx, key)
	if errors.Is(err, blob.ErrNotFound) || err == nil && info.Size == 0 {
		return fail("There is no such file.")
	}
	if err != nil {
		return nil, err
	}
	return rest.OK(wire.NewObject("type", "success", "size_in_bytes", info.Size)), nil
}

// maxFields is how many custom fields a search answers.
const maxFields = 25

// searchMeta finds custom fields of an entry by the beginning of their names.
func (s *service) searchMeta(r *rest.Request) (*rest.Response, error) {
	e, err := s.entry(r.Context(), argPostID.Of(r))
	if err != nil {
		return nil, err
	}
	query := argQuery.Of(r)
	// Keys are looked for by the names that the caller sees.
	printed := func(key string) string {
		if r.Mount == nil || r.Mount.Dialect == nil {
			return key
		}
		return r.Mount.Dialect.Symbol(key)
	}
	var keys []string
	for key := range e.Meta {
		if strings.HasPrefix(printed(key), query) && (query != "" || !strings.HasPrefix(key, "_")) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	list := []any{}
	for _, key := range keys {
		for _, v := range e.Meta[key] {
			switch v.(type) {
			case []any, *wire.Object:
				continue
			}
			if len(list) < maxFields {
				list = append(list, wire.NewObject("key", wire.Symbol(key), "value", schema.ToText(v)))
			}
		}
	}
	return rest.OK(wire.NewObject("meta", list)), nil
}
