package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"quoin/internal/platform/blob"
)

// A place for media belongs to the backups in the folder beside it. Others that use it say so by a
// claim, which stays until somebody deletes it.
const claims = "claims/"

// claim is a backup that isn't in the folder of a place whose media it has.
type claim struct {
	File   string   `json:"file"` // where it was made
	SHA256 []string `json:"sha256"`
}

// LockPlace keeps media from being removed from a folder while a backup is made with it,
// or, exclusive, backups from being made. free is false when somebody else is at it.
func LockPlace(dir string, exclusive bool) (end func() error, free bool, err error) {
	lock := flock.New(strings.TrimRight(dir, "/")+".lock", flock.SetPermissions(0o600))
	take := lock.TryRLock
	if exclusive {
		take = lock.TryLock
	}
	if free, err = take(); err != nil || !free {
		return nil, false, errors.Join(err, lock.Close())
	}
	return lock.Close, true, nil
}

// Claim notes in a place that a backup which isn't beside it has some of its media.
func Claim(ctx context.Context, place blob.Store, file string, m *Manifest) error {
	c := claim{File: file}
	for _, f := range m.Media {
		c.SHA256 = append(c.SHA256, f.SHA256)
	}
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(file))
	return place.Put(ctx, claims+hex.EncodeToString(sum[:16])+".json", bytes.NewReader(text), blob.PutOptions{Size: int64(len(text))})
}

// Pruned tells what was removed from a place.
type Pruned struct {
	Files int
	Bytes int64
}

// pruneAfter is how old a file must be to be removed.
const pruneAfter = 24 * time.Hour

// Prune removes from a place the media that no backup in a folder has any more, and no
// claim. A backup that can't be read keeps everything: nobody knows what it has. Nobody may
// make a backup meanwhile, see LockPlace.
func Prune(ctx context.Context, folder string, place blob.Store, now time.Time) (done Pruned, err error) {
	used, err := usedMedia(folder)
	if err != nil {
		return done, err
	}
	for info, err := range place.List(ctx, claims) {
		if err != nil {
			return done, err
		}
		c, err := readClaim(ctx, place, info.Key)
		if err != nil {
			return done, fmt.Errorf("%s: %w", info.Key, err)
		}
		for _, digest := range c.SHA256 {
			used[digest] = true
		}
	}
	var unused []blob.Info
	for info, err := range place.List(ctx, "sha256/") {
		if err != nil {
			return done, err
		}
		if digest := path.Base(info.Key); !used[digest] && info.Key == placeKey(digest) && now.Sub(info.ModTime) > pruneAfter {
			unused = append(unused, info)
		}
	}
	for _, info := range unused {
		if err := place.Delete(ctx, info.Key); err != nil {
			return done, err
		}
		done.Files, done.Bytes = done.Files+1, done.Bytes+info.Size
	}
	return done, nil
}

// usedMedia are the digests of all that the backups in a folder, and in those within it,
// have in a place.
func usedMedia(folder string) (map[string]bool, error) {
	used := map[string]bool{}
	return used, filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".zip") {
			return err
		}
		a, err := Open(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if a.Apart {
			for _, f := range a.Media {
				used[f.SHA256] = true
			}
		}
		return a.Close()
	})
}

func readClaim(ctx context.Context, place blob.Store, key string) (*claim, error) {
	o, err := place.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	c := new(claim)
	return c, json.NewDecoder(io.LimitReader(o, maxManifest)).Decode(c)
}
