package media

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"quoin/internal/domain/site"
	"quoin/internal/platform/blob"
)

// maxTries ends the search for a name when others take them as fast.
const maxTries = 50

// FolderOn is the folder of files that come on a day: of its month, or "" on a site that
// keeps all in one.
func FolderOn(ctx context.Context, s *site.Site, day string) string {
	if !site.MonthlyFolders.Of(ctx, s) {
		return ""
	}
	return Month(day)
}

// Month is the folder of the files of a day ("2026-11-27T..."), such as "2026/11".
func Month(day string) string { return day[:4] + "/" + day[5:7] }

// Add stores a new file under a name of its own in a folder, such as
// "2026/11", or beside all folders (""). The upload's key and New are set here. Two that add the same name
// at the same time get two names.
func (s *Service) Add(ctx context.Context, folder, name string, u Upload) (Stored, error) {
	f, err := s.folderFor(ctx, folder, name)
	if err != nil {
		return Stored{}, err
	}
	u.claim = s.Claim != nil
	return s.addTo(ctx, f, folder, u, func() string { return f.Unique(name) })
}

func (s *Service) addTo(ctx context.Context, f *Folder, folder string, u Upload, next func() string) (Stored, error) {
	u.New = true
	for range maxTries {
		u.Key = strings.TrimPrefix(folder+"/"+next(), "/")
		stored, err := s.Ingest(ctx, u)
		if !errors.Is(err, blob.ErrExists) {
			return stored, err
		}
		f.Take(baseName(u.Key))
	}
	return Stored{}, fmt.Errorf("store file %s: no free name after %d tries", u.Key, maxTries)
}

var ownDerived = regexp.MustCompile(`^(.+)-(?:\d+x\d+|scaled)$`)

// AddBeside stores a file that was made elsewhere of an attachment's file, in
// that one's folder, as it is. A name that says what it was made of it keeps,
// if it is free.
func (s *Service) AddBeside(ctx context.Context, of File, name string, u Upload) (Stored, error) {
	folder := strings.TrimSuffix(of.Folder(), "/")
	f, err := s.folderFor(ctx, folder, name)
	if err != nil {
		return Stored{}, err
	}
	u.Unprocessed = true
	first := of.makes(name) && !f.taken[strings.ToLower(name)]
	// No claim: the file belongs to a row that is there.
	return s.addTo(ctx, f, folder, u, func() string {
		if first {
			first = false
			return name
		}
		return f.Unique(name)
	})
}

// MainKeys are the keys that the main file of an attachment may have when its
// upload was stored under a key: that, or the one of the copy that is shown.
func MainKeys(key string) []string {
	return []string{key, withSuffix(key, "scaled"), withSuffix(key, "rotated")}
}

// Sweep removes a file that was claimed and got no row, with all that was made
// of it. The file itself goes last: until then nobody else gets its name.
func (s *Service) Sweep(ctx context.Context, key string) error {
	stem, ext := splitName(key)
	var keys []string
	for info, err := range s.Blobs.List(ctx, stem+"-") {
		if err != nil {
			return fmt.Errorf("sweep %s: %w", key, err)
		}
		if m := derived.FindStringSubmatch(info.Key); m != nil && m[1] == stem && m[2] == ext {
			keys = append(keys, info.Key)
		}
	}
	if err := s.Remove(ctx, keys); err != nil {
		return err
	}
	return s.Remove(ctx, []string{key})
}

// makes tells whether a name is that of a file made of the attachment's.
func (f File) makes(name string) bool {
	stem, _ := splitName(name)
	m := ownDerived.FindStringSubmatch(stem)
	if m == nil {
		return false
	}
	for _, key := range []string{f.Key, f.Original()} {
		if own, _ := splitName(baseName(key)); own == m[1] {
			return true
		}
	}
	return false
}
