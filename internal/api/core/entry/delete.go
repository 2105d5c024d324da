package entry

import (
	"context"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
)

// delete answers with the entry as it was. That is rendered before the
// transaction: others who write don't wait for it. The transaction looks at
// everything again.
func (res *Resource) delete(r *rest.Request) (*rest.Response, error) {
	if !rest.Force.Of(r) {
		return res.trash(r)
	}
	rest.Context.Set(r, res.Delete.Context)
	for {
		shown, err := res.Load(r)
		if err != nil {
			return nil, err
		}
		previous := res.rest.Deleted(r, shown, res.Delete.Context)
		gone, err := res.deleteAs(r, shown)
		if err != nil {
			return nil, err
		}
		if !gone {
			continue
		}
		if res.Delete.Removed != nil {
			res.Delete.Removed(r.Context(), shown)
		}
		return rest.OK(previous), nil
	}
}

// deleteAs deletes an entry if it still is what was shown of it.
func (res *Resource) deleteAs(r *rest.Request, shown *content.Entry) (gone bool, err error) {
	err = res.Store.InTx(r.Context(), func(ctx context.Context) error {
		gone = false
		in := r.WithContext(ctx)
		if err := res.allowDelete(in); err != nil {
			return err
		}
		e, err := res.Load(in)
		if err != nil || !sameEntry(e, shown) {
			return err
		}
		gone = true
		return res.Entries.Delete(ctx, e)
	})
	return gone, err
}

// sameEntry tells whether nothing of an entry changed that is shown of it.
func sameEntry(a, b *content.Entry) bool {
	return a.ModifiedUTC == b.ModifiedUTC && a.Modified == b.Modified && a.Status == b.Status && a.Title == b.Title &&
		a.Content == b.Content && a.Excerpt == b.Excerpt && a.Slug == b.Slug && a.Author == b.Author && a.Password == b.Password
}

// besideTrash names the transactions that put entries of a resource into the trash.
type besideTrash struct{ *Resource }

// trash puts an entry into the trash.
func (res *Resource) trash(r *rest.Request) (response *rest.Response, err error) {
	ctx := r.Context()
	if res.Concurrent {
		ctx = scope.Concurrent(ctx, besideTrash{res}, rest.ID.Of(r))
	}
	err = res.Store.InTx(ctx, func(ctx context.Context) error {
		in := r.WithContext(ctx)
		if err := res.allowDelete(in); err != nil {
			return err
		}
		e, err := res.Load(in)
		if err != nil {
			return err
		}
		if res.Delete.NoTrash || res.Delete.TrashOff != nil && res.Delete.TrashOff(in) {
			return errNoTrash
		}
		if e.Status == content.Trash {
			return errTrashed
		}
		if _, err := res.Entries.Trash(ctx, r.Actor, e); err != nil {
			return err
		}
		response = res.Written(e.ID)
		return nil
	})
	return response, err
}
