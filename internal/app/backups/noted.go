package backups

import (
	"context"
	"fmt"
	"strings"
	"time"

	"quoin/internal/domain/site"
)

// Last tells when the last backup of the site was made, and where.
var Last = &site.Option[string]{Name: "quoin_last_backup"}

// LastTrial tells when a backup was last restored for a trial that was good, and which.
var LastTrial = &site.Option[string]{Name: "quoin_last_backup_trial"}

// note keeps when and where that was.
func (b *Backups) note(ctx context.Context, in *site.Option[string], path string) error {
	at := b.Clock().UTC().Format(site.DateForm) + "Z " + path
	if err := in.Set(ctx, b.Site, at); err != nil {
		return fmt.Errorf("note the backup: %w", err)
	}
	return nil
}

// NotedTime is when Last or LastTrial say that it was, the zero time for never.
func NotedTime(text string) time.Time {
	at, _, _ := strings.Cut(text, "Z ")
	when, err := time.Parse(site.DateForm, at)
	if err != nil {
		return time.Time{}
	}
	return when
}
