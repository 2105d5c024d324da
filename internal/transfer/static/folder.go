package static

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// ErrForeign refuses a folder that an export doesn't own.
var ErrForeign = errors.New("the folder has files and no export: name an empty or a new one")

// listVersion is that of the form of the list.
const listVersion = 1

// list is what the folder has by an export.
type list struct {
	Version int             `json:"version"`
	Site    string          `json:"site"`
	Files   map[string]kept `json:"files"`
}

// kept is a file as it was written. Changed is its time on the disk: with the size it
// tells whether somebody else wrote it since.
type kept struct {
	Size    int64     `json:"size"`
	Sum     string    `json:"sha256"`
	Changed time.Time `json:"changed"`
	// Tag is what the site said that the content is known by, if it did.
	Tag string `json:"etag,omitempty"`
	// Address is what it is the answer to, Type the media type that it has there.
	Address string `json:"address,omitempty"`
	Type    string `json:"type,omitempty"`
}

// folder is the folder that an export writes to. It is safe for concurrent use.
type folder struct {
	root    *os.Root
	before  map[string]kept   // files of the run before
	address map[string]string // their names by address

	mu      sync.Mutex
	now     map[string]kept
	folders map[string]bool // that have files of now below them
	journal *os.File
	serial  int

	written, unchanged int
}

// open opens a folder, and makes it where there is none.
func open(dir string) (*folder, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil { // #nosec G301 -- the files are for everybody
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	f := &folder{root: root, before: map[string]kept{}, address: map[string]string{}, now: map[string]kept{}, folders: map[string]bool{}}
	if err := f.load(); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return f, nil
}

// load reads what is there.
func (f *folder) load() error {
	text, err := f.root.ReadFile(listFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		entries, err := fs.ReadDir(f.root.FS(), ".")
		if err != nil {
			return err
		}
		if len(entries) > 0 {
			return ErrForeign
		}
		if text, err = json.Marshal(list{Version: listVersion}); err != nil {
			return err
		}
		if err := f.root.WriteFile(listFile, text, 0o644); err != nil { // #nosec G306 -- as all files of the export
			return err
		}
	case err != nil:
		return err
	}
	var l list
	if err := json.Unmarshal(text, &l); err != nil || l.Version != listVersion {
		return fmt.Errorf("the list of files %s can't be read: %w", listFile, ErrForeign)
	}
	maps.Copy(f.before, l.Files)
	for name, k := range f.before {
		if k.Address != "" {
			f.address[k.Address] = name
		}
	}
	// What a run wrote that was interrupted is ours too, with whatever content.
	if text, err = f.root.ReadFile(journalFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	s := bufio.NewScanner(bytes.NewReader(text))
	for s.Scan() {
		var name string
		if json.Unmarshal(s.Bytes(), &name) == nil {
			if _, ok := f.before[name]; !ok {
				f.before[name] = kept{Size: -1}
			}
		}
	}
	if f.journal, err = f.root.OpenFile(journalFile, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644); err != nil {
		return err
	}
	return nil
}

func (f *folder) close() error {
	var err error
	if f.journal != nil {
		err = f.journal.Close()
	}
	return errors.Join(err, f.root.Close())
}

// here tells whether a file is as the run before left it.
func (f *folder) here(name string) (kept, bool) {
	k, ok := f.before[name]
	if !ok {
		return k, false
	}
	info, err := f.root.Lstat(name)
	return k, err == nil && info.Mode().IsRegular() && info.Size() == k.Size && info.ModTime().Equal(k.Changed)
}

// tag is what the content for an address is known by if its file is still there, else "".
func (f *folder) tag(address string) string {
	name, ok := f.address[address]
	if !ok {
		return ""
	}
	if k, ok := f.here(name); ok {
		return k.Tag
	}
	return ""
}

// errTaken says that a name is that of something else.
var errTaken = errors.New("its file is that of another address")

// errForeign says that somebody else put a file there.
var errForeign = errors.New("a file is there that the export didn't write")

// claim takes a name for an address. A page whose name must be a folder, for what is
// below it, becomes the index of that. The caller holds the lock, as for all that follows
// until note.
func (f *folder) claim(name, address string) (string, error) {
	if f.folders[name] || address != "" && f.address[address] == name+"/"+indexFile {
		name += "/" + indexFile
	}
	if k, ok := f.now[name]; ok && k.Address != address {
		return "", errTaken
	}
	for above := path.Dir(name); above != "."; above = path.Dir(above) {
		if _, ok := f.now[above]; ok {
			if err := f.lower(above); err != nil {
				return "", err
			}
		}
	}
	return name, f.begin(name)
}

// begin notes that a file is about to be ours.
func (f *folder) begin(name string) error {
	if _, ok := f.before[name]; ok {
		return nil
	}
	if info, err := f.root.Lstat(name); err == nil && !info.IsDir() {
		if _, ok := f.now[name]; !ok {
			return errForeign
		}
	}
	line, err := json.Marshal(name)
	if err == nil {
		_, err = f.journal.Write(append(line, '\n'))
	}
	return err
}

// lower makes a file the index of the folder that takes its place.
func (f *folder) lower(name string) error {
	to, part := name+"/"+indexFile, f.work()
	if err := f.begin(to); err != nil {
		return err
	}
	if err := f.root.Rename(name, part); err != nil {
		return err
	}
	if err := f.root.MkdirAll(name, 0o755); err != nil {
		return err
	}
	f.note(to, f.now[name])
	delete(f.now, name)
	return f.root.Rename(part, to)
}

// work is a name for a file that isn't whole yet; the caller holds the lock.
func (f *folder) work() string {
	f.serial++
	return fmt.Sprintf("%s%d", workFile, f.serial)
}

// part is a file that is being written.
type part struct {
	f    *folder
	name string
	file *os.File
	sum  hash.Hash
	size int64
}

func (f *folder) create() (*part, error) {
	f.mu.Lock()
	name := f.work()
	f.mu.Unlock()
	file, err := f.root.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	return &part{f: f, name: name, file: file, sum: sha256.New()}, nil
}

func (p *part) Write(b []byte) (int, error) {
	n, err := p.file.Write(b)
	p.sum.Write(b[:n])
	p.size += int64(n)
	return n, err
}

// drop forgets what was written.
func (p *part) drop() error {
	return errors.Join(p.file.Close(), p.f.root.Remove(p.name))
}

// keep makes what was written the file for an address, unless that is so already.
func (p *part) keep(name, address, tag, kind string) error {
	p.f.mu.Lock()
	defer p.f.mu.Unlock()
	name, err := p.f.claim(name, address)
	if err != nil {
		return errors.Join(err, p.drop())
	}
	sum := hex.EncodeToString(p.sum.Sum(nil))
	if k, ok := p.f.here(name); ok && k.Sum == sum {
		k.Tag, k.Address, k.Type = tag, address, kind
		p.f.unchanged++
		p.f.note(name, k)
		return p.drop()
	}
	if err := cmp.Or(p.file.Close(), p.f.room(name)); err != nil {
		return errors.Join(err, p.f.root.Remove(p.name))
	}
	if err := p.f.root.Rename(p.name, name); err != nil {
		return errors.Join(err, p.f.root.Remove(p.name))
	}
	info, err := p.f.root.Lstat(name)
	if err != nil {
		return err
	}
	p.f.written++
	p.f.note(name, kept{Size: p.size, Sum: sum, Changed: info.ModTime(), Tag: tag, Address: address, Type: kind})
	return nil
}

// note notes that the export has a file.
func (f *folder) note(name string, k kept) {
	f.now[name] = k
	for dir := path.Dir(name); dir != "." && !f.folders[dir]; dir = path.Dir(dir) {
		f.folders[dir] = true
	}
}

// room makes the folders above a file. What the run before had in its way goes.
func (f *folder) room(name string) error {
	for above := path.Dir(name); above != "."; above = path.Dir(above) {
		if _, ours := f.before[above]; ours {
			if info, err := f.root.Lstat(above); err == nil && !info.IsDir() {
				if err := f.root.Remove(above); err != nil {
					return err
				}
			}
		}
	}
	if info, err := f.root.Lstat(name); err == nil && info.IsDir() {
		for old := range f.before {
			if strings.HasPrefix(old, name+"/") {
				if err := f.remove(old); err != nil {
					return err
				}
			}
		}
	}
	return f.root.MkdirAll(path.Dir(name), 0o755)
}

// stay keeps the file that an address had, as it is, and tells its type.
func (f *folder) stay(address string) (kind string, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	name, ok := f.address[address]
	if !ok {
		return "", false
	}
	k, ok := f.here(name)
	if !ok {
		return "", false
	}
	if name, err := f.claim(name, address); err == nil {
		f.unchanged++
		f.note(name, k)
		return k.Type, true
	}
	return "", false
}

// read is the content of the file that an address has.
func (f *folder) read(address string) (string, error) {
	text, err := f.root.ReadFile(f.address[address])
	return string(text), err
}

// write writes a file that is made here.
func (f *folder) write(name, text string) error {
	p, err := f.create()
	if err != nil {
		return err
	}
	if _, err := io.WriteString(p, text); err != nil {
		return errors.Join(err, p.drop())
	}
	return p.keep(name, "", "", "")
}

// finish removes what the site has no more, and writes the list.
func (f *folder) finish(site string) (removed int, err error) {
	for _, name := range slices.Sorted(maps.Keys(f.before)) {
		if _, ok := f.now[name]; ok {
			continue
		}
		if err := f.remove(name); err != nil {
			return removed, err
		}
		if f.before[name].Size >= 0 {
			removed++
		}
	}
	entries, err := fs.ReadDir(f.root.FS(), ".")
	if err != nil {
		return removed, err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), workFile) {
			if err := f.root.Remove(e.Name()); err != nil {
				return removed, err
			}
		}
	}
	text, err := json.MarshalIndent(list{Version: listVersion, Site: site, Files: f.now}, "", " ")
	if err != nil {
		return removed, err
	}
	if err := f.root.WriteFile(workFile, text, 0o644); err != nil { // #nosec G306 -- as all files of the export
		return removed, err
	}
	if err := f.root.Rename(workFile, listFile); err != nil {
		return removed, err
	}
	return removed, f.root.Remove(journalFile)
}

// remove removes a file of ours, with the folders that it leaves empty.
func (f *folder) remove(name string) error {
	info, err := f.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && info.IsDir():
	case err != nil:
		// What stands above it may be a file now.
		if _, above := f.root.Lstat(path.Dir(name)); above != nil {
			return nil
		}
		return err
	default:
		if err := f.root.Remove(name); err != nil {
			return err
		}
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if f.root.Remove(dir) != nil {
			break // it isn't empty, or no folder
		}
	}
	return nil
}
