package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"quoin/internal/platform/fault"
	"quoin/internal/platform/wire"
)

func TestBodyAndStatus(t *testing.T) {
	t.Parallel()
	bad, gone := fault.BadRequest("bad", "Bad."), fault.New(410, "gone", "Gone.")
	quiet := fault.New(400, "quiet", "Quiet.")
	quiet.NoData = true
	for _, c := range []struct {
		err    *fault.Error
		status int
		want   string
	}{
		{bad, 400, `{"code":"bad","message":"Bad.","data":{"status":400}}`},
		{fault.NotFound("a", "b"), 404, `{"code":"a","message":"b","data":{"status":404}}`},
		{fault.NoStatus("a", "b"), 500, `{"code":"a","message":"b","data":null}`},
		{fault.NoStatus("a", "b").With("x", 1), 500, `{"code":"a","message":"b","data":{"x":1}}`},
		{bad.With("x", 1).With("y", 2), 400, `{"code":"bad","message":"Bad.","data":{"status":400,"x":1,"y":2}}`},
		{bad.WithMessage("Worse."), 400, `{"code":"bad","message":"Worse.","data":{"status":400}}`},
		{bad.WithExtra(5).WithExtra("z"), 400, `{"code":"bad","message":"Bad.","data":{"status":400},"additional_data":[5,"z"]}`},
		{quiet, 400, `{"code":"quiet","message":"Quiet."}`},
		// The last status counts.
		{bad.And(gone, fault.NoStatus("c", "d")), 410, `{"code":"bad","message":"Bad.","data":{"status":400},` +
			`"additional_errors":[{"code":"gone","message":"Gone.","data":{"status":410}},{"code":"c","message":"d","data":null}]}`},
		{fault.Denied("no", "No.").For(false), 401, `{"code":"no","message":"No.","data":{"status":401}}`},
		{fault.Denied("no", "No.").For(true), 403, `{"code":"no","message":"No.","data":{"status":403}}`},
		{fault.Forbidden("no", "No.").For(false), 403, `{"code":"no","message":"No.","data":{"status":403}}`},
	} {
		if got := string(wire.Encode(c.err.Body(), nil)); got != c.want || c.err.HTTPStatus() != c.status {
			t.Errorf("%d %s, want %d %s", c.err.HTTPStatus(), got, c.status, c.want)
		}
	}
	if bad.Data != nil || bad.ExtraData != nil || bad.More != nil || bad.Message != "Bad." || bad.Committed() == bad || bad.CommitAnyway {
		t.Errorf("a shared fault was changed: %+v", bad)
	}
}

func TestAs(t *testing.T) {
	t.Parallel()
	bad := fault.BadRequest("bad", "Bad.")
	wrapped := fmt.Errorf("around: %w", bad)
	if fault.As(wrapped) != bad || fault.As(errors.New("x")) != nil || fault.As(nil) != nil {
		t.Error("faults are found inside other errors too")
	}
	if wrapped.Error() != "around: bad: Bad." {
		t.Errorf("text %q", wrapped)
	}
}
