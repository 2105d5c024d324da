package seo

import (
	"context"
	"encoding/json"

	"quoin/internal/ext"
)

// personal is what is kept of an account: its own settings, and what the head of its
// page says.
func (s *index) personal(ctx context.Context, p ext.Person) (any, error) {
	if p.User == nil {
		return nil, nil
	}
	settings := map[string]json.RawMessage{}
	err := s.DB.Query(ctx, "SELECT name, value FROM seo_user WHERE user_id = ? ORDER BY name", []any{p.User.ID}, func(scan func(...any) error) error {
		var name, value string
		err := scan(&name, &value)
		settings[name] = json.RawMessage(value)
		return err
	})
	if err != nil {
		return nil, err
	}
	var name, title, description, path string
	found, err := s.DB.QueryRow(ctx, "SELECT name, title, description, path FROM seo_row WHERE object_type = ? AND object_id = ?",
		[]any{ofUser, p.User.ID}, &name, &title, &description, &path)
	if err != nil || !found && len(settings) == 0 {
		return nil, err
	}
	return map[string]any{"settings": settings, "page": map[string]any{"name": name, "title": title, "description": description, "path": path}}, nil
}

// forgetPerson removes it; the hook on the account's removal does so as well.
func (s *index) forgetPerson(ctx context.Context, p ext.Person) error {
	if p.User == nil {
		return nil
	}
	if _, err := s.DB.Exec(ctx, "DELETE FROM seo_user WHERE user_id = ?", p.User.ID); err != nil {
		return err
	}
	return s.deleteRow(ctx, ofUser, p.User.ID)
}
