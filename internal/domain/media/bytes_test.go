package media

import "testing"

func TestBytes(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64][2]string{
		0: {"0 B", "0 B"}, 1023: {"1023 B", "1023 B"}, 1024: {"1.00 KB", "1 KB"}, 1197379: {"1.14 MB", "1 MB"}, 5 << 40: {"5.00 TB", "5 TB"}, 7 << 50: {"7168.00 TB", "7168 TB"},
	} {
		if got := [2]string{Bytes(n, 2), Bytes(n, 0)}; got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
