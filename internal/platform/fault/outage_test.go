package fault_test

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"syscall"
	"testing"

	"quoin/internal/platform/fault"
)

// TestOutage finds what fails a site within other errors, and tells it from refusals.
func TestOutage(t *testing.T) {
	t.Parallel()
	write := &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	for _, c := range []struct {
		err    error
		status int
		retry  string
	}{
		{fmt.Errorf("a: %w: %w", fault.ErrUnavailable, errors.New("refused")), 503, "5"},
		{fmt.Errorf("%w: %w", fault.ErrUncertain, fault.ErrUnavailable), 500, ""},
		{fmt.Errorf("c: %w", fault.ErrNoStorage), 503, "5"},
		{fault.Full(write), 507, ""},
		{fault.Full(fmt.Errorf("b: %w", syscall.EDQUOT)), 507, ""},
		{fault.Full(fault.Full(write)), 507, ""},
		{write, 0, ""},
		{fault.Full(&fs.PathError{Op: "write", Path: "x", Err: syscall.EACCES}), 0, ""},
		{fault.Full(nil), 0, ""},
		{nil, 0, ""},
	} {
		f, h, status := fault.Outage(c.err), http.Header{}, 0
		if f != nil {
			f.SetHeader(h)
			status = f.HTTPStatus()
		}
		if status != c.status || h.Get("Retry-After") != c.retry || fault.As(c.err) != nil {
			t.Errorf("%v: %d, Retry-After %q", c.err, status, h.Get("Retry-After"))
		}
	}
	if err := fault.Full(write); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("the cause is lost: %v", err)
	}
}
