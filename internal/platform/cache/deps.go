package cache

import "time"

// Deps is what a value depends on. The zero Deps is that of a value which never
// changes.
type Deps struct {
	Tags    []Tag     // what it was made of, in no order
	Expires time.Time // when it stops being true by itself; zero means never
	NoStore bool      // it must not be stored
}
