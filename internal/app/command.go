package app

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/ext"
)

// extension is one that works, by its id.
func (a *App) extension(ctx context.Context, id string) (*extension, error) {
	i := slices.IndexFunc(a.extensions, func(x *extension) bool { return x.ID == id })
	switch {
	case i < 0:
		return nil, fmt.Errorf("there is no extension %q", id)
	case a.extensions[i].failed != nil:
		return nil, fmt.Errorf("extension %s failed to start: %w", id, a.extensions[i].failed)
	case !a.active(ctx, a.extensions[i]):
		return nil, fmt.Errorf("extension %s is switched off", id)
	}
	return a.extensions[i], nil
}

// CheckExtension refuses ids that no extension of a list has.
func CheckExtension(id string, list []ext.Extension) error {
	var known []string
	for _, x := range list {
		if x.ID == id {
			return nil
		}
		known = append(known, x.ID)
	}
	return fmt.Errorf("there is no extension %q; there are %s", id, strings.Join(known, ", "))
}

// SwitchExtension switches an extension on or off.
func (a *App) SwitchExtension(ctx context.Context, id string, on bool) error {
	i := slices.IndexFunc(a.extensions, func(x *extension) bool { return x.ID == id })
	if i < 0 {
		return fmt.Errorf("there is no extension %q", id)
	}
	if !a.extensions[i].switchable() {
		return fmt.Errorf("extension %s is always on", id)
	}
	state := env.ExtensionInactive
	if on {
		state = env.ExtensionActive
	}
	return a.DB.InTx(ctx, func(ctx context.Context) error {
		return a.Env.Extensions.SetState(ctx, a.extensions[i].Info.ID, state)
	})
}

// RunCommand runs a command of an extension.
func (a *App) RunCommand(ctx context.Context, id, verb string, c *ext.Call) error {
	x, err := a.extension(ctx, id)
	if err != nil {
		return err
	}
	run := x.parts.Commands[verb]
	if run == nil {
		return fmt.Errorf("extension %s has no command %q", id, verb)
	}
	call := *c
	if call.Progress == nil {
		call.Progress = io.Discard
	}
	return run(ctx, &call)
}

// ExtensionStatus tells of an extension that the site was started with.
type ExtensionStatus struct {
	ID, Title string
	Active    bool
	Failed    error
}

// ExtensionList are the extensions that the site was started with.
func (a *App) ExtensionList(ctx context.Context) []ExtensionStatus {
	var out []ExtensionStatus
	for _, x := range a.extensions {
		out = append(out, ExtensionStatus{x.ID, x.Info.Title, a.active(ctx, x), x.failed})
	}
	return out
}
