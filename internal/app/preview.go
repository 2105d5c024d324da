package app

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"quoin/internal/access"
	"quoin/internal/content"
	"quoin/internal/fault"
	"quoin/internal/preview"
	"quoin/internal/scope"
)

// identify tells who makes a request for the API, and what a preview link opens
// to them.
func (a *App) identify(r *http.Request) (access.Actor, *fault.Error) {
	actor, refused := a.Auth.Identify(r)
	if refused == nil {
		actor.Opens = a.opens(r)
	}
	return actor, refused
}

// opens is the entry that the preview link of a request opens, 0 without one.
// The answer is for who has the link, whether that holds or not.
func (a *App) opens(r *http.Request) int64 {
	if !strings.Contains(r.URL.RawQuery, preview.Parameter) || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return 0
	}
	token := r.URL.Query().Get(preview.Parameter)
	if token == "" {
		return 0
	}
	scope.NoStore(r.Context())
	id, err := a.Env.Previews.Opens(r.Context(), token)
	if err != nil {
		a.Log.ErrorContext(r.Context(), "a preview link isn't checked", "error", err)
	}
	return id
}

// Preview makes a preview link to an entry, which is named by its id or its
// address.
func (a *App) Preview(ctx context.Context, name string, lasts time.Duration) (preview.Link, error) {
	var e *content.Entry
	var err error
	if id, bad := strconv.ParseInt(name, 10, 64); bad == nil {
		var found map[int64]*content.Entry
		found, err = a.DB.EntriesByID(ctx, []int64{id})
		e = found[id]
	} else {
		e, err = a.Env.Links.Resolve(ctx, name)
	}
	switch {
	case err != nil:
		return preview.Link{}, fmt.Errorf("entry %s: %w", name, err)
	case e == nil:
		return preview.Link{}, fmt.Errorf("there is no entry %s", name)
	}
	link, err := a.Env.Previews.Make(ctx, e, lasts)
	if err != nil {
		return preview.Link{}, fmt.Errorf("entry %s: %w", name, err)
	}
	return link, nil
}
