package fault

import (
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strconv"
	"syscall"
)

// What a site stands on can fail it. These are no defects of a handler and no
// refusals either: who made the request can't help it, and whoever tries several
// things in a row does best to stop. As doesn't find them; Outage does.
var (
	// ErrUnavailable says that the database can't be used for the moment. Nothing of
	// a write was stored.
	ErrUnavailable = errors.New("the database can't be reached")
	// ErrReadOnly says that the database takes no writes: it is a standby, its server was
	// told so, or the site moves to another one. Reads go on; nothing of a write was
	// stored.
	ErrReadOnly = errors.New("the database only reads")
	// ErrUncertain says that nobody knows whether a write was stored for good: the
	// database went away during the commit, or the disk didn't take it.
	ErrUncertain = errors.New("the outcome of a commit is unknown")
	// ErrNoStorage says that the place of uploaded files can't be reached, or fails.
	ErrNoStorage = errors.New("the storage of files can't be reached")
	// ErrFull says that there is no room to store something, which wasn't.
	ErrFull = errors.New("no room is left")
	// ErrBusy says that others hold the memory that an answer needs.
	ErrBusy = errors.New("others hold the memory that this needs")
	// ErrDatabaseFull is an ErrFull of the database.
	ErrDatabaseFull = fmt.Errorf("%w for the database", ErrFull)
)

var (
	unavailable = &Error{
		Code: "database_unavailable", Message: "The database can't be reached at the moment. Try again soon.",
		Status: http.StatusServiceUnavailable, RetryAfter: 5,
	}
	readOnly = &Error{
		Code: "database_read_only", Message: "The site takes no changes at the moment. Try again soon.",
		Status: http.StatusServiceUnavailable, RetryAfter: 10,
	}
	noStorage = &Error{
		Code: "storage_unavailable", Message: "The storage of files can't be reached at the moment. Try again soon.",
		Status: http.StatusServiceUnavailable, RetryAfter: 5,
	}
	busy = &Error{
		Code: "server_busy", Message: "Many long answers are being made. Try again soon, or ask for less at once.",
		Status: http.StatusServiceUnavailable, RetryAfter: 2,
	}
	uncertain = New(http.StatusInternalServerError, "outcome_unknown", "The server doesn't know whether this was stored. See whether it was before you send it again.")
	full      = New(http.StatusInsufficientStorage, "storage_full", "There is no room left to store this, and nothing of it was kept.")
)

// Unanswered is the answer to a write that was done, when what became of it can't be read.
var Unanswered = New(http.StatusInternalServerError, "answer_unavailable", "This was done, but what became of it can't be read at the moment. Look before you send it again.")

// Outage is the answer to an error of what the site stands on, nil for any other.
func Outage(err error) *Error {
	switch {
	case errors.Is(err, ErrUncertain):
		return uncertain
	case errors.Is(err, ErrFull):
		return full
	case errors.Is(err, ErrReadOnly):
		return readOnly
	case errors.Is(err, ErrUnavailable):
		return unavailable
	case errors.Is(err, ErrNoStorage):
		return noStorage
	case errors.Is(err, ErrBusy):
		return busy
	}
	return nil
}

// Incidental is an error of what a read stores besides: nil when the database only reads,
// which doesn't keep the read from being answered.
func Incidental(err error) error {
	if errors.Is(err, ErrReadOnly) {
		return nil
	}
	return err
}

// windowsDiskFull is what Windows says; its package syscall has no name for it.
const windowsDiskFull = syscall.Errno(112)

// Outage tells whether a fault is the answer to one.
func (e *Error) Outage() bool {
	return e == uncertain || e == full || e == unavailable || e == readOnly || e == noStorage || e == Unanswered
}

// Full makes an error of the system that says that a disk, or what one may use of it,
// is full an ErrFull. Others stay as they are.
func Full(err error) error {
	switch {
	case err == nil, errors.Is(err, ErrFull):
		return err
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), runtime.GOOS == "windows" && errors.Is(err, windowsDiskFull):
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}

// SetHeader sets what a fault says beside its body.
func (e *Error) SetHeader(h http.Header) {
	if e.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(e.RetryAfter))
	}
}
