package extensions

import (
	"context"
	"fmt"
	"io"
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/ext"
)

// Find is one that works, by its id.
func (s *Set) Find(ctx context.Context, id string) (*Extension, error) {
	i := slices.IndexFunc(s.List, func(x *Extension) bool { return x.ID == id })
	switch {
	case i < 0:
		return nil, fmt.Errorf("there is no extension %q", id)
	case s.List[i].Failed != nil:
		return nil, fmt.Errorf("extension %s failed to start: %w", id, s.List[i].Failed)
	case !s.Active(ctx, s.List[i]):
		return nil, fmt.Errorf("extension %s is switched off", id)
	}
	return s.List[i], nil
}

// Switch switches an extension on or off.
func (s *Set) Switch(ctx context.Context, id string, on bool) error {
	i := slices.IndexFunc(s.List, func(x *Extension) bool { return x.ID == id })
	if i < 0 {
		return fmt.Errorf("there is no extension %q", id)
	}
	if !s.List[i].Switchable() {
		return fmt.Errorf("extension %s is always on", id)
	}
	state := env.ExtensionInactive
	if on {
		state = env.ExtensionActive
	}
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		return s.Env.Extensions.SetState(ctx, s.List[i].Info.ID, state)
	})
}

// Run runs a command of an extension.
func (s *Set) Run(ctx context.Context, id, verb string, c *ext.Call) error {
	x, err := s.Find(ctx, id)
	if err != nil {
		return err
	}
	run := x.Parts.Commands[verb]
	if run == nil {
		return fmt.Errorf("extension %s has no command %q", id, verb)
	}
	call := *c
	if call.Progress == nil {
		call.Progress = io.Discard
	}
	return run(ctx, &call)
}

// Status tells of an extension that the site was started with.
type Status struct {
	ID, Title string
	Active    bool
	Failed    error
}

// Statuses are the extensions that the site was started with.
func (s *Set) Statuses(ctx context.Context) []Status {
	var out []Status
	for _, x := range s.List {
		out = append(out, Status{x.ID, x.Info.Title, s.Active(ctx, x), x.Failed})
	}
	return out
}
