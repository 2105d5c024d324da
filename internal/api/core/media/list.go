package media

import (
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media/filetype"
)

// filter turns the arguments of the collection that others don't have into the
// query. Files of either of the two are listed; media types that nobody knows
// don't count, also when nothing else is asked for.
func filter(r *rest.Request, q *content.Query) error {
	var types []string
	for _, kind := range argMediaType.Of(r) {
		types = append(types, filetype.Major(kind)...)
	}
	for _, mime := range argMimeType.Of(r) {
		if filetype.IsUploadable(mime) {
			types = append(types, mime)
		}
	}
	if !slices.ContainsFunc(argStatus.Of(r), func(s string) bool { return s != "" }) {
		// Compat (TestLists): no status is that of most files here, not publish.
		q.Statuses, q.PrivateOf = []content.Status{content.Inherit}, 0
	}
	if len(types) > 0 {
		slices.Sort(types)
		q.MimeTypes = slices.Compact(types)
	}
	if q.Search != nil {
		q.Search.FilePath = true
	}
	return nil
}
