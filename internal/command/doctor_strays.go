package command

import (
	"fmt"
	"os"
)

// strayList is the file with the names of files that belong to nothing. What it had
// before stays until there is something new to tell.
type strayList struct {
	f     *os.File
	begun bool
}

func openStrayList(path string) (*strayList, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600) // #nosec G304 -- the operator names the file
	return &strayList{f: f}, err
}

// begin empties the file, once. A pipe or a terminal has nothing to lose.
func (l *strayList) begin() error {
	if l.begun {
		return nil
	}
	l.begun = true
	info, err := l.f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	return l.f.Truncate(0)
}

func (l *strayList) add(name string) error {
	if err := l.begin(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(l.f, name)
	return err
}

// close closes the list; whole says that it has all there is, were it nothing.
func (l *strayList) close(whole bool) error {
	var err error
	if whole {
		err = l.begin()
	}
	if closed := l.f.Close(); err == nil {
		err = closed
	}
	return err
}
