package changes

import "context"

// furthestBehind is how many changes the active webhook that is furthest behind hasn't been told.
func (s *webhooks) furthestBehind(ctx context.Context) (float64, error) {
	var n int64
	_, err := s.DB.QueryRow(ctx, "SELECT COALESCE(MAX(s.last - h.position), 0) FROM changes_hook h, changes_state s WHERE h.active", nil, &n)
	return float64(n), err
}
