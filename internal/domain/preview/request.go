package preview

import (
	"net/http"
	"quoin/internal/platform/scope"
	"strings"
)

// OpenedBy is the entry that the preview link of a request opens, 0 without one.
// The answer is for who has the link, whether that holds or not.
func (l *Links) OpenedBy(r *http.Request) int64 {
	if !strings.Contains(r.URL.RawQuery, Parameter) || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return 0
	}
	token := r.URL.Query().Get(Parameter)
	if token == "" {
		return 0
	}
	scope.NoStore(r.Context())
	id, err := l.Opens(r.Context(), token)
	if err != nil {
		l.Log.ErrorContext(r.Context(), "a preview link isn't checked", "error", err)
	}
	return id
}
