package media

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quoin/internal/domain/media/filetype"
	"quoin/internal/platform/markup/clean"
)

// CleanName is the name that a file is stored under, as far as its folder has
// no say: without characters that mean something to shells, addresses or file
// systems, or that aren't seen and turn what is read around; its extension in lower case. "" means that nothing is left of it.
// Letters are written as in the language of a locale.
func CleanName(locale, name string, rights filetype.Rights) string {
	known := func(ext string) bool {
		_, _, ok := filetype.ByName("x."+ext, filetype.Rights{UnfilteredHTML: true})
		return ok
	}
	allowed := func(ext string) bool { _, _, ok := filetype.ByName("x."+ext, rights); return ok }
	seen := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name)
	return clean.LowerExt(clean.FileName(locale, seen, known, allowed))
}

// Folder knows the names that are taken in one folder of the uploads.
type Folder struct {
	taken map[string]bool // in lower case
	// covered are the names whose sub-sizes would meet a file that is there.
	covered map[string]bool
}

// derived is a name as files made from another one have it.
var derived = regexp.MustCompile(`^(.+)-(?:\d+x\d+|scaled|rotated)(\.[^.]*)?$`)

// Folder reads which names are taken in a folder, such as "2026/11". claimed
// are further ones that count as taken: files that are going to be written.
func (s *Service) Folder(ctx context.Context, folder string, claimed []string) (*Folder, error) {
	f := &Folder{taken: map[string]bool{}, covered: map[string]bool{}}
	for info, err := range s.Blobs.List(ctx, folder+"/") {
		if err != nil {
			return nil, fmt.Errorf("list the files in %s: %w", folder, err)
		}
		if name := info.Key[len(folder)+1:]; !strings.Contains(name, "/") {
			f.Take(name)
		}
	}
	for _, name := range claimed {
		f.Take(name)
	}
	return f, nil
}

// folderFor is Folder for one that comes under a name. Beside all folders only what a name
// could meet is read: a list of the rest would be one of all files.
func (s *Service) folderFor(ctx context.Context, folder, name string) (*Folder, error) {
	if folder != "" {
		return s.Folder(ctx, folder, nil)
	}
	f := &Folder{taken: map[string]bool{}, covered: map[string]bool{}}
	stem, _ := splitName(name)
	for _, start := range []string{stem + ".", stem + "-"} {
		for info, err := range s.Blobs.List(ctx, start) {
			if err != nil {
				return nil, fmt.Errorf("list the files that begin with %s: %w", start, err)
			}
			if !strings.Contains(info.Key, "/") {
				f.Take(info.Key)
			}
		}
	}
	return f, nil
}

// Take notes that a name is taken.
func (f *Folder) Take(name string) {
	name = strings.ToLower(name)
	f.taken[name] = true
	if m := derived.FindStringSubmatch(name); m != nil {
		f.covered[m[1]+m[2]] = true
	}
}

// Unique is the name itself or, when that would collide with another file or
// with the sub-sizes of one, the name with the lowest number that doesn't. It
// is taken from then on. Case makes no difference.
func (f *Folder) Unique(name string) string {
	stem, ext := splitName(name)
	candidate, n := name, 0
	if derived.MatchString(name) {
		// It could be taken for a sub-size of a file without the ending.
		n = 1
		candidate = stem + "-1" + ext
	}
	for f.collides(candidate) {
		n++
		candidate = stem + "-" + strconv.Itoa(n) + ext
	}
	f.Take(candidate)
	return candidate
}

func (f *Folder) collides(name string) bool {
	name = strings.ToLower(name)
	return f.taken[name] || f.covered[name]
}

// splitName parts a name before its extension.
func splitName(name string) (stem, ext string) {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[:i], name[i:]
	}
	return name, ""
}

// withSuffix is the name of a file made from another one.
func withSuffix(key, suffix string) string {
	dir, name := "", key
	if i := strings.LastIndexByte(key, '/'); i >= 0 {
		dir, name = key[:i+1], key[i+1:]
	}
	stem, ext := splitName(name)
	return dir + stem + "-" + suffix + ext
}

// BaseName is the name of a file without its folder.
func BaseName(key string) string { return baseName(key) }

// baseName is what follows the last slash of a key.
func baseName(key string) string { return key[strings.LastIndexByte(key, '/')+1:] }

func distinct(keys []string) []string {
	keys = slices.Clone(keys)
	slices.Sort(keys)
	return slices.Compact(keys)
}
