package backup

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// writeFolder copies the parts of the data folder that backups have. Hidden files, which
// are those of an installation under way, and links stay behind.
func writeFolder(z *zip.Writer, s Site) (list []File, err error) {
	if s.Folder == "" {
		return nil, nil
	}
	root, err := os.OpenRoot(s.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // of a site in PostgreSQL that has nothing here
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for _, part := range s.Parts {
		err := fs.WalkDir(root.FS(), part, func(name string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case d.IsDir() && strings.HasPrefix(d.Name(), "."):
				return fs.SkipDir
			case !d.Type().IsRegular() || strings.HasPrefix(d.Name(), "."):
				return nil
			}
			f, err := writePart(z, root, name)
			if errors.Is(err, fs.ErrNotExist) {
				return nil // another theme has taken its place meanwhile
			}
			list = append(list, f)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

func writePart(z *zip.Writer, root *os.Root, name string) (File, error) {
	in, err := root.Open(name)
	if err != nil {
		return File{}, err
	}
	defer in.Close()
	w, err := z.Create(partName(name))
	if err != nil {
		return File{}, err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(w, sum), in)
	return File{Key: name, Size: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, err
}

// errOtherFile says that a file is in the way of one of the backup.
var errOtherFile = errors.New("another file of that name is there: restore into an empty folder")

// restoreFolder brings the files of the data folder back. Each stands under its name
// once it is whole; one that an earlier run brought is compared.
func (a *Archive) restoreFolder(s Site) (err error) {
	if len(a.Folder) == 0 {
		return nil
	}
	if err := os.MkdirAll(s.Folder, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(s.Folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for _, f := range a.Folder {
		part, _, _ := strings.Cut(f.Key, "/")
		if !filepath.IsLocal(f.Key) || !slices.Contains(s.Parts, part) {
			return fmt.Errorf("%w: %q is no file of a data folder", ErrNoBackup, f.Key)
		}
		if err := a.restorePart(root, f); err != nil {
			return fmt.Errorf("file %s: %w", f.Key, err)
		}
	}
	return nil
}

func (a *Archive) restorePart(root *os.Root, f File) error {
	if there, err := root.Open(f.Key); err == nil {
		_, err := io.Copy(io.Discard, &proved{r: there, want: f.SHA256, sum: sha256.New()})
		if err = errors.Join(err, there.Close()); errors.Is(err, ErrDamaged) {
			return errOtherFile
		}
		return err
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	in, err := a.zip.Open(partName(f.Key))
	if err != nil {
		return damage(err)
	}
	defer in.Close()
	// Other web servers may read themes, so these have the rights of installed ones.
	if err := root.MkdirAll(path.Dir(f.Key), 0o755); err != nil {
		return err
	}
	temp := path.Join(path.Dir(f.Key), ".restoring-"+path.Base(f.Key))
	out, err := root.OpenFile(temp, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, &proved{r: in, want: f.SHA256, sum: sha256.New()})
	if err = errors.Join(damage(err), out.Close()); err != nil {
		return errors.Join(err, root.Remove(temp))
	}
	return root.Rename(temp, f.Key)
}
