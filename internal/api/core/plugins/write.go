package plugins

import (
	"context"
	"errors"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/platform/wire"
)

func (res *resource) allowCreate(r *rest.Request) error {
	switch {
	case !r.Actor.Can("install_plugins"):
		return errInstall
	case argStatus.Of(r) != "inactive" && !r.Actor.Can("activate_plugins"):
		return errActivate
	}
	return nil
}

func (res *resource) allowDelete(r *rest.Request) error {
	if !r.Actor.Can("activate_plugins") || !r.Actor.Can("delete_plugins") {
		return errManage
	}
	_, err := res.find(r)
	return err
}

// create shows an extension that was removed; it is named by its folder.
func (res *resource) create(r *rest.Request) (*rest.Response, error) {
	ctx, slug := r.Context(), argSlug.Of(r)
	x, ok := res.Extensions.Find(func(id string) bool {
		folder, _, _ := strings.Cut(id, "/")
		return folder == slug
	})
	switch {
	case !ok:
		return nil, errNoSuchSlug
	case res.Extensions.State(ctx, x.ID) != env.ExtensionRemoved:
		return nil, errInstalled
	}
	if err := res.setState(ctx, x.ID, env.ExtensionState(argStatus.Of(r))); err != nil {
		return nil, err
	}
	return rest.Created(rest.Path("/core/v2/plugins/", wire.Symbol(x.ID)), res.edited(x)), nil
}

func (res *resource) update(r *rest.Request) (*rest.Response, error) {
	x, err := res.find(r)
	if err != nil {
		return nil, err
	}
	if s := argStatus.Of(r); s != "" {
		if err := res.setState(r.Context(), x.ID, env.ExtensionState(s)); err != nil {
			return nil, err
		}
	}
	return &rest.Response{AfterCommit: res.edited(x)}, nil
}

func (res *resource) setState(ctx context.Context, id string, s env.ExtensionState) error {
	err := res.Extensions.SetState(ctx, id, s)
	if errors.Is(err, env.ErrFailedToStart) {
		return errFailed
	}
	return err
}

func (res *resource) edited(x env.Extension) func(*rest.Request) (any, error) {
	return func(r *rest.Request) (any, error) { return res.rest.ItemIn(r, x, "edit"), nil }
}

func (res *resource) delete(r *rest.Request) (*rest.Response, error) {
	x, err := res.find(r)
	if err != nil {
		return nil, err
	}
	if res.Extensions.Active(r.Context(), x.ID) {
		return nil, errDeleteActive
	}
	previous := res.rest.ItemIn(r, x, "view").Data
	if err := res.Extensions.SetState(r.Context(), x.ID, env.ExtensionRemoved); err != nil {
		return nil, err
	}
	return rest.OK(wire.NewObject("deleted", true, "previous", previous)), nil
}
