package redirection

import (
	"context"

	"quoin/internal/operation/doctor"
)

// checks look for rules that no list shows and no request meets.
func (s *maintenance) checks() []doctor.Check {
	return []doctor.Check{{Name: "groups", Look: func(ctx context.Context) (list []doctor.Finding, err error) {
		err = s.DB.Query(ctx, "SELECT r.group_id, COUNT(*) FROM redirection_rule r"+
			" WHERE NOT EXISTS (SELECT 1 FROM redirection_group g WHERE g.id = r.group_id) GROUP BY r.group_id ORDER BY r.group_id", nil, func(scan func(...any) error) error {
			var group, n int64
			err := scan(&group, &n)
			list = append(list, doctor.Found(doctor.Warning, "%d rules are in the group %d, which isn't there", n, group).With("give them another group"))
			return err
		})
		return list, err
	}}}
}
