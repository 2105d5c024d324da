package changes

import (
	"context"
	"fmt"

	"quoin/internal/ext"
)

// toldOf is what front ends were told of an account.
type toldOf struct {
	Time  string `json:"time"`
	Event string `json:"event"`
	Name  string `json:"name"`
	Path  string `json:"path,omitempty"`
}

// tell is what the feed has of somebody's account; nil for nothing.
func (s *recorder) tell(ctx context.Context, p ext.Person) (any, error) {
	if p.User == nil {
		return nil, nil
	}
	var list []toldOf
	err := s.DB.Query(ctx, "SELECT at, event, name, path FROM changes_change WHERE object = ? AND object_id = ? ORDER BY id", []any{kindUser, p.User.ID}, func(scan func(...any) error) error {
		var at int64
		var e event
		var t toldOf
		err := scan(&at, &e, &t.Name, &t.Path)
		t.Time, t.Event = shownTime(at), e.String()
		list = append(list, t)
		return err
	})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list, nil
}

// forget takes the name and the address of an author out of what was told and
// delivered. What deletes the account is told with them, so that front ends take
// the author's page away; that goes with its age.
func (s *recorder) forget(ctx context.Context, p ext.Person) error {
	if p.User == nil {
		return nil
	}
	if _, err := s.DB.Exec(ctx, "UPDATE changes_change SET name = '', path = '', was_path = '' WHERE object = ? AND object_id = ?", kindUser, p.User.ID); err != nil {
		return err
	}
	// One that waits is made again of what is told now.
	_, err := s.DB.Exec(ctx, "DELETE FROM changes_delivery WHERE "+s.DB.Contains("payload"), fmt.Sprintf(`"object":"user","type":"user","id":%d,`, p.User.ID))
	return err
}
