package s3

import "testing"

func TestHasSize(t *testing.T) {
	t.Parallel()
	for contentRange, want := range map[string]bool{
		"": true, "bytes 0-9/*": true, "bytes 0-9/100": true, "bytes 0-9/10": false, "bytes 0-9/1000": false, "bytes 0-9/": false,
	} {
		if got := hasSize(contentRange, 100); got != want {
			t.Errorf("%q: %v", contentRange, got)
		}
	}
}
