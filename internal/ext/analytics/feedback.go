package analytics

import (
	"context"
	"errors"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var errFeedback = fault.BadRequest("rest_invalid_param", "Feedback needs a rating and the key of a feature.")

const (
	// markedFor is how long a feature counts as one that was judged.
	markedFor = 30 * 24 * time.Hour
	// Bounds on what is kept of one feature, and how many are.
	maxKey, maxMessage = 190, 5000
	maxFeedback        = 1000
)

// takeFeedback keeps what an administrator says about a feature until it is
// sent; what was said last counts.
func (s *service) takeFeedback(r *rest.Request) (*rest.Response, error) {
	ctx, rating, key, message := r.Context(), scalar(argRating.Value(r)), scalar(argFeatureKey.Value(r)), scalar(argMessage.Value(r))
	if rating == "" || rating == "0" || key == "" || key == "0" || len(key) > maxKey || len(rating) > maxKey || len(message) > maxMessage {
		return nil, errFeedback
	}
	var kept, known int64
	if _, err := s.DB.QueryRow(ctx, "SELECT COUNT(*), COALESCE(SUM(CASE WHEN feature_key = ? THEN 1 ELSE 0 END), 0) FROM analytics_feedback",
		[]any{key}, &kept, &known); err != nil {
		return nil, err
	}
	if kept >= maxFeedback && known == 0 {
		return nil, fault.New(429, "too_much_feedback", "Too much feedback waits to be sent.")
	}
	_, err := s.DB.Exec(ctx, "INSERT INTO analytics_feedback (feature_key, rating, message, waiting, version, marked_until) VALUES (?, ?, ?, ?, 1, ?)"+
		" ON CONFLICT (feature_key) DO UPDATE SET rating = excluded.rating, message = excluded.message, waiting = excluded.waiting,"+
		" version = analytics_feedback.version + 1, marked_until = excluded.marked_until",
		key, rating, message, true, s.Clock().Add(markedFor).Unix())
	return rest.OK(nil), err
}

// scalar is a parameter that is no list and no object, as text.
func scalar(v any) string {
	switch v := v.(type) {
	case []any, *wire.Object, nil:
		return ""
	case bool:
		if !v {
			return ""
		}
		return "1"
	default:
		return schema.ToText(v)
	}
}

// sendFeedback sends the provider what waits. What it doesn't take waits on;
// what was said again meanwhile is sent the next time.
func (s *service) sendFeedback(ctx context.Context) error {
	type item struct {
		key     string
		version int64
	}
	var sent []item
	list := []any{}
	err := s.DB.Query(ctx, "SELECT feature_key, rating, message, version FROM analytics_feedback WHERE waiting = ? ORDER BY feature_key", []any{true},
		func(scan func(...any) error) error {
			var i item
			var rating, message string
			err := scan(&i.key, &rating, &message, &i.version)
			sent = append(sent, i)
			list = append(list, wire.NewObject("feature_key", i.key, "rating", rating, "feedback", message))
			return err
		})
	if err != nil {
		return err
	}
	if len(list) > 0 {
		err := s.ask(ctx, "/feature-feedback", wire.NewObject("feedback", list))
		if errors.Is(err, errNoProvider) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		for _, i := range sent {
			if _, err := s.DB.Exec(ctx, "UPDATE analytics_feedback SET waiting = ?, message = '' WHERE feature_key = ? AND version = ?", false, i.key, i.version); err != nil {
				return err
			}
		}
		_, err := s.DB.Exec(ctx, "DELETE FROM analytics_feedback WHERE waiting = ? AND marked_until < ?", false, s.Clock().Unix())
		return err
	})
}
