package records

import (
	"context"
	"fmt"

	"quoin/internal/platform/language"
)

// LanguagePacks are the packs of a locale, those of the core first, in the order of their
// files. A theme's or extension's come under its domain.
func (db *Store) LanguagePacks(ctx context.Context, locale string) (packs []*language.Pack, err error) {
	err = db.Each(ctx, "SELECT domain, texts FROM language_pack WHERE locale = ? ORDER BY domain, file DESC", []any{locale}, func(scan func(...any) error) error {
		var domain, texts string
		if err := scan(&domain, &texts); err != nil {
			return err
		}
		p, err := language.Unmarshal(locale, domain, texts)
		if err == nil {
			packs = append(packs, p)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("language packs of %s: %w", locale, err)
	}
	return packs, nil
}

// SetLanguagePack stores what a file of a pack says, in place of what a file of that name
// said before.
func (db *Store) SetLanguagePack(ctx context.Context, file string, p *language.Pack) error {
	texts, err := p.Marshal()
	if err != nil {
		return err
	}
	return db.Write(ctx, func(ctx context.Context) error {
		if _, err := db.Exec(ctx, "INSERT INTO language_pack (locale, domain, file, texts) VALUES (?, ?, ?, ?)"+
			" ON CONFLICT (locale, domain, file) DO UPDATE SET texts = excluded.texts", p.Locale, p.Domain, file, texts); err != nil {
			return fmt.Errorf("store language pack %s: %w", file, err)
		}
		return nil
	})
}
