package records

import (
	"context"
	"fmt"

	"quoin/internal/domain/shadow"
	"quoin/internal/platform/rowmap"
)

var shadowPhaseRow = rowmap.Of(
	rowmap.Derived("id", func(*shadow.Phase) any { return int64(1) }),
	rowmap.Field("phase", func(p *shadow.Phase) any { return &p.Name }),
	rowmap.Field("turn", func(p *shadow.Phase) any { return &p.Turn }),
	rowmap.Field("changed", func(p *shadow.Phase) any { return &p.Changed }),
)

var shadowNodeRow = rowmap.Of(
	rowmap.Field("id", func(n *shadow.Node) any { return &n.ID }),
	rowmap.Field("turn", func(n *shadow.Node) any { return &n.Turn }),
	rowmap.Field("writes", func(n *shadow.Node) any { return &n.Writes }),
	rowmap.Field("seen", func(n *shadow.Node) any { return &n.Seen }),
)

var shadowRouteRow = rowmap.Of(
	rowmap.Field("route", func(r *shadow.Route) any { return &r.Route }),
	rowmap.Field("asked", func(r *shadow.Route) any { return &r.Asked }),
	rowmap.Field("compared", func(r *shadow.Route) any { return &r.Compared }),
	rowmap.Field("same", func(r *shadow.Route) any { return &r.Equal }),
	rowmap.Field("in_row", func(r *shadow.Route) any { return &r.InRow }),
	rowmap.Field("path", func(r *shadow.Route) any { return &r.Path }),
	rowmap.Field("difference", func(r *shadow.Route) any { return &r.Difference }),
)

// ShadowPhase implements shadow.Store, as does all that follows.
func (db *Store) ShadowPhase(ctx context.Context) (shadow.Phase, error) {
	phase := shadow.Phase{Name: shadow.Old}
	err := db.Each(ctx, "SELECT "+shadowPhaseRow.Read("")+" FROM shadow_phase", nil, func(scan func(...any) error) error {
		p, err := shadowPhaseRow.Scan(scan)
		if err == nil {
			phase = *p
		}
		return err
	})
	if err != nil {
		return phase, fmt.Errorf("read the phase: %w", err)
	}
	return phase, nil
}

// SetShadowPhase changes the phase.
func (db *Store) SetShadowPhase(ctx context.Context, to shadow.Phase) error {
	return db.Write(ctx, func(ctx context.Context) error {
		n, err := db.Exec(ctx, shadowPhaseRow.Insert("shadow_phase")+shadowPhaseRow.Replace("id")+" WHERE shadow_phase.turn = excluded.turn - 1",
			shadowPhaseRow.Values(&to)...)
		switch {
		case err != nil:
			return fmt.Errorf("change the phase: %w", err)
		case n == 0:
			return shadow.ErrPhase
		}
		return nil
	})
}

// NoteShadowNode stores what a node says.
func (db *Store) NoteShadowNode(ctx context.Context, n shadow.Node, before string) error {
	return db.Write(ctx, func(ctx context.Context) error {
		if _, err := db.Exec(ctx, "DELETE FROM shadow_node WHERE seen < ?", before); err != nil {
			return fmt.Errorf("forget nodes: %w", err)
		}
		_, err := db.Exec(ctx, shadowNodeRow.Insert("shadow_node")+shadowNodeRow.Replace("id"), shadowNodeRow.Values(&n)...)
		if err != nil {
			return fmt.Errorf("note node %s: %w", n.ID, err)
		}
		return nil
	})
}

// ShadowNodes are the nodes that were seen since some time.
func (db *Store) ShadowNodes(ctx context.Context, since string) ([]shadow.Node, error) {
	list := []shadow.Node{}
	err := db.Each(ctx, "SELECT "+shadowNodeRow.Read("")+" FROM shadow_node WHERE seen >= ? ORDER BY id", []any{since}, func(scan func(...any) error) error {
		n, err := shadowNodeRow.Scan(scan)
		if err == nil {
			list = append(list, *n)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read nodes: %w", err)
	}
	return list, nil
}

// ForgetShadowNode forgets a node that ends.
func (db *Store) ForgetShadowNode(ctx context.Context, id string) error {
	return db.Write(ctx, func(ctx context.Context) error {
		if _, err := db.Exec(ctx, "DELETE FROM shadow_node WHERE id = ?", id); err != nil {
			return fmt.Errorf("forget node %s: %w", id, err)
		}
		return nil
	})
}

// AddShadowRoutes adds counts. Those of a route that wasn't equal have a difference.
func (db *Store) AddShadowRoutes(ctx context.Context, counts []shadow.Route) error {
	return db.Write(ctx, func(ctx context.Context) error {
		for _, r := range counts {
			_, err := db.Exec(ctx, shadowRouteRow.Insert("shadow_route")+` ON CONFLICT (route) DO UPDATE SET
				asked = shadow_route.asked + excluded.asked, compared = shadow_route.compared + excluded.compared, same = shadow_route.same + excluded.same,
				in_row = CASE WHEN excluded.difference <> '' THEN excluded.in_row ELSE shadow_route.in_row + excluded.in_row END,
				path = CASE WHEN excluded.difference <> '' THEN excluded.path ELSE shadow_route.path END,
				difference = CASE WHEN excluded.difference <> '' THEN excluded.difference ELSE shadow_route.difference END`,
				shadowRouteRow.Values(&r)...)
			if err != nil {
				return fmt.Errorf("count answers of %s: %w", r.Route, err)
			}
		}
		return nil
	})
}

// ShadowRoutes are all routes, by name.
func (db *Store) ShadowRoutes(ctx context.Context) ([]shadow.Route, error) {
	list := []shadow.Route{}
	err := db.Each(ctx, "SELECT "+shadowRouteRow.Read("")+" FROM shadow_route ORDER BY route", nil, func(scan func(...any) error) error {
		r, err := shadowRouteRow.Scan(scan)
		if err == nil {
			list = append(list, *r)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read counts of routes: %w", err)
	}
	return list, nil
}

// ForgetShadowRoutes begins the counts anew.
func (db *Store) ForgetShadowRoutes(ctx context.Context) error {
	return db.Write(ctx, func(ctx context.Context) error {
		if _, err := db.Exec(ctx, "DELETE FROM shadow_route"); err != nil {
			return fmt.Errorf("forget counts of routes: %w", err)
		}
		return nil
	})
}
