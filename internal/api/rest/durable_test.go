package rest_test

import (
	"context"
	"errors"
	"testing"

	"quoin/internal/api/rest"
	"quoin/internal/platform/scope"
)

// TestAnswersWaitForTheDisk: whoever wrote is answered when the disk has it, and
// told when it may not.
func TestAnswersWaitForTheDisk(t *testing.T) {
	t.Parallel()
	var lost error
	waited := 0
	s := newAPI(t, func(c *rest.Config) {
		c.Transact = func(ctx context.Context, fn func(context.Context) error) error {
			if err := fn(ctx); err != nil {
				return err
			}
			scope.CommitsOf(ctx).Add(func() error {
				waited++
				return lost
			})
			return nil
		}
	})
	const write = `{"title":"made"}`
	if w := s.call("POST", "/api/core/v2/things", write, "Authorization: editor"); w.Code != 201 || waited != 1 {
		t.Errorf("%d %s, waited %d times", w.Code, w.Body, waited)
	}
	lost = errors.New("a secret of the disk")
	w := s.call("POST", "/api/core/v2/things", write, "Authorization: editor")
	if w.Code != 500 || at(t, w.Body.String(), "code") != `"internal_server_error"` || waited != 2 {
		t.Errorf("lost: %d %s, waited %d times", w.Code, w.Body, waited)
	}
	if w := s.call("POST", "/api/core/v2/things", `{"title":"refused"}`, "Authorization: editor"); w.Code != 404 || waited != 2 {
		t.Errorf("nothing was written: %d %s, waited %d times", w.Code, w.Body, waited)
	}
}
