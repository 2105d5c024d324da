package redirection

import (
	"context"
	"time"

	"quoin/internal/ext"
)

// maxVisits bounds what of the logs is told to one person.
const maxVisits = 10_000

// visitsOf are the lines of the logs that have an address of somebody.
func (s *logbook) visitsOf(ctx context.Context, p ext.Person) (any, error) {
	if len(p.Addresses) == 0 {
		return nil, nil
	}
	list, err := s.queryLog(ctx, " WHERE ip <> '' AND "+s.DB.TextsIn("ip")+" ORDER BY id DESC LIMIT ?", s.DB.TextList(p.Addresses), maxVisits)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	visits := make([]map[string]any, len(list))
	for i, e := range list {
		visits[i] = map[string]any{
			"at": time.Unix(e.created, 0).UTC().Format(time.RFC3339), "address": e.ip, "url": e.url, "browser": e.agent, "referrer": e.referrer, "request": e.requestData,
		}
	}
	return map[string]any{"visits": visits}, nil
}

// forgetVisits removes these lines; who shares the address loses nothing by it.
func (s *logbook) forgetVisits(ctx context.Context, p ext.Person) error {
	if len(p.Addresses) == 0 {
		return nil
	}
	_, err := s.DB.Exec(ctx, "DELETE FROM redirection_log WHERE ip <> '' AND "+s.DB.TextsIn("ip"), s.DB.TextList(p.Addresses))
	return err
}
