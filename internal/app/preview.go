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
	e, err := a.entryNamed(ctx, name)
	if err != nil {
		return preview.Link{}, err
	}
	link, err := a.Env.Previews.Make(ctx, e, lasts)
	if err != nil {
		return preview.Link{}, fmt.Errorf("entry %s: %w", name, err)
	}
	return link, nil
}

// RevokePreviews ends all preview links to an entry that were made until now.
func (a *App) RevokePreviews(ctx context.Context, name string) error {
	return a.DB.InTx(ctx, func(ctx context.Context) error {
		e, err := a.entryNamed(ctx, name)
		if err != nil {
			return err
		}
		_, err = a.Env.Entries.SetMeta(ctx, e, preview.Revoked(e))
		return err
	})
}

// entryNamed is the entry of an id or an address.
func (a *App) entryNamed(ctx context.Context, name string) (e *content.Entry, err error) {
	if strings.HasPrefix(name, "/") {
		name = a.Env.Site.Base(ctx) + name
	}
	if id, bad := strconv.ParseInt(name, 10, 64); bad == nil {
		var found map[int64]*content.Entry
		found, err = a.DB.EntriesByID(ctx, []int64{id})
		e = found[id]
	} else {
		e, err = a.Env.Links.Resolve(ctx, name)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("entry %s: %w", name, err)
	case e == nil:
		return nil, fmt.Errorf("there is no entry %s", name)
	}
	return e, nil
}
