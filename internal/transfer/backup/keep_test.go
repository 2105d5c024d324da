package backup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestKeepNewest(t *testing.T) {
	told := func(name string) (time.Time, bool) {
		at, err := time.Parse("2006.txt", name)
		return at, err == nil
	}
	for _, c := range []struct{ there, made, left string }{
		{"2020.txt 2021.txt 2022.txt", "2022.txt", "2021.txt 2022.txt"},
		{"2020.txt 2021.txt", "2021.txt", "2020.txt 2021.txt"},
		// A clock was ahead once: its files go first, and what was just made stays.
		{"2020.txt 2021.txt 2022.txt 2039.txt 2040.txt", "2022.txt", "2021.txt 2022.txt"},
		{"2021.txt 2039.txt 2040.txt", "2021.txt", "2021.txt 2040.txt"},
		// What doesn't tell when it was made isn't ours.
		{"2020.txt 2021.txt 2022.txt 2019.txt.part notes.txt 9.txt", "2022.txt", "2019.txt.part 2021.txt 2022.txt 9.txt notes.txt"},
	} {
		dir := t.TempDir()
		for _, name := range strings.Fields(c.there) {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Mkdir(filepath.Join(dir, "2001.txt"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := KeepNewest(dir, filepath.Join(dir, c.made), 2, told); err != nil {
			t.Error(err)
		}
		left, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for i := range left {
			left[i] = filepath.Base(left[i])
		}
		want := append(strings.Fields(c.left), "2001.txt")
		slices.Sort(want)
		if !slices.Equal(left, want) {
			t.Errorf("of %s: %v stay, want %v", c.there, left, want)
		}
	}
}
