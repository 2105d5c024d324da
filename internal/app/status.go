package app

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"

	"quoin/internal/app/backups"
	"quoin/internal/domain/site"
)

// Status tells what an owner asks first about a site.
type Status struct {
	Address  site.Addresses `json:"address"`
	Version  string         `json:"version"`
	Database string         `json:"database"`
	// DatabaseBytes is what the database takes, UploadsBytes what the uploads in the
	// data folder do; uploads elsewhere aren't counted.
	DatabaseBytes int64  `json:"database_bytes"`
	UploadsBytes  *int64 `json:"uploads_bytes,omitempty"`
	Theme         string `json:"theme"`
	Jobs          int64  `json:"jobs_waiting"`
	LastBackup    string `json:"last_backup,omitempty"` // when (UTC) and where
	LastTrial     string `json:"last_backup_trial,omitempty"`
}

// Status looks at the site.
func (a *App) Status(ctx context.Context) (s Status, err error) {
	s = Status{
		Address: a.Env.Site.Addresses(ctx), Version: a.Version, Theme: a.Themes.Active(ctx).ID,
		LastBackup: backups.Last.Of(ctx, a.Env.Site), LastTrial: backups.LastTrial.Of(ctx, a.Env.Site),
	}
	if s.Database, err = a.DB.ServerInfo(ctx); err != nil {
		return s, err
	}
	if s.DatabaseBytes, err = a.DB.Size(ctx); err != nil {
		return s, err
	}
	if s.Jobs, err = a.DB.CountJobs(ctx); err != nil {
		return s, fmt.Errorf("count jobs: %w", err)
	}
	if a.MediaURL == "" {
		n := folderSize(filepath.Join(a.Data, "uploads"))
		s.UploadsBytes = &n
	}
	return s, nil
}

// folderSize is what the files in a folder take. Those that go meanwhile don't count.
func folderSize(folder string) (n int64) {
	// The function returns no error, and a folder that isn't there is an empty one.
	_ = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil
		}
		if info, err := d.Info(); err == nil {
			n += info.Size()
		}
		return nil
	})
	return n
}
