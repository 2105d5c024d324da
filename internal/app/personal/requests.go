package personal

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/people/account"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
)

// Letters are what people are told of requests. All join the transaction of ctx.
type Letters interface {
	AskRequest(ctx context.Context, r *user.DataRequest) error
	TellExport(ctx context.Context, r *user.DataRequest) error
	TellErased(ctx context.Context, email string) error
}

// Requests are what people ask for with their data: a file, or that they be forgotten.
type Requests struct {
	Data    *Data
	Letters Letters
}

// What requests are refused for.
var (
	errWho     = fault.New(http.StatusBadRequest, "request_unknown_person", "There is no such user, and this is no email address.")
	errOpen    = fault.New(http.StatusConflict, "request_open", "There is a request for this address that isn't completed.")
	errDone    = fault.New(http.StatusConflict, "request_done", "This request is completed.")
	errUnknown = fault.New(http.StatusNotFound, "request_unknown", "There is no such request.")
)

func (q *Requests) now() string { return q.Data.Site.Clock().UTC().Format(site.DateForm) }

// List are the requests that a query asks for, how many there are on all pages, and how many
// in each state. Those that nobody confirmed in time have failed by then.
func (q *Requests) List(ctx context.Context, query user.RequestQuery) ([]*user.DataRequest, int, map[user.RequestStatus]int, error) {
	before := q.Data.Site.Clock().UTC().Add(-account.RequestTime).Format(site.DateForm)
	if err := q.Data.Store.FailRequests(ctx, before); err != nil {
		return nil, 0, nil, err
	}
	counts, err := q.Data.Store.CountRequests(ctx, query.Kind)
	if err != nil {
		return nil, 0, nil, err
	}
	list, total, err := q.Data.Store.Requests(ctx, query)
	return list, total, counts, err
}

// addressOf is the address that an address or a log-in name means.
func (q *Requests) addressOf(ctx context.Context, who string) (string, error) {
	if who = strings.TrimSpace(who); clean.IsEmail(who) {
		return who, nil
	}
	u, err := q.Data.Store.UserByLogin(ctx, who)
	if errors.Is(err, user.ErrNotFound) || err == nil && u.Email == "" {
		return "", errWho
	}
	if err != nil {
		return "", err
	}
	return u.Email, nil
}

// Add makes a request for whoever has an address or a log-in name. With ask its person has
// to confirm it.
func (q *Requests) Add(ctx context.Context, kind user.RequestKind, who string, ask bool) (*user.DataRequest, error) {
	email, err := q.addressOf(ctx, who)
	if err != nil {
		return nil, err
	}
	r := &user.DataRequest{Kind: kind, Email: email, Status: user.RequestConfirmed, Created: q.now()}
	err = q.Data.Store.InTx(ctx, func(ctx context.Context) error {
		switch open, err := q.Data.Store.OpenRequest(ctx, kind, email); {
		case err != nil:
			return err
		case open:
			return errOpen
		}
		if !ask {
			r.Confirmed = r.Created
		}
		if err := q.Data.Store.InsertRequest(ctx, r); err != nil || !ask {
			return err
		}
		return q.Letters.AskRequest(ctx, r)
	})
	return r, err
}

// with changes a request of a kind in a transaction.
func (q *Requests) with(ctx context.Context, kind user.RequestKind, id int64, change func(ctx context.Context, r *user.DataRequest) error) error {
	return q.Data.Store.InTx(ctx, func(ctx context.Context) error {
		r, err := q.One(ctx, kind, id)
		if err != nil {
			return err
		}
		return change(ctx, r)
	})
}

// One is a request of a kind.
func (q *Requests) One(ctx context.Context, kind user.RequestKind, id int64) (*user.DataRequest, error) {
	r, err := q.Data.Store.Request(ctx, id)
	if errors.Is(err, user.ErrNoRequest) || err == nil && r.Kind != kind {
		return nil, errUnknown
	}
	return r, err
}

// withOpen is with for requests that aren't completed. The address of others may be another person's by now.
func (q *Requests) withOpen(ctx context.Context, kind user.RequestKind, id int64, change func(ctx context.Context, r *user.DataRequest) error) error {
	return q.with(ctx, kind, id, func(ctx context.Context, r *user.DataRequest) error {
		if r.Status == user.RequestCompleted {
			return errDone
		}
		return change(ctx, r)
	})
}

// Resend asks the person of a request once more.
func (q *Requests) Resend(ctx context.Context, kind user.RequestKind, id int64) error {
	return q.withOpen(ctx, kind, id, q.Letters.AskRequest)
}

// Complete says that a request is done.
func (q *Requests) Complete(ctx context.Context, kind user.RequestKind, id int64) error {
	return q.with(ctx, kind, id, q.complete)
}

func (q *Requests) complete(ctx context.Context, r *user.DataRequest) error {
	r.Status, r.Completed, r.Digest = user.RequestCompleted, q.now(), ""
	return q.Data.Store.UpdateRequest(ctx, r)
}

// Remove forgets a request, and ends the links that were mailed for it.
func (q *Requests) Remove(ctx context.Context, kind user.RequestKind, id int64) error {
	return q.with(ctx, kind, id, func(ctx context.Context, r *user.DataRequest) error {
		return q.Data.Store.DeleteRequest(ctx, r.ID)
	})
}

// Export writes the file that a request asks for.
func (q *Requests) Export(ctx context.Context, r *user.DataRequest, w io.Writer) error {
	return q.Data.WriteFile(ctx, r.Email, w)
}

// SendExport mails the person of a request a link to the file, and completes it.
func (q *Requests) SendExport(ctx context.Context, id int64) error {
	return q.with(ctx, user.RequestExport, id, func(ctx context.Context, r *user.DataRequest) error {
		if err := q.complete(ctx, r); err != nil {
			return err
		}
		return q.Letters.TellExport(ctx, r)
	})
}

// Erase forgets the person of a request, tells them, and completes it.
func (q *Requests) Erase(ctx context.Context, id int64, how Erasure) (Erased, error) {
	var done Erased
	err := q.Data.Definitions.BuildIndexes(ctx, nil)
	if err != nil {
		return done, err
	}
	err = q.withOpen(ctx, user.RequestErasure, id, func(ctx context.Context, r *user.DataRequest) error {
		// The mail is in the language of the account, which may be gone afterwards.
		if err := q.Letters.TellErased(ctx, r.Email); err != nil {
			return err
		}
		p, err := q.Data.withEmail(ctx, r.Email)
		if err != nil {
			return err
		}
		how.keep = r.ID
		if done, err = q.Data.erase(ctx, p, how); err != nil {
			return err
		}
		return q.complete(ctx, r)
	})
	return done, err
}
