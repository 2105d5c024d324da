package changes

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"quoin/internal/platform/job"
	"quoin/internal/platform/wire"
)

// ping sends a webhook a delivery that says nothing, and keeps it in the log.
// It waits for the answer and must not be called in a transaction.
func (s *webhooks) ping(ctx context.Context, h *hook) (*delivery, error) {
	d := s.delivery(h, kindPing, wire.NewObject("webhook", h.ID))
	s.send(ctx, h, d)
	if d.State != stateDone {
		d.State = stateFailed
	}
	return d, s.insertDelivery(ctx, d)
}

// resend sends a delivery again, whatever came of it before, and notes what comes
// of it now. What the webhook is told next stays what it was.
func (s *webhooks) resend(ctx context.Context, d *delivery) error {
	h, err := s.hook(ctx, d.Hook)
	if err != nil {
		return err
	}
	was := d.State
	s.send(ctx, h, d)
	if d.State != stateDone {
		d.State = stateFailed
		if was == stateDone {
			d.State = was // it did arrive
		}
	}
	_, err = s.DB.Exec(ctx, deliveryResult.Update("changes_delivery")+" WHERE id = ? AND state <> ?", append(deliveryResult.Values(d), d.ID, stateOpen)...)
	return err
}

// redeliver has a delivery sent again as soon as may be, in the transaction of
// ctx: one that waits needn't wait longer, the others have a job.
func (s *webhooks) redeliver(ctx context.Context, d *delivery) error {
	if d.State != stateOpen {
		return s.Queue.Enqueue(ctx, jobRedeliver, strconv.FormatInt(d.ID, 10), nil, s.Clock())
	}
	if _, err := s.DB.Exec(ctx, "UPDATE changes_hook SET next_at = 0 WHERE id = ?", d.Hook); err != nil {
		return err
	}
	return s.start(ctx, d.Hook, 0)
}

// redeliverLater is the job of redeliver.
func (s *webhooks) redeliverLater(ctx context.Context, j job.Job) error {
	id, err := strconv.ParseInt(j.Key, 10, 64)
	if err != nil {
		return fmt.Errorf("delivery %q: %w", j.Key, job.ErrGiveUp)
	}
	d, err := s.deliveryByID(ctx, id)
	if errors.Is(err, errNoDelivery) {
		return nil
	}
	if err != nil {
		return err
	}
	select {
	case s.sending <- struct{}{}:
		defer func() { <-s.sending }()
	default:
		return s.Queue.Enqueue(ctx, jobRedeliver, j.Key, nil, s.Clock().Add(busyPause))
	}
	if err := s.resend(ctx, d); !errors.Is(err, errNoHook) {
		return err
	}
	return nil
}
