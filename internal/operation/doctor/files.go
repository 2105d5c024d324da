package doctor

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"

	"quoin/internal/platform/blob"
)

// Owner is an attachment, or whatever else has files.
type Owner struct {
	ID   int64 // 0 for what may have its files or not, such as a deletion under way
	Keys []string
}

// Files compares the uploaded files of a site with those that it knows of.
type Files struct {
	Blobs blob.Store
	// Owners are all that have files; Names tells whether an owner still has a
	// file, for what changed since it was listed.
	Owners func(ctx context.Context) iter.Seq2[Owner, error]
	Names  func(ctx context.Context, id int64, key string) (bool, error)
	Now    func() time.Time
	// Stray, if set, is told the key of each file that nothing has.
	Stray    func(key string) error
	Progress Progress
}

// youngFile is how old a file must be for nothing to have it: a younger one may
// be that of an upload under way.
const youngFile = 2 * time.Hour

// sortMemory bounds the keys in memory.
const sortMemory = 32 << 20

// maxListed bounds the files that are named.
const maxListed = 5

// look compares the two lists, both in the order of the keys.
func (x *Files) look(ctx context.Context) (list []Finding, err error) {
	begun := x.Now()
	known := sorter{most: sortMemory}
	defer func() { err = errors.Join(err, known.close()) }()
	n := int64(0)
	for o, err := range x.Owners(ctx) {
		if err != nil {
			return nil, err
		}
		for _, key := range o.Keys {
			if blob.CheckKey(key) != nil {
				continue // nothing is stored under it
			}
			if n++; n%1000 == 0 {
				x.Progress("files", n, "names")
			}
			if err := known.add(key + "\x00" + strconv.FormatInt(o.ID, 10)); err != nil {
				return nil, err
			}
		}
	}
	next, err := known.sorted()
	if err != nil {
		return nil, err
	}
	var missing, strays, empty found
	c := &comparison{Files: x, next: next, begun: begun, missing: &missing, strays: &strays}
	if err := c.advance(); err != nil {
		return nil, err
	}
	n = 0
	for info, err := range x.Blobs.List(ctx, "") {
		if err != nil {
			return nil, fmt.Errorf("list the uploaded files: %w", err)
		}
		if n++; n%1000 == 0 {
			x.Progress("files", n, "files")
		}
		if err := c.meet(ctx, info); err != nil {
			return nil, err
		}
		if info.Size == 0 && begun.Sub(info.ModTime) > youngFile {
			empty.add(info.Key)
		}
	}
	if err := c.upTo(ctx, ""); err != nil {
		return nil, err
	}
	list = append(list, missing.finding(Error, "%d files of attachments are missing", "bring them back from a backup; sub-sizes can be made anew with quoin media regenerate")...)
	list = append(list, strays.finding(Warning, "%d files belong to nothing", "--stray-files LIST names them all, --mend=files --stray-files LIST deletes those of the list")...)
	list = append(list, empty.finding(Warning, "%d files are empty", "")...)
	return list, nil
}

// found are files that something is wrong with.
type found struct {
	n     int64
	names []string
}

func (f *found) add(name string) {
	if f.n++; len(f.names) < maxListed {
		f.names = append(f.names, name)
	}
}

func (f *found) finding(level Level, text, advice string) []Finding {
	if f.n == 0 {
		return nil
	}
	one := Found(level, text, f.n).With(advice)
	one.Examples = f.names
	return []Finding{one}
}

// comparison walks over known keys and files side by side.
type comparison struct {
	*Files
	next            func() (string, bool, error)
	begun           time.Time
	key             string // the known one that is next
	owners          []int64
	more            bool
	ahead           string // line that was read beyond the owners of key
	missing, strays *found
}

// advance reads the next known key, with all that have it.
func (c *comparison) advance() error {
	line := c.ahead
	c.ahead, c.owners = "", nil
	if line == "" {
		var ok bool
		var err error
		if line, ok, err = c.next(); err != nil || !ok {
			c.more = false
			return err
		}
	}
	c.more = true
	for {
		key, id, _ := strings.Cut(line, "\x00")
		if len(c.owners) > 0 && key != c.key {
			c.ahead = line
			return nil
		}
		owner, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			return err
		}
		c.key, c.owners = key, append(c.owners, owner)
		var ok bool
		if line, ok, err = c.next(); err != nil || !ok {
			return err
		}
	}
}

// upTo passes the known keys before one; "" passes all.
func (c *comparison) upTo(ctx context.Context, key string) error {
	for c.more && (key == "" || c.key < key) {
		if err := c.gone(ctx); err != nil {
			return err
		}
		if err := c.advance(); err != nil {
			return err
		}
	}
	return nil
}

func (c *comparison) meet(ctx context.Context, info blob.Info) error {
	if err := c.upTo(ctx, info.Key); err != nil {
		return err
	}
	if c.more && c.key == info.Key {
		return c.advance()
	}
	if c.begun.Sub(info.ModTime) < youngFile {
		return nil
	}
	c.strays.add(info.Key)
	if c.Stray != nil {
		return c.Stray(info.Key)
	}
	return nil
}

// gone looks again at a file that the list of files didn't have: it may have
// been stored, or its owner changed, since.
func (c *comparison) gone(ctx context.Context) error {
	for _, id := range c.owners {
		if id == 0 {
			continue
		}
		if _, err := c.Blobs.Stat(ctx, c.key); !errors.Is(err, blob.ErrNotFound) {
			return err
		}
		still, err := c.Names(ctx, id, c.key)
		if err != nil {
			return err
		}
		if still {
			c.missing.add(fmt.Sprintf("%s of attachment %d", c.key, id))
			return nil
		}
	}
	return nil
}

// Check is the check of the files. With chosen, a list of keys, mending deletes
// those of them that nothing has; otherwise it can't be mended.
func (x *Files) Check(chosen io.Reader) Check {
	c := Check{Name: "files", Look: x.look}
	if chosen == nil {
		return c
	}
	c.Mend = func(ctx context.Context) error {
		meant := map[string]bool{}
		lines := bufio.NewScanner(chosen)
		for lines.Scan() {
			meant[lines.Text()] = true
		}
		if err := lines.Err(); err != nil {
			return err
		}
		// Only what nothing has now, whatever was true when the list was made.
		var keys []string
		again := *x
		again.Stray = func(key string) error {
			if meant[key] {
				keys = append(keys, key)
			}
			return nil
		}
		if _, err := again.look(ctx); err != nil {
			return err
		}
		for _, key := range keys {
			if err := x.Blobs.Delete(ctx, key); err != nil {
				return err
			}
		}
		return nil
	}
	return c
}
