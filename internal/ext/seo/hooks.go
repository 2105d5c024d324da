package seo

import (
	"context"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/ext"
)

// hooks keep the rows: in the transaction that stores their objects.
func (s *index) hooks() ext.Hooks {
	return ext.Hooks{
		Entries: content.Writes{
			Before: cleanFields,
			Saved: func(ctx context.Context, before, after *content.Entry) error {
				if t := s.Types.Get(after.Type); t == nil || !headed(t) {
					return nil
				}
				pending := s.analyses(ctx, after)
				if pending {
					s.writers.saved.Add(1)
				}
				_, err := s.keepEntry(ctx, before, after, pending)
				return err
			},
			Deleted: func(ctx context.Context, e *content.Entry) error {
				if t := s.Types.Get(e.Type); t == nil || !headed(t) {
					return nil
				}
				return s.deleteRow(ctx, ofEntry, e.ID)
			},
		},
		Terms: taxonomy.Writes{
			Saved: func(ctx context.Context, _, after *taxonomy.Term) error {
				if tax := s.Taxonomies.Get(after.Taxonomy); tax == nil || !tax.Public {
					return nil
				}
				return s.storeRow(ctx, s.termRow(ctx, after))
			},
			Deleted: func(ctx context.Context, t *taxonomy.Term) error { return s.deleteRow(ctx, ofTerm, t.ID) },
		},
		Options: ext.OptionWrites{Saved: s.frontSet},
		Users: user.Writes{
			Saved: func(ctx context.Context, _, after *user.User) error { return s.storeRow(ctx, s.userRow(ctx, after)) },
			Deleted: func(ctx context.Context, u *user.User) error {
				return s.forgetPerson(ctx, ext.Person{User: u})
			},
		},
	}
}

// analyses tells whether the text of an entry that was just saved is to be
// analysed. Imports bring old entries, which somebody looks at first.
func (s *index) analyses(ctx context.Context, e *content.Entry) bool {
	if !s.settings(ctx).Analysis || e.Password != "" || headless(e) || e.Status == content.Trash {
		return false
	}
	saved, err := time.Parse(site.DateForm, e.ModifiedUTC)
	return err == nil && s.Clock().Sub(saved) < time.Minute
}
