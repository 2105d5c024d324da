package media

import (
	"context"
	"testing"

	"quoin/internal/domain/media/filetype"
	"quoin/internal/platform/blob/blobtest"
	"quoin/internal/platform/blob/disk"
)

func testService(t *testing.T) *Service {
	t.Helper()
	blobs, err := disk.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { blobs.Close() })
	return &Service{Blobs: blobs, Base: func(context.Context) string { return "http://media.example" }}
}

func TestUnique(t *testing.T) {
	t.Parallel()
	s := testService(t)
	for _, key := range []string{"2026/01/boat.jpg", "2026/01/boat-1.jpg", "2026/01/quay-300x200.png", "2026/01/Rope.GIF", "2026/01/sub/deep.jpg", "2026/02/sail.jpg"} {
		blobtest.Put(t, s.Blobs, key, []byte("x"))
	}
	f, err := s.Folder(t.Context(), "2026/01", []string{"claimed.txt"})
	if err != nil {
		t.Fatal(err)
	}
	// In this order, for each name is taken from then on.
	for _, tt := range []struct{ name, want string }{
		{"boat.jpg", "boat-2.jpg"},
		{"boat.jpg", "boat-3.jpg"},
		{"boat.png", "boat.png"},
		{"quay.png", "quay-1.png"}, // a sub-size of it would meet the file
		{"quay.jpg", "quay.jpg"},
		{"rope.gif", "rope-1.gif"},
		{"claimed.txt", "claimed-1.txt"},
		{"new-300x200.jpg", "new-300x200-1.jpg"},
		{"new-300x200.jpg", "new-300x200-2.jpg"},
		{"new.jpg", "new.jpg"}, // 300x200-1 is no size
		{"big-scaled.jpg", "big-scaled-1.jpg"},
		{"turned-rotated", "turned-rotated-1"},
		{"sail.jpg", "sail.jpg"},
		{"deep.jpg", "deep.jpg"},
	} {
		if got := f.Unique(tt.name); got != tt.want {
			t.Errorf("%s became %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestCleanName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Ein Böot & mehr.JPG":  "Ein-Boot-mehr.jpg",
		"../../etc/passwd.txt": "etcpasswd.txt",
		"shell.php.jpg":        "shell.php_.jpg",
		"x.jpg.txt":            "x.jpg.txt",
		"///":                  "",
		"a\u202efig.zip":       "afig.zip", // would be read as apiz.gif
		"a\u200b\ufeffb.jpg":   "ab.jpg",
	} {
		if got := CleanName("", name, filetype.Rights{}); got != want {
			t.Errorf("%q became %q, want %q", name, got, want)
		}
	}
}

// FuzzUnique: a name is never given out twice, whatever is there.
func FuzzUnique(f *testing.F) {
	f.Add("a.jpg", "a-1.jpg", "a-10x10.jpg")
	f.Add("A.JPG", "a.jpg", "a-scaled.jpg")
	f.Fuzz(func(t *testing.T, first, second, third string) {
		folder := &Folder{taken: map[string]bool{}, covered: map[string]bool{}}
		seen := map[string]bool{}
		for _, name := range []string{first, second, third, first, third} {
			name = CleanName("", name, filetype.Rights{})
			if name == "" {
				continue
			}
			got := folder.Unique(name)
			if seen[got] {
				t.Fatalf("%q twice", got)
			}
			seen[got] = true
			if again := CleanName("", got, filetype.Rights{}); derived.MatchString(got) && again == name {
				t.Fatalf("%q looks derived", got)
			}
		}
	})
}
