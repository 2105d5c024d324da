// Package relocation moves a site to another database, and its files to another place, while it
// is served.
package relocation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"quoin/internal/app/config"
	"quoin/internal/display/uploads"
	"quoin/internal/domain/site"
	"quoin/internal/platform/blob"
	bloball "quoin/internal/platform/blob/all"
	"quoin/internal/platform/blob/transfer"
	"quoin/internal/platform/datafolder"
	"quoin/internal/storage/store"
	"quoin/internal/transfer/backup"
)

// SiteMove says where a site is moved.
type SiteMove struct {
	// To is the address of an empty PostgreSQL database, or a folder without a site.
	To string
	// MediaTo is the place that takes the uploaded files; "" takes the folder "uploads" of
	// a folder To if they are in the data folder now, else they stay where they are.
	MediaTo string
}

// SiteMoved tells what was moved.
type SiteMoved struct {
	*backup.Manifest
	To    string // without password
	Media string // where the uploaded files are now; "" where they were before
	Files transfer.Totals
}

// MoveStep is what a move is at.
type MoveStep string

// The steps of a move. Writes are refused from MoveReads on.
const (
	MoveFiles  MoveStep = "files"
	MoveReads  MoveStep = "reading"
	MoveWrites MoveStep = "writing"
)

// MoveProgress tells what was done of a step.
type MoveProgress struct {
	backup.Progress
	Step MoveStep
}

// ErrMovedBefore says that a site is elsewhere already.
var ErrMovedBefore = errors.New("the site was moved before")

// movedPlaces are both ends of a move.
type movedPlaces struct {
	from, to         *store.DB
	fromData, toData string
	sameFolder       bool       // the data folder stays
	fromBlobs, blobs blob.Store // nil where the uploaded files stay
	list             *transfer.Journal
}

// Move brings a site to another database while it is served, and its files where they
// move too. Reads go on; writes are refused while the database is copied, and from then on:
// what was the site stays as it was, and takes no writes until Reopen. Whatever ends a move
// before leaves the site as it was, and lets it take writes; the next goes on with what came.
func Move(ctx context.Context, c config.Config, m SiteMove, progress func(MoveProgress)) (moved SiteMoved, err error) {
	if _, err := c.Settle(); err != nil {
		return moved, err
	}
	target, shown, err := moveTarget(c, m)
	if err != nil {
		return moved, err
	}
	moved.To = shown
	p := movedPlaces{fromData: c.Data, toData: target.Data, sameFolder: target.DatabaseURL != ""}
	if p.from, err = openMoving(ctx, c); err != nil {
		return moved, err
	}
	defer func() { err = errors.Join(err, p.from.Close()) }()
	if err := movedBefore(ctx, p.from, shown); err != nil {
		return moved, err
	}
	if p.to, err = openTarget(ctx, c, target, p.from); err != nil {
		return moved, err
	}
	defer func() { err = errors.Join(err, p.to.Close()) }()
	temp, err := datafolder.OpenTemporary(target.Data)
	if err != nil {
		return moved, fmt.Errorf("temporary files: %w", err)
	}
	defer func() { err = errors.Join(err, temp.Close()) }()
	if moved.Media, err = p.openMedia(ctx, c, m); err != nil {
		return moved, err
	}
	whole := false
	if p.list != nil {
		defer func() { err = errors.Join(err, p.list.Close(whole)) }()
		// Most are copied before anybody has to wait.
		if moved.Files, err = p.copyMedia(ctx, progress); err != nil {
			return moved, err
		}
	}
	err = p.from.HoldWrites(ctx, func(ctx context.Context, keep store.Keeper) error {
		if p.list != nil {
			last, err := p.copyMedia(ctx, progress)
			if err == nil {
				err = transfer.Prune(ctx, p.fromBlobs, p.blobs, p.list)
			}
			if err != nil {
				return err
			}
			moved.Files.Copied += last.Copied
			moved.Files.CopiedBytes += last.CopiedBytes
		}
		moved.Manifest, err = p.copyRows(ctx, c, filepath.Join(temp.Path, "site.zip"), func(ctx context.Context) error { return keep(ctx, shown) }, progress)
		return err
	})
	whole = err == nil
	return moved, err
}

// moveTarget is the site that comes of a move, and its name for people.
func moveTarget(c config.Config, m SiteMove) (target config.Config, shown string, err error) {
	target = config.Config{Log: c.Log, Clock: c.Clock, Extensions: c.Extensions}
	if strings.HasPrefix(m.To, "postgres://") || strings.HasPrefix(m.To, "postgresql://") {
		u, err := url.Parse(m.To)
		if err != nil {
			return target, "", errors.New("the address of the new database can't be read") // it may hold a password
		}
		target.Data, target.DatabaseURL = c.Data, m.To
		return target, "postgres://" + u.Host + u.Path, nil
	}
	if m.To == "" || isAddress(m.To) {
		return target, "", ErrMoveTarget // without the text, which may hold a password
	}
	dir, err := filepath.Abs(m.To)
	if err != nil {
		return target, "", err
	}
	target.Data = dir
	if c.DatabaseURL == "" && sameFolder(c.Data, dir) {
		return target, "", fmt.Errorf("the site is in %s already", dir)
	}
	// Its uploads would be copied into themselves, or its database stand among them.
	if inside(dir, c.Data) || strings.HasPrefix(c.MediaURL, "file://") && inside(dir, strings.TrimPrefix(c.MediaURL, "file://")) {
		return target, "", fmt.Errorf("%s is within the site that moves: name a folder outside of it", dir)
	}
	return target, dir, nil
}

// ErrMoveTarget says that a new place is neither a database nor a folder.
var ErrMoveTarget = errors.New("want postgres://USER@HOST/DATABASE or a folder (one whose name looks like an address begins with ./)")

// isAddress tells whether a new place is an address that was mistyped.
func isAddress(to string) bool {
	if strings.HasPrefix(to, "./") || filepath.IsAbs(to) {
		return false
	}
	lower := strings.ToLower(to)
	return strings.Contains(to, "://") || strings.Contains(to, "@") || strings.HasPrefix(lower, "postgres") || strings.Contains(lower, "password=") || strings.Contains(lower, "host=")
}

// inside tells whether a folder, which need not be there yet, is in another one.
func inside(dir, outer string) bool {
	if outer == "" {
		return false
	}
	rest, err := filepath.Rel(realFolder(outer), realFolder(dir))
	return err == nil && rest != "." && filepath.IsLocal(rest)
}

// realFolder is a path without links, as far as it is there.
func realFolder(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	rest := ""
	for at := abs; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		if at == filepath.Dir(at) {
			return abs
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// movedBefore refuses to move a site that is elsewhere already: what it has is old. A
// move that was killed at its end goes on to the same place.
func movedBefore(ctx context.Context, from *store.DB, to string) error {
	held, err := from.WritesHeld(ctx)
	if err != nil || held == nil || held.Moved == nil || held.Moved.To == to {
		return err
	}
	return fmt.Errorf("%w, at %s to %s", ErrMovedBefore, held.Moved.At, held.Moved.To)
}

func sameFolder(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// openMoving opens the database of the site, which stays as it is.
func openMoving(ctx context.Context, c config.Config) (*store.DB, error) {
	if err := c.CheckFile(); err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, store.Config{Dir: c.Data, URL: c.DatabaseURL, ListenURL: c.DatabaseListenURL, Log: c.Log, Existing: true, AsItIs: true, Unmapped: true})
	if errors.Is(err, store.ErrNoTables) {
		return nil, fmt.Errorf("%w in %s", config.ErrNoSite, c.Location())
	}
	if err != nil {
		return nil, err
	}
	if err := checkMoving(ctx, c, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// checkMoving refuses what is no whole site, or one of another version of the program.
func checkMoving(ctx context.Context, c config.Config, db *store.DB) error {
	states, err := db.MigrationStates(ctx, config.MigrationsOf(c.Known()))
	if err != nil {
		return err
	}
	for _, s := range states {
		if s.Now < s.Newest && (s.Now > 0 || s.Extension == "") {
			return errors.New("the tables of the site are older than this program: start the server once, which upgrades them")
		}
		if s.Now > s.Newest {
			return errors.New("the tables of the site are newer than this program: run the version that serves it")
		}
	}
	options, err := db.Options(ctx)
	if err != nil {
		return err
	}
	if _, made := options.Get(site.Created.Name); !made {
		return errors.Join(db.RestoreUnfinished(ctx), fmt.Errorf("%w in %s", config.ErrNoSite, c.Location()))
	}
	return nil
}

// moveAgain is what a place that has a site by half is told to wait for.
const moveAgain = "quoin move"

// openTarget opens the new database, and notes in it that a site is on its way.
func openTarget(ctx context.Context, c, target config.Config, from *store.DB) (*store.DB, error) {
	if _, err := target.OpenFolder(); err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, store.Config{Dir: target.Data, URL: target.DatabaseURL, Log: c.Log})
	if err != nil {
		return nil, fmt.Errorf("new database: %w", err)
	}
	err = config.MigrateAll(ctx, db, c.Known())
	if err == nil {
		err = db.BeginRestore(ctx, moveAgain)
	}
	if errors.Is(err, store.ErrNotEmpty) {
		if held, _ := from.WritesHeld(ctx); held != nil && held.Moved != nil {
			err = fmt.Errorf("%w, at %s to %s", ErrMovedBefore, held.Moved.At, held.Moved.To)
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("new database: %w", err), db.Close())
	}
	return db, nil
}

// openMedia opens both places of the uploaded files, and tells the new one.
func (p *movedPlaces) openMedia(ctx context.Context, c config.Config, m SiteMove) (to string, err error) {
	to = m.MediaTo
	if to == "" && !p.sameFolder && c.MediaURL == "" {
		to = "file://" + filepath.ToSlash(filepath.Join(p.toData, "uploads"))
	}
	if to == "" || to == c.MediaURL {
		return "", nil
	}
	if p.fromBlobs, err = bloball.Open(ctx, c.MediaURL, filepath.Join(c.Data, "uploads")); err != nil {
		return "", fmt.Errorf("old place of the uploads: %w", err)
	}
	if p.blobs, err = bloball.Open(ctx, to, ""); err != nil {
		return "", fmt.Errorf("new place of the uploads: %w", err)
	}
	if err := transfer.CheckDistinct(ctx, p.fromBlobs, p.blobs); errors.Is(err, transfer.ErrSame) {
		p.fromBlobs, p.blobs = nil, nil
		return "", nil
	} else if err != nil {
		return "", fmt.Errorf("move the uploads: %w", err)
	}
	// Addresses can hold secrets; the journal only has to know them again.
	sum := sha256.Sum256([]byte("site\n" + c.MediaURL + "\n" + to))
	if err := os.MkdirAll(p.toData, 0o700); err != nil {
		return "", err
	}
	p.list, err = transfer.OpenJournal(filepath.Join(p.toData, config.MediaJournal), hex.EncodeToString(sum[:]))
	return to, err
}

func (p *movedPlaces) copyMedia(ctx context.Context, progress func(MoveProgress)) (transfer.Totals, error) {
	done, err := transfer.Copy(ctx, p.fromBlobs, p.blobs, transfer.Options{ContentType: uploads.TypeOf, Journal: p.list, Progress: func(t transfer.Totals) {
		progress(MoveProgress{backup.Progress{Files: int(t.Copied + t.There), Bytes: t.CopiedBytes + t.ThereBytes}, MoveFiles})
	}})
	if err != nil {
		return done, fmt.Errorf("move the uploads: %w", err)
	}
	return done, nil
}

// copyRows brings the tables, and themes where the folder is another. Each table is read
// again where it was written; decide comes before that counts.
func (p *movedPlaces) copyRows(ctx context.Context, c config.Config, file string, decide func(context.Context) error, progress func(MoveProgress)) (*backup.Manifest, error) {
	from, to := backup.Site{DB: p.from}, backup.Site{DB: p.to, Decide: decide}
	if !p.sameFolder {
		from.Folder, from.Parts = p.fromData, config.BackedUpParts()
		to.Folder, to.Parts = p.toData, config.BackedUpParts()
	}
	told := func(step MoveStep) func(backup.Progress) {
		progress(MoveProgress{Step: step})
		return func(b backup.Progress) { progress(MoveProgress{b, step}) }
	}
	if _, _, err := backup.WriteFile(ctx, file, false, from, c.Version, c.Clock(), told(MoveReads)); err != nil {
		return nil, fmt.Errorf("read the site: %w", err)
	}
	made, err := backup.Open(file)
	if err != nil {
		return nil, err
	}
	defer made.Close()
	made.Name = moveAgain
	if err := made.Restore(ctx, to, told(MoveWrites)); err != nil {
		return nil, err
	}
	return made.Manifest, nil
}

// Reopen lets a site that was moved away take writes again where it was.
func Reopen(ctx context.Context, c config.Config) (from string, err error) {
	if _, err := c.Settle(); err != nil {
		return "", err
	}
	db, err := openMoving(ctx, c)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	held, err := db.WritesHeld(ctx)
	if err != nil || held == nil {
		return "", err
	}
	if held.Moved != nil {
		from = held.Moved.To
	}
	return from, db.ReopenWrites(ctx)
}

// CheckMoved refuses to serve a site that was moved away.
func CheckMoved(ctx context.Context, db *store.DB) error {
	held, err := db.WritesHeld(ctx)
	if err != nil || held == nil || held.Moved == nil {
		return errors.Join(err, db.TidyHold(ctx))
	}
	return fmt.Errorf("the site was moved to %s at %s: serve it from there, or let it go on here with quoin move --reopen", held.Moved.To, held.Moved.At)
}
