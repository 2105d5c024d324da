package background

import (
	"context"
	"encoding/json"
	"time"
)

// A search for a word that most entries have is looked for once, and what it finds is kept
// from then on (docs/adr/0006), but only in memory: whoever asked first after a start waited
// for it. So the searches that found many are noted, as they were asked for, and done again
// in the background after a start.

const (
	// searchesKey is under what they are noted, and searchesKept for how long.
	searchesKey  = "common searches"
	searchesKept = 30 * 24 * time.Hour
	// searchesEvery is how often they are noted, where others were asked for.
	searchesEvery = time.Minute
	// searchesRest is how many times as long as one took nothing is searched for afterwards:
	// those who ask have the rest.
	searchesRest = 3
)

// keepSearches does the noted searches again, and notes those that are asked for, until ctx
// ends.
func (w *Work) keepSearches(ctx context.Context) {
	if err := w.findSearches(ctx); err != nil && ctx.Err() == nil {
		w.Log.DebugContext(ctx, "common searches aren't done ahead", "error", err)
	}
	every := time.NewTicker(searchesEvery)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		if err := w.noteSearches(ctx); err != nil && ctx.Err() == nil {
			w.Log.DebugContext(ctx, "common searches aren't noted", "error", err)
		}
	}
}

// findSearches does the noted searches again.
func (w *Work) findSearches(ctx context.Context) error {
	noted, _, err := w.DB.Cached(ctx, searchesKey, w.Clock())
	if err != nil || noted == "" {
		return err
	}
	var list []string
	if err := json.Unmarshal([]byte(noted), &list); err != nil {
		return err
	}
	for _, search := range list {
		began := time.Now()
		// One that can't be done, as after an upgrade, is passed over.
		if err := w.DB.FindAgain(ctx, search); err != nil {
			w.Log.DebugContext(ctx, "a common search isn't done ahead", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(searchesRest * time.Since(began)):
		}
	}
	return nil
}

// noteSearches notes the searches that found many, if they are others than those that are
// noted. Without any it leaves what is noted alone.
func (w *Work) noteSearches(ctx context.Context) error {
	list := w.DB.CommonSearches()
	if len(list) == 0 {
		return nil
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	now := w.Clock()
	noted, _, err := w.DB.Cached(ctx, searchesKey, now)
	if err != nil || noted == string(text) {
		return err
	}
	return w.DB.SetCached(ctx, searchesKey, string(text), now, now.Add(searchesKept))
}
