package backup

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// KeepNewest removes the older files of a folder until keep are left, at least one. Only
// files count whose names tell when they were made: told reads it, and says false of all
// others, which stay. The file made is the newest one: those dated after it come from a
// clock that was ahead, and go before all others.
func KeepNewest(folder, made string, keep int, told func(name string) (time.Time, bool)) error {
	files, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	newest, _ := told(filepath.Base(made))
	type dated struct {
		name string
		at   time.Time
	}
	var list []dated
	for _, f := range files {
		if at, ok := told(f.Name()); ok && f.Type().IsRegular() {
			list = append(list, dated{f.Name(), at})
		}
	}
	slices.SortFunc(list, func(x, y dated) int {
		if ahead := x.at.After(newest); ahead != y.at.After(newest) {
			return map[bool]int{true: 1, false: -1}[ahead]
		}
		return cmp.Or(y.at.Compare(x.at), cmp.Compare(y.name, x.name))
	})
	var errs []error
	for _, old := range list[min(len(list), max(1, keep)):] {
		errs = append(errs, os.Remove(filepath.Join(folder, old.name)))
	}
	return errors.Join(errs...)
}
