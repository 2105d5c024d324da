package changes

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"quoin/internal/platform/fault"
	"quoin/internal/platform/job"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/rowmap"
	"quoin/internal/platform/wire"
)

// Kinds of jobs; both have an id as key.
const (
	jobDeliver   = "deliver"   // tells one webhook what it wasn't told yet
	jobRedeliver = "redeliver" // sends one delivery again
)

const (
	// atOnce is how many changes one delivery has, and inARow how many
	// deliveries one job makes before others have their turn.
	atOnce = 100
	inARow = 20
	// maxTries is after how many failures a delivery is left behind.
	maxTries = 8
	// patience is for how long nothing may succeed before a webhook is
	// switched off.
	patience = 3 * day
	// answerShown is how much of an answer is kept.
	answerShown = 1000
	sendTime    = 10 * time.Second
	// busyPause is when a job that found no room tries again.
	busyPause = time.Second
)

// backoff is how long a webhook waits after its n-th failure in a row.
func backoff(n int64) time.Duration {
	steps := []time.Duration{10 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour}
	return steps[min(max(int(n)-1, 0), len(steps)-1)]
}

// delivery is what one webhook was or is to be told.
type delivery struct {
	ID, Hook      int64
	Token         string // the same however often it is sent
	Kind          string // changes or ping
	State         string
	Attempts      int64
	Created       int64
	Tried, Took   int64
	Status        int64
	Answer, Error string
	Changes       int64
	Payload       string
	To            position
}

// The states of deliveries.
const (
	stateOpen   = "open"   // it will be tried
	stateDone   = "done"   // a success was answered
	stateFailed = "failed" // given up
)

// The kinds of deliveries.
const (
	kindChanges = "changes"
	kindPing    = "ping"
)

// start has a webhook told what it wasn't, at a time in milliseconds; 0 is now.
func (s *webhooks) start(ctx context.Context, id, at int64) error {
	when := s.Clock()
	if at > 0 {
		when = time.UnixMilli(at)
	}
	return s.Queue.Enqueue(ctx, jobDeliver, strconv.FormatInt(id, 10), nil, when)
}

// deliver is the job that tells one webhook, one delivery after the other. HTTP
// happens between transactions.
func (s *webhooks) deliver(ctx context.Context, j job.Job) error {
	id, err := strconv.ParseInt(j.Key, 10, 64)
	if err != nil {
		return fmt.Errorf("webhook %q: %w", j.Key, job.ErrGiveUp)
	}
	select {
	case s.sending <- struct{}{}:
		defer func() { <-s.sending }()
	default:
		return s.start(ctx, id, s.Clock().Add(busyPause).UnixMilli())
	}
	for range inARow {
		h, d, err := s.next(ctx, id)
		if err != nil || d == nil {
			return err
		}
		s.send(ctx, h, d)
		if ctx.Err() != nil {
			return ctx.Err() // the next worker sends it again
		}
		goOn, err := s.finish(ctx, d)
		if err != nil || !goOn {
			return err
		}
	}
	return s.start(ctx, id, 0)
}

// next is the delivery that a webhook gets now, nil if there is none: the one
// that failed before, or one of what changed since.
func (s *webhooks) next(ctx context.Context, id int64) (h *hook, d *delivery, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context) error {
		d = nil
		h, err = s.hook(ctx, id)
		switch {
		case errors.Is(err, errNoHook):
			return nil
		case err != nil || !h.Active:
			return err
		case h.NextAt > s.Clock().UnixMilli():
			return s.start(ctx, id, h.NextAt)
		}
		open, err := s.deliveries(ctx, "WHERE hook_id = ? AND state = ? AND kind = ? ORDER BY id LIMIT 1", id, stateOpen, kindChanges)
		if err != nil || len(open) > 0 {
			if len(open) > 0 {
				d = open[0]
			}
			return err
		}
		newest, err := s.history.newest(ctx, false)
		if err != nil {
			return err
		}
		list, end, more, err := s.history.page(ctx, h.viewer(s.history), h.Position, atOnce)
		if err != nil {
			return err
		}
		if known, err := s.history.complete(ctx, h.Position, false); err != nil {
			return err
		} else if !known {
			// It was off for longer than changes are kept, or a backup was restored.
			s.Log.WarnContext(ctx, "a webhook missed changes that aren't kept any more", "webhook", id)
			list, end, more = nil, newest, false
		}
		position := end // as the feed tells it: not that there was something hidden
		if !more && end.seq < newest.seq {
			end = newest // what lies between isn't for this one
		}
		if len(list) == 0 {
			if end != h.Position {
				if _, err := s.DB.Exec(ctx, "UPDATE changes_hook SET position = ?, position_mark = ? WHERE id = ?", end.seq, end.mark, id); err != nil {
					return err
				}
			}
			if more {
				return s.start(ctx, id, 0)
			}
			return nil
		}
		d, err = s.newDelivery(ctx, h, list, position, end)
		return err
	})
	return h, d, err
}

// newDelivery stores what a webhook is to be told: changes up to the position told,
// after which it goes on at end.
func (s *webhooks) newDelivery(ctx context.Context, h *hook, list []seen, position, end position) (*delivery, error) {
	changes, cursor, err := s.history.objects(ctx, list, position)
	if err != nil {
		return nil, err
	}
	d := s.delivery(h, kindChanges, wire.NewObject("webhook", h.ID, "changes", changes, "cursor", cursor))
	d.Changes, d.To = int64(len(list)), end
	return d, s.insertDelivery(ctx, d)
}

// delivery is a new one.
func (s *webhooks) delivery(h *hook, kind string, data *wire.Object) *delivery {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	now := s.Clock()
	body := wire.NewObject("type", kind, "timestamp", now.UTC().Format(time.RFC3339), "data", data)
	return &delivery{
		Hook: h.ID, Token: "msg_" + hex.EncodeToString(b[:]), Kind: kind, State: stateOpen, Created: now.UnixMilli(), Payload: string(wire.Encode(body, nil)),
	}
}

// sign is the signature of a delivery, as the Standard Webhooks specification
// has it: of its id, the time and the body.
func sign(secret, token string, unix int64, body string) (string, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil {
		return "", fmt.Errorf("secret of a webhook: %w", err)
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.%s", token, unix, body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}

// send posts a delivery and notes in it what came of that. It must not be called
// in a transaction.
func (s *webhooks) send(ctx context.Context, h *hook, d *delivery) {
	began := s.Clock()
	d.Attempts++
	d.Tried, d.Status, d.Answer, d.Error, d.State = began.UnixMilli(), 0, "", "", stateOpen
	answer, err := s.post(ctx, h, d, began.Unix())
	d.Took = s.Clock().Sub(began).Milliseconds()
	switch {
	case err != nil:
		d.Error = shortened(reasonOf(err))
	default:
		d.Status, d.Answer = int64(answer.Status), shortened(string(answer.Body))
		if answer.Status >= 200 && answer.Status < 300 {
			d.State = stateDone
		}
	}
}

func (s *webhooks) post(ctx context.Context, h *hook, d *delivery, unix int64) (*outbound.Answer, error) {
	secret, err := s.Secrets.Open(ctx, sealedSecrets, h.Secret)
	if err != nil {
		return nil, err
	}
	signature, err := sign(secret, d.Token, unix, d.Payload)
	if err != nil {
		return nil, err
	}
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("Webhook-Id", d.Token)
	header.Set("Webhook-Timestamp", strconv.FormatInt(unix, 10))
	header.Set("Webhook-Signature", signature)
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	return s.Outbound.Do(ctx, outbound.Request{
		Method: http.MethodPost, URL: h.URL, Header: header, Body: []byte(d.Payload), MaxBytes: answerShown, Cut: true, NoRedirects: true,
	})
}

// reasonOf tells why nothing was answered, to administrators.
func reasonOf(err error) string {
	if errors.Is(err, outbound.ErrRefused) {
		return "The address isn't public, or has a port that isn't asked."
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Sprintf("There was no answer within %v.", sendTime)
	}
	return err.Error()
}

// shortened is the beginning of a text, as text that both databases take.
func shortened(s string) string {
	s = s[:min(len(s), answerShown)]
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// finish writes down what came of a delivery, and tells whether the webhook may
// get the next one now.
func (s *webhooks) finish(ctx context.Context, d *delivery) (goOn bool, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context) error {
		goOn = false
		h, err := s.hook(ctx, d.Hook)
		if err != nil {
			if errors.Is(err, errNoHook) {
				return nil
			}
			return err
		}
		now := s.Clock().UnixMilli()
		state, on, note, nextAt, since, to := d.State, h.Active, h.Note, int64(0), int64(0), h.Position
		if state == stateDone {
			to = d.To
		} else {
			since = cmp.Or(h.FailingSince, now)
			nextAt = now + backoff(d.Attempts).Milliseconds()
			if d.Attempts >= maxTries {
				state, to = stateFailed, d.To
			}
			switch {
			case d.Status == http.StatusGone:
				on, note = false, "Switched off: the address answered 410 Gone."
			case now-since >= patience.Milliseconds():
				on, note = false, fmt.Sprintf("Switched off: nothing was delivered for %d days.", int(patience/day))
			}
		}
		tried := *d
		tried.State = state
		n, err := s.DB.Exec(ctx, deliveryResult.Update("changes_delivery")+" WHERE id = ? AND state = ?", append(deliveryResult.Values(&tried), d.ID, stateOpen)...)
		if err != nil || n == 0 {
			return err // another worker was faster
		}
		if _, err := s.DB.Exec(ctx, "UPDATE changes_hook SET active = ?, note = ?, position = ?, position_mark = ?, next_at = ?, failing_since = ? WHERE id = ?",
			on, note, to.seq, to.mark, nextAt, since, h.ID); err != nil {
			return err
		}
		if h.Active && !on {
			s.Log.WarnContext(ctx, "a webhook is switched off", "webhook", h.ID, "note", note)
			return s.DB.Changed(ctx, "hooks")
		}
		if nextAt > 0 {
			return s.start(ctx, h.ID, nextAt)
		}
		goOn = on
		return nil
	})
	return goOn, err
}

var deliveryRow = rowmap.Of(
	rowmap.Key("id", func(d *delivery) any { return &d.ID }),
	rowmap.Field("hook_id", func(d *delivery) any { return &d.Hook }),
	rowmap.Field("token", func(d *delivery) any { return &d.Token }),
	rowmap.Field("kind", func(d *delivery) any { return &d.Kind }),
	rowmap.Field("state", func(d *delivery) any { return &d.State }),
	rowmap.Field("attempts", func(d *delivery) any { return &d.Attempts }),
	rowmap.Field("created", func(d *delivery) any { return &d.Created }),
	rowmap.Field("tried", func(d *delivery) any { return &d.Tried }),
	rowmap.Field("took", func(d *delivery) any { return &d.Took }),
	rowmap.Field("status", func(d *delivery) any { return &d.Status }),
	rowmap.Field("answer", func(d *delivery) any { return &d.Answer }),
	rowmap.Field("error", func(d *delivery) any { return &d.Error }),
	rowmap.Field("changes", func(d *delivery) any { return &d.Changes }),
	rowmap.Field("payload", func(d *delivery) any { return &d.Payload }),
	rowmap.Field("position", func(d *delivery) any { return &d.To.seq }),
	rowmap.Field("position_mark", func(d *delivery) any { return &d.To.mark }),
)

// deliveryResult are the columns that an attempt changes.
var deliveryResult = deliveryRow.Only("state", "attempts", "tried", "took", "status", "answer", "error")

func (s *webhooks) deliveries(ctx context.Context, rest string, args ...any) ([]*delivery, error) {
	list := []*delivery{}
	err := s.DB.Query(ctx, "SELECT "+deliveryRow.Read("")+" FROM changes_delivery "+rest, args, func(scan func(...any) error) error {
		d, err := deliveryRow.Scan(scan)
		list = append(list, d)
		return err
	})
	return list, err
}

var errNoDelivery = fault.NotFound("quoin_delivery_not_found", "There is no delivery with this id.")

// deliveryByID is one delivery, of any webhook.
func (s *webhooks) deliveryByID(ctx context.Context, id int64) (*delivery, error) {
	list, err := s.deliveries(ctx, "WHERE id = ?", id)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, errNoDelivery
	}
	return list[0], nil
}

// deliveryOf is one delivery of a webhook.
func (s *webhooks) deliveryOf(ctx context.Context, hook, id int64) (*delivery, error) {
	d, err := s.deliveryByID(ctx, id)
	if err == nil && d.Hook != hook {
		return nil, errNoDelivery
	}
	return d, err
}

func (s *webhooks) insertDelivery(ctx context.Context, d *delivery) error {
	_, err := s.DB.Insert(ctx, deliveryRow.Insert("changes_delivery")+" RETURNING id", deliveryRow.Values(d), &d.ID)
	return err
}

// expireDeliveries removes what is older than the log is kept.
func (s *webhooks) expireDeliveries(ctx context.Context) error {
	before := s.Clock().Add(-time.Duration(declared.Of(ctx, s.Options).keepLogDays) * day).UnixMilli()
	_, err := s.DB.Exec(ctx, "DELETE FROM changes_delivery WHERE created < ? AND state <> ?", before, stateOpen)
	return err
}
