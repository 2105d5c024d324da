package shadow

import (
	"context"
	"errors"
)

// The phases of a site.
const (
	// Old has the old site answer; it is the first.
	Old = "old"
	// Holding has writes wait, for a moment.
	Holding = "holding"
	// Switched has this site answer everything.
	Switched = "switched"
)

// Phase is which site writes go to. Turn counts its changes.
type Phase struct {
	Name    string `json:"phase"`
	Turn    int64  `json:"turn"`
	Changed string `json:"changed,omitempty"` // in UTC
}

// Node is a server that stands before the old site.
type Node struct {
	ID   string `json:"id"`
	Turn int64  `json:"turn"` // of the phase that it acts by
	// Writes are under way there.
	Writes int64  `json:"writes"`
	Seen   string `json:"seen"` // in UTC
}

// Route is what the answers of a route came to.
type Route struct {
	Route string `json:"route"`
	// Asked is how many plain GET requests there were, Compared how many of their answers
	// were held against those of this site, Equal how many were the same, and InRow how
	// many since the last that wasn't.
	Asked    int64 `json:"asked"`
	Compared int64 `json:"compared"`
	Equal    int64 `json:"equal"`
	InRow    int64 `json:"in_row"`
	// Path and Difference are of the last that wasn't equal. Counts to add that have a
	// Difference begin InRow anew.
	Path       string `json:"path,omitempty"`
	Difference string `json:"difference,omitempty"`
}

// ErrPhase says that the phase isn't the one that was to be changed.
var ErrPhase = errors.New("the phase has changed meanwhile")

// Store keeps phase, nodes and counts for all nodes.
type Store interface {
	// ShadowPhase is the phase; Old with turn 0 where none was ever set.
	ShadowPhase(ctx context.Context) (Phase, error)
	// SetShadowPhase changes the phase if its turn is that before to.Turn: ErrPhase.
	SetShadowPhase(ctx context.Context, to Phase) error
	// NoteShadowNode stores what a node says, and forgets nodes that weren't seen since
	// before.
	NoteShadowNode(ctx context.Context, n Node, before string) error
	ShadowNodes(ctx context.Context, since string) ([]Node, error)
	ForgetShadowNode(ctx context.Context, id string) error
	// AddShadowRoutes adds counts.
	AddShadowRoutes(ctx context.Context, counts []Route) error
	// ShadowRoutes are all routes, by name.
	ShadowRoutes(ctx context.Context) ([]Route, error)
	// ForgetShadowRoutes begins the counts anew.
	ForgetShadowRoutes(ctx context.Context) error
}
