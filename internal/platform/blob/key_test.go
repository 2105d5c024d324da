package blob

import (
	"errors"
	"path"
	"strings"
	"testing"
)

func TestCheckKey(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"a", "2026/11/photo-300x200.jpg", "a b/ü.png", "a..b", "x/y~", "con"} {
		if err := CheckKey(key); err != nil {
			t.Errorf("%q: %v", key, err)
		}
	}
	for _, key := range []string{
		"", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/./b", ".htaccess", "a/.git/x",
		`a\b`, "a\x00b", "a\nb", "\xff", strings.Repeat("a", 241), strings.Repeat("abc/", 300) + "x",
	} {
		if err := CheckKey(key); !errors.Is(err, ErrInvalidKey) {
			t.Errorf("%.40q: %v", key, err)
		}
	}
}

// FuzzCheckKey: an accepted key is its own clean path and stays below any root.
func FuzzCheckKey(f *testing.F) {
	f.Add("2026/11/a.jpg")
	f.Add("../../etc/passwd")
	f.Fuzz(func(t *testing.T, key string) {
		if CheckKey(key) != nil {
			return
		}
		if path.Clean(key) != key || !strings.HasPrefix(path.Join("/root", key), "/root/") {
			t.Fatalf("%q", key)
		}
	})
}
