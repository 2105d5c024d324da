package user

import (
	"context"
	"errors"
)

// RequestKind is what is asked for with the data of a person.
type RequestKind string

// Kinds of requests.
const (
	RequestExport  RequestKind = "export"
	RequestErasure RequestKind = "erase"
)

// RequestStatus is how far a request is.
type RequestStatus string

// States of requests.
const (
	RequestPending   RequestStatus = "pending"   // its person was asked and hasn't answered
	RequestConfirmed RequestStatus = "confirmed" // its person wants it, or nobody has to be asked
	RequestFailed    RequestStatus = "failed"    // its person didn't answer in time
	RequestCompleted RequestStatus = "completed"
)

// RequestStatuses are all of them, in the order in which they are told.
func RequestStatuses() []RequestStatus {
	return []RequestStatus{RequestPending, RequestConfirmed, RequestFailed, RequestCompleted}
}

// DataRequest asks for what a site knows of a person, or that it be forgotten.
type DataRequest struct {
	ID     int64
	Kind   RequestKind
	Email  string // the person's
	Status RequestStatus
	// Moments (UTC): when it was made, when its person was last asked, and when it got
	// these states, "" for never.
	Created, Asked, Confirmed, Completed string
	// Digest is of the secret in the link that confirms it, "" while there is none.
	Digest string
	// FileDigest is of the secret in the link to what was asked for, which works until
	// FileUntil.
	FileDigest, FileUntil string
}

// RequestQuery asks for a part of the requests of a kind.
type RequestQuery struct {
	Kind   RequestKind
	Status RequestStatus // "" for all
	Search string        // part of an address, "" for all
	// ByEmail orders by addresses, else the order is that of making.
	ByEmail, Ascending bool
	Offset, Limit      int
}

// ErrNoRequest says that there is no such request.
var ErrNoRequest = errors.New("request not found")

// RequestStore keeps requests. Every method joins the transaction of its context.
type RequestStore interface {
	// InsertRequest sets the ID.
	InsertRequest(ctx context.Context, r *DataRequest) error
	UpdateRequest(ctx context.Context, r *DataRequest) error
	Request(ctx context.Context, id int64) (*DataRequest, error)
	// Requests also tells how many there are on all pages.
	Requests(ctx context.Context, q RequestQuery) ([]*DataRequest, int, error)
	// CountRequests counts those of a kind by their states.
	CountRequests(ctx context.Context, kind RequestKind) (map[RequestStatus]int, error)
	// OpenRequest tells whether one of a kind with an address is neither completed nor failed.
	OpenRequest(ctx context.Context, kind RequestKind, email string) (bool, error)
	// RequestsOf are all with an address, in the order of making.
	RequestsOf(ctx context.Context, email string) ([]*DataRequest, error)
	DeleteRequest(ctx context.Context, id int64) error
	// FailRequests ends those whose persons were asked before a moment and haven't answered.
	FailRequests(ctx context.Context, before string) error
}
