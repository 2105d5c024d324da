package media

import (
	"context"
	"errors"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/domain/media/imaging"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// postProcess makes the sub-sizes that an attachment lacks. Each is noted as
// soon as it is there, so that a call after an interrupted one goes on where
// that stopped.
func (m *resource) postProcess(r *rest.Request) (*rest.Response, error) {
	e, err := m.Load(r)
	if err != nil {
		return nil, err
	}
	ctx := r.Context()
	f := media.FileOf(e)
	if f.Key != "" && f.Details == nil {
		if f.Details, err = m.Media.Describe(ctx, f.Key, f.MIME); err != nil {
			return nil, m.storeFault(r, err)
		}
		if err := m.changeDetails(ctx, e.ID, func(*wire.Object) *wire.Object { return f.Details }); err != nil {
			return nil, err
		}
	}
	err = m.Media.AddMissing(ctx, f, func(s media.Sized) error {
		return m.changeDetails(ctx, e.ID, func(d *wire.Object) *wire.Object {
			sizes := d.Object("sizes").Clone()
			if sizes == nil {
				sizes = &wire.Object{}
			}
			sizes.Set(s.Name, s.Details)
			d.Set("sizes", m.Media.OrderSizes(ctx, sizes))
			return d
		})
	})
	// An image that can't be decoded has no sub-sizes; that is no failure.
	if err != nil && !errors.Is(err, imaging.ErrUnsupported) {
		return nil, m.storeFault(r, err)
	}
	return m.Written(e.ID), nil
}

// besideUpload and besideDetails name transactions.
type (
	besideUpload  struct{ *resource }
	besideDetails struct{ *resource }
)

// changeDetails changes the stored details of an attachment, as they are now.
func (m *resource) changeDetails(ctx context.Context, id int64, change func(*wire.Object) *wire.Object) error {
	err := m.Store.InTx(scope.Concurrent(ctx, besideDetails{m}, id), func(ctx context.Context) error {
		e, err := m.Store.EntryByID(ctx, id)
		if err != nil {
			return err
		}
		d := media.FileOf(e).Details.Clone()
		if d == nil {
			d = &wire.Object{}
		}
		_, err = m.Entries.SetMeta(ctx, e, content.Meta{content.MetaAttachment: {change(d)}})
		return err
	})
	scope.Forget(ctx)
	return err
}
