package shadow

import "context"

// Status tells how far this site is from taking the place of an old one.
type Status struct {
	Phase
	Asked    int64         `json:"asked"`
	Compared int64         `json:"compared"`
	Equal    int64         `json:"equal"`
	Proof    int64         `json:"proof"` // how many in a row prove a route equal
	Nodes    []Node        `json:"nodes"`
	Routes   []RouteStatus `json:"routes"`
}

// RouteStatus is a route, and whether it has proved equal.
type RouteStatus struct {
	Route
	Proved bool `json:"proved"`
}

// StatusOf reads it.
func StatusOf(ctx context.Context, store Store) (s Status, err error) {
	s = Status{Proof: Proof, Routes: []RouteStatus{}}
	if s.Phase, err = store.ShadowPhase(ctx); err != nil {
		return s, err
	}
	if s.Nodes, err = store.ShadowNodes(ctx, ""); err != nil {
		return s, err
	}
	routes, err := store.ShadowRoutes(ctx)
	for _, r := range routes {
		s.Asked, s.Compared, s.Equal = s.Asked+r.Asked, s.Compared+r.Compared, s.Equal+r.Equal
		s.Routes = append(s.Routes, RouteStatus{r, r.Proved()})
	}
	return s, err
}
