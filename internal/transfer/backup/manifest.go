package backup

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"quoin/internal/storage/store"
)

// Manifest tells what a backup has.
type Manifest struct {
	Format  int               `json:"format"`
	Program string            `json:"program"` // version that made it
	Made    string            `json:"made"`    // UTC
	Tables  []store.TableDump `json:"tables"`
	Media   []File            `json:"media"`
	// Schema is how far the tables were. Backups of format 1 don't tell.
	Schema *store.Schema `json:"schema,omitempty"`
	// Folder are other files of the data folder; their keys are paths in it.
	Folder []File `json:"folder,omitempty"`
	// Apart is set when the media aren't in the file but in a place of their
	// own.
	Apart bool `json:"apart,omitempty"`
}

// File is one uploaded file.
type File struct {
	Key         string `json:"key"`
	Size        int64  `json:"size"`
	SHA256      string `json:"sha256"`
	ContentType string `json:"content_type,omitempty"`
}

// The format is 2 since backups have files of the data folder: a program that doesn't
// know of them would restore a site without its themes. Those of format 1 can be read.
const (
	format       = 2
	oldestFormat = 1
	manifestName = "backup.json"
	maxManifest  = 1 << 30
)

// ErrNoBackup says that a file is no backup, or was cut off.
var ErrNoBackup = errors.New("the file is no backup, or not a whole one")

// rowsName and fileName are the names of what a backup has in the ZIP file.
func rowsName(table string) string { return "tables/" + table + ".jsonl" }
func fileName(key string) string   { return "media/" + key }
func partName(path string) string  { return "data/" + path }

// placeKey is where a file with a digest stands in a place for media.
func placeKey(digest string) string { return "sha256/" + digest[:2] + "/" + digest }

// Rows is the number of rows of all tables.
func (m *Manifest) Rows() (n int64) {
	for _, t := range m.Tables {
		n += t.Rows
	}
	return n
}

// Bytes is the size of all media.
func (m *Manifest) Bytes() (n int64) {
	for _, f := range m.Media {
		n += f.Size
	}
	return n
}

func readManifest(z *zip.Reader) (*Manifest, error) {
	f, err := z.Open(manifestName)
	if err != nil {
		return nil, ErrNoBackup
	}
	defer f.Close()
	m := new(Manifest)
	if err := json.NewDecoder(io.LimitReader(f, maxManifest)).Decode(m); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoBackup, err)
	}
	if m.Format < oldestFormat || m.Format > format {
		return nil, fmt.Errorf("the backup has the format %d, this program reads %d: run the version that made it (%s)", m.Format, format, m.Program)
	}
	for _, f := range slices.Concat(m.Media, m.Folder) {
		if len(f.SHA256) != 64 {
			return nil, fmt.Errorf("%w: %s has no digest", ErrNoBackup, f.Key)
		}
	}
	return m, nil
}
