package seo

import (
	"context"
	"strings"

	"quoin/internal/domain/content"
)

// The custom fields of the other program, as its posts bring them.
var importedKeys = map[string]string{
	"_aioseo_title": metaTitle, "_aioseo_description": metaDescription, "_aioseo_og_title": metaSocialTitle,
	"_aioseo_og_description": metaSocialDesc, "_aioseo_twitter_title": metaCardTitle, "_aioseo_twitter_description": metaCardDesc,
}

// importedTags are the other program's variables in this one's words.
var importedTags = strings.NewReplacer(
	"#site_title", "%%sitename%%", "#tagline", "%%sitedesc%%", "#separator_sa", "%%sep%%", "#post_title", "%%title%%", "#post_excerpt_only", "%%excerpt_only%%",
	"#post_excerpt", "%%excerpt%%", "#post_content", "%%post_content%%", "#author_name", "%%name%%", "#author_first_name", "%%author_first_name%%",
	"#author_last_name", "%%author_last_name%%", "#categories", "%%category%%", "#taxonomy_title", "%%primary_category%%", "#post_date", "%%date%%",
	"#post_year", "%%post_year%%", "#post_month", "%%post_month%%", "#post_day", "%%post_day%%", "#permalink", "%%permalink%%",
	"#current_year", "%%currentyear%%", "#current_month", "%%currentmonth%%", "#current_day", "%%currentday%%", "#current_date", "%%currentdate%%",
)

// importBatch takes the fields over that entries brought with them from the
// other program; texts that this site has win. Its settings aren't in any
// export. The last step removes its fields.
func (s *index) importBatch(ctx context.Context, typ string) ([]int64, error) {
	done := []int64{}
	if typ != "posts" && typ != "cleanup" {
		return done, nil
	}
	for key := range importedKeys {
		page, err := s.Store.ListEntries(ctx, content.Query{
			Types: s.entryTypes(), Statuses: rowStatuses, MetaValues: map[string][]string{key: nil}, Order: []content.Order{{By: content.ByID}},
			Conditions: []content.Condition{s.DB.Restrict(typ == "posts", "SELECT object_id FROM seo_row WHERE object_type = ? AND imported", ofEntry)},
			Limit:      indexBatch - len(done), SkipTotal: true,
		})
		if err != nil {
			return nil, err
		}
		for _, e := range page.Entries {
			change := content.Meta{}
			for theirs, ours := range importedKeys {
				text := importedTags.Replace(metaText(e.Meta, theirs))
				switch {
				case typ == "cleanup":
					change[theirs] = nil
				case text != "" && metaText(e.Meta, ours) == "":
					change[ours] = []any{text}
				}
			}
			if _, err := s.Entries.SetMeta(ctx, e, change); err != nil {
				return nil, err
			}
			if _, err := s.DB.Exec(ctx, "UPDATE seo_row SET imported = TRUE WHERE object_type = ? AND object_id = ?", ofEntry, e.ID); err != nil {
				return nil, err
			}
			done = append(done, e.ID)
		}
		if len(done) >= indexBatch {
			break
		}
	}
	return done, nil
}
