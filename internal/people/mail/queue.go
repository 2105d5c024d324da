package mail

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"quoin/internal/platform/job"
)

// JobSend is the kind of job that hands a message to the mail server.
const JobSend = "send-mail"

// Queue is a Sender whose messages wait as jobs for a Server.
type Queue struct {
	Jobs   job.Queue
	Server *Server
	Clock  func() time.Time
	Log    *slog.Logger
}

// Send implements Sender. What nobody could deliver is noted in the log: the
// write that it tells of doesn't fail over it.
func (q *Queue) Send(ctx context.Context, m Message) error {
	m, err := m.sane()
	if err != nil {
		q.Log.WarnContext(ctx, "a message can't be sent", "subject", m.Subject, "error", err)
		return nil
	}
	m.ID = strings.ToLower(rand.Text())
	payload, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("queue a message: %w", err)
	}
	return q.Jobs.Enqueue(ctx, JobSend, "", payload, q.Clock())
}

// Deliver runs a job of kind JobSend. What the server refuses for good is given
// up; what failed for any other reason is tried again by the worker, with the
// same Message-ID, so that a message which arrives twice can be told as one.
func (q *Queue) Deliver(ctx context.Context, j job.Job) error {
	var m Message
	if err := json.Unmarshal(j.Payload, &m); err != nil {
		return fmt.Errorf("message of job %d: %w: %w", j.ID, err, job.ErrGiveUp)
	}
	return q.Server.Deliver(ctx, m)
}
