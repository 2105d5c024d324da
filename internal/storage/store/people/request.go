package people

import (
	"context"
	"fmt"

	"quoin/internal/domain/user"
	"quoin/internal/platform/rowmap"
	"quoin/internal/storage/store/sqldb"
)

var requestRow = rowmap.Of(
	rowmap.Key("id", func(r *user.DataRequest) any { return &r.ID }),
	rowmap.Field("kind", func(r *user.DataRequest) any { return &r.Kind }),
	rowmap.Field("email", func(r *user.DataRequest) any { return &r.Email }),
	rowmap.Derived("email_fold", func(r *user.DataRequest) any { return foldEmail(r.Email) }),
	rowmap.Field("status", func(r *user.DataRequest) any { return &r.Status }),
	rowmap.Field("created", func(r *user.DataRequest) any { return &r.Created }),
	rowmap.Field("asked", func(r *user.DataRequest) any { return &r.Asked }),
	rowmap.Field("confirmed", func(r *user.DataRequest) any { return &r.Confirmed }),
	rowmap.Field("completed", func(r *user.DataRequest) any { return &r.Completed }),
	rowmap.Field("digest", func(r *user.DataRequest) any { return &r.Digest }),
	rowmap.Field("file_digest", func(r *user.DataRequest) any { return &r.FileDigest }),
	rowmap.Field("file_until", func(r *user.DataRequest) any { return &r.FileUntil }),
)

func foldEmail(email string) any { return sqldb.FoldColumn(sqldb.Clean(email)) }

// InsertRequest implements user.RequestStore.
func (db *Store) InsertRequest(ctx context.Context, r *user.DataRequest) error {
	return db.Write(ctx, func(ctx context.Context) (err error) {
		if _, err = db.One(ctx, requestRow.Insert("data_request")+" RETURNING id", requestRow.Values(r), &r.ID); err != nil {
			return fmt.Errorf("insert a request: %w", err)
		}
		return nil
	})
}

// UpdateRequest implements user.RequestStore.
func (db *Store) UpdateRequest(ctx context.Context, r *user.DataRequest) error {
	return db.Write(ctx, func(ctx context.Context) error {
		n, err := db.Exec(ctx, requestRow.Update("data_request")+" WHERE id = ?", append(requestRow.Values(r), r.ID)...)
		if err == nil && n == 0 {
			err = user.ErrNoRequest
		}
		if err != nil {
			return fmt.Errorf("update request %d: %w", r.ID, err)
		}
		return nil
	})
}

func (db *Store) requests(ctx context.Context, where string, args ...any) ([]*user.DataRequest, error) {
	list := []*user.DataRequest{}
	err := db.Each(ctx, "SELECT "+requestRow.Read("")+" FROM data_request WHERE "+where, args, func(scan func(...any) error) error {
		r, err := requestRow.Scan(scan)
		list = append(list, r)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read requests: %w", err)
	}
	return list, nil
}

// Request implements user.RequestStore.
func (db *Store) Request(ctx context.Context, id int64) (*user.DataRequest, error) {
	list, err := db.requests(ctx, "id = ?", id)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("request %d: %w", id, user.ErrNoRequest)
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// Requests implements user.RequestStore.
func (db *Store) Requests(ctx context.Context, q user.RequestQuery) ([]*user.DataRequest, int, error) {
	where, args := "kind = ?", []any{string(q.Kind)}
	if q.Status != "" {
		where, args = where+" AND status = ?", append(args, string(q.Status))
	}
	if q.Search != "" {
		where, args = where+" AND "+db.Engine.Contains("email_fold"), append(args, foldEmail(q.Search))
	}
	var total int
	if _, err := db.One(ctx, "SELECT COUNT(*) FROM data_request WHERE "+where, args, &total); err != nil {
		return nil, 0, fmt.Errorf("count requests: %w", err)
	}
	direction := " DESC"
	if q.Ascending {
		direction = ""
	}
	order := "created" + direction + ", id" + direction
	if q.ByEmail {
		order = "email_fold" + direction + ", id" + direction
	}
	list, err := db.requests(ctx, where+" ORDER BY "+order+" LIMIT ? OFFSET ?", append(args, q.Limit, q.Offset)...)
	return list, total, err
}

// CountRequests implements user.RequestStore.
func (db *Store) CountRequests(ctx context.Context, kind user.RequestKind) (map[user.RequestStatus]int, error) {
	counts := map[user.RequestStatus]int{}
	err := db.Each(ctx, "SELECT status, COUNT(*) FROM data_request WHERE kind = ? GROUP BY status", []any{string(kind)}, func(scan func(...any) error) error {
		var status string
		var n int
		err := scan(&status, &n)
		counts[user.RequestStatus(status)] = n
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("count requests: %w", err)
	}
	return counts, nil
}

// OpenRequest implements user.RequestStore.
func (db *Store) OpenRequest(ctx context.Context, kind user.RequestKind, email string) (bool, error) {
	list, err := db.requests(ctx, "kind = ? AND email_fold = ? AND status IN ('pending', 'confirmed') LIMIT 1", string(kind), foldEmail(email))
	return len(list) > 0, err
}

// RequestsOf implements user.RequestStore.
func (db *Store) RequestsOf(ctx context.Context, email string) ([]*user.DataRequest, error) {
	return db.requests(ctx, "email_fold = ? ORDER BY id", foldEmail(email))
}

// DeleteRequest implements user.RequestStore.
func (db *Store) DeleteRequest(ctx context.Context, id int64) error {
	return db.Write(ctx, func(ctx context.Context) error {
		n, err := db.Exec(ctx, "DELETE FROM data_request WHERE id = ?", id)
		if err == nil && n == 0 {
			err = user.ErrNoRequest
		}
		if err != nil {
			return fmt.Errorf("delete request %d: %w", id, err)
		}
		return nil
	})
}

// FailRequests implements user.RequestStore.
func (db *Store) FailRequests(ctx context.Context, before string) error {
	return db.ChangeLogin(ctx, "end requests", "UPDATE data_request SET status = 'failed', digest = '' WHERE status = 'pending' AND asked < ?", before)
}
