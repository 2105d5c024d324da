package installed

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"quoin/internal/domain/theme"
)

// What Add, Replace and Remove refuse.
var (
	ErrInstalled = errors.New("a theme of that name is installed")
	ErrNotHeld   = errors.New("the uploaded theme isn't there any more")
)

// Failed tells of an error of Add whether it is the server's, not the archive's.
func Failed(err error) bool { return errors.Is(err, errFolder) }

// Held names a theme that a person sent and that waits for an answer: whether it may take the place of the one
// that is installed. A person has one at a time, and it goes a day later.
type Held struct {
	Person int64
	Token  string
}

var tokens = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// of begins the names of folders that hold what a person sent.
func (h Held) of() string { return unfinished + "held-" + strconv.FormatInt(h.Person, 10) + "-" }

// Add is Install for a theme whose name isn't taken. Where it is, the theme is held, and ErrInstalled says so.
func (s *Themes) Add(from string, person int64) (*theme.Theme, Held, error) {
	h := Held{Person: person, Token: rand.Text()}
	made, err := s.ready(from, func(string) error { return nil })
	if err != nil {
		return nil, Held{}, err
	}
	temp, id := filepath.Split(made)
	s.changing.Lock()
	defer s.changing.Unlock()
	place := filepath.Join(s.dir, id)
	if _, err := os.Lstat(place); err == nil {
		err := s.drop(h)
		if err == nil {
			err = os.Rename(filepath.Clean(temp), filepath.Join(s.dir, h.of()+h.Token))
		}
		if err != nil {
			return nil, Held{}, errors.Join(fmt.Errorf("%w: %w", errFolder, err), os.RemoveAll(temp))
		}
		return nil, h, ErrInstalled
	}
	defer os.RemoveAll(temp)
	if err := os.Rename(made, place); err != nil {
		return nil, Held{}, fmt.Errorf("%w: %w", errFolder, err)
	}
	t, err := s.read(id, Words{})
	return t, Held{}, err
}

// HeldTheme is the theme that is held, and the one whose place it would take, nil where that doesn't load.
func (s *Themes) HeldTheme(h Held) (sent, there *theme.Theme, err error) {
	made, err := s.heldAt(h)
	if err != nil {
		return nil, nil, err
	}
	if sent, err = s.loadAt(made); err != nil {
		return nil, nil, err
	}
	there, _ = s.read(sent.ID, Words{})
	return sent, there, nil
}

// heldAt is the folder of a theme that is held.
func (s *Themes) heldAt(h Held) (string, error) {
	if !tokens.MatchString(h.Token) {
		return "", ErrNotHeld
	}
	at := filepath.Join(s.dir, h.of()+h.Token)
	entries, err := os.ReadDir(at)
	if err != nil {
		return "", ErrNotHeld
	}
	for _, e := range entries {
		if e.IsDir() && ids.MatchString(e.Name()) {
			return filepath.Join(at, e.Name()), nil
		}
	}
	return "", ErrNotHeld
}

// Replace puts the theme that is held in the place of the one that is installed.
func (s *Themes) Replace(h Held) (*theme.Theme, error) {
	s.changing.Lock()
	defer s.changing.Unlock()
	made, err := s.heldAt(h)
	if err != nil {
		return nil, err
	}
	temp, id := filepath.Split(made)
	if _, err := s.loadAt(made); err != nil { // its parent may be gone
		return nil, err
	}
	// What goes aside isn't in the way of the next answer, nor of the sweep.
	old, err := os.MkdirTemp(s.dir, unfinished)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errFolder, err)
	}
	defer os.RemoveAll(old)
	if err := replace(made, filepath.Join(s.dir, id), filepath.Join(old, aside)); err != nil {
		return nil, fmt.Errorf("%w: %w", errFolder, err)
	}
	if err := os.RemoveAll(temp); err != nil {
		return nil, fmt.Errorf("%w: %w", errFolder, err)
	}
	return s.read(id, Words{})
}

// Drop forgets what a person sent.
func (s *Themes) Drop(h Held) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	if !tokens.MatchString(h.Token) {
		return nil
	}
	return os.RemoveAll(filepath.Join(s.dir, h.of()+h.Token))
}

// drop forgets all that a person sent.
func (s *Themes) drop(h Held) error {
	entries, err := os.ReadDir(s.dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), h.of()) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(s.dir, e.Name())))
		}
	}
	return err
}

// Lies tells whether a theme is one of the folder of themes, which Remove can remove.
func (s *Themes) Lies(id string) bool {
	_, dir, err := s.find(id)
	return err == nil && dir == s.dir && id != s.Given()
}

// Parents are the names of themes that others build on, whether these load or not.
func (s *Themes) Parents() map[string]bool {
	parents := map[string]bool{}
	for _, id := range s.IDs() {
		fsys, _, err := s.find(id)
		if err != nil {
			continue // it went meanwhile
		}
		if h, err := theme.HeaderOf(fsys); err == nil && h.Parent != "" && h.Parent != id {
			parents[h.Parent] = true
		}
	}
	return parents
}

// Remove removes an installed theme. It is out of the way at once, whatever of it is left.
func (s *Themes) Remove(id string) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	if !s.Lies(id) {
		return ErrUnknown
	}
	temp, err := os.MkdirTemp(s.dir, unfinished)
	if err != nil {
		return fmt.Errorf("%w: %w", errFolder, err)
	}
	if err := os.Rename(filepath.Join(s.dir, id), filepath.Join(temp, id)); err != nil {
		return errors.Join(fmt.Errorf("%w: %w", errFolder, err), os.RemoveAll(temp))
	}
	s.loading.Lock()
	clear(s.loaded) // it isn't answered from there any more
	s.loading.Unlock()
	if err := os.RemoveAll(temp); err != nil {
		return fmt.Errorf("%w: %w", errFolder, err)
	}
	return nil
}
