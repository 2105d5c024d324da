package relocation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"quoin/internal/app/config"
	"quoin/internal/display/uploads"
	"quoin/internal/platform/blob/all"
	"quoin/internal/platform/blob/transfer"
)

// MediaMove says from where to where uploaded files are moved. Places are
// addresses of blob stores; an empty From is the folder in the site's data.
type MediaMove struct {
	From, To string
	// Delete deletes from the old place what has arrived at the new one.
	Delete  bool
	Workers int
}

// MediaProgress tells what a move has done.
type MediaProgress struct {
	transfer.Totals
	Deleted, Left int64
}

// MoveMedia copies the uploaded files of a site to another place and compares
// them. What was done stays done when ctx ends.
func MoveMedia(ctx context.Context, c config.Config, m MediaMove, progress func(MediaProgress)) (done MediaProgress, err error) {
	folder := filepath.Join(c.Data, "uploads")
	if path, ok := strings.CutPrefix(m.From, "file://"); ok {
		// To open a folder makes it, and an old place that is new was mistyped.
		if _, err := os.Stat(path); err != nil {
			return done, fmt.Errorf("old place of the uploads: folder %s: %w", path, config.SystemReason(err))
		}
	}
	if m.From == "" {
		if _, err := os.Stat(folder); err != nil {
			return done, fmt.Errorf("old place of the uploads: folder %s: %w", folder, config.SystemReason(err))
		}
	}
	from, err := all.Open(ctx, m.From, folder)
	if err != nil {
		return done, fmt.Errorf("old place of the uploads: %w", err)
	}
	if m.To == "" || m.To == m.From {
		return done, errors.New("the new place of the uploads must be another than the old one")
	}
	to, err := all.Open(ctx, m.To, "")
	if err != nil {
		return done, fmt.Errorf("new place of the uploads: %w", err)
	}
	if err := transfer.CheckDistinct(ctx, from, to); err != nil {
		return done, fmt.Errorf("move the uploads: %w", err)
	}
	// Addresses can hold secrets; the journal only has to know them again.
	sum := sha256.Sum256([]byte(m.From + "\n" + m.To))
	journal, err := transfer.OpenJournal(filepath.Join(c.Data, config.MediaJournal), hex.EncodeToString(sum[:]))
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, journal.Close(err == nil)) }()
	done.Totals, err = transfer.Copy(ctx, from, to, transfer.Options{
		Workers: m.Workers, ContentType: uploads.TypeOf, Journal: journal,
		Progress: func(t transfer.Totals) { progress(MediaProgress{Totals: t}) },
	})
	if err != nil || !m.Delete {
		return done, err
	}
	done.Deleted, done.Left, err = transfer.Clear(ctx, from, to)
	return done, err
}
