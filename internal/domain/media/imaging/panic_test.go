package imaging

import (
	"strings"
	"testing"
)

// TestPanicsReachTheCaller has strips of an image and the encoding of a result panic
// in goroutines of their own: whoever asked for them recovers, or is told.
func TestPanicsReachTheCaller(t *testing.T) {
	t.Parallel()
	t.Run("strips", func(t *testing.T) {
		t.Parallel()
		defer func() {
			err, _ := recover().(error)
			if err == nil || !strings.Contains(err.Error(), "broken strip") || !strings.Contains(err.Error(), "panic_test.go") {
				t.Errorf("recovered %v", err)
			}
		}()
		inParallel(100, 1, 4, func(from, _ int) {
			if from > 50 {
				panic("broken strip")
			}
		})
	})
	t.Run("encoding", func(t *testing.T) {
		t.Parallel()
		for _, slots := range []int{0, 1} {
			c := &cascade{slots: make(chan struct{}, slots), stop: make(chan struct{}), emit: func(SubSize) error { return nil }}
			c.encode(0, &Image{format: JPEG, width: 10, height: 10}) // without pixels
			c.wait.Wait()
			if c.err == nil || !strings.Contains(c.err.Error(), "panic: ") {
				t.Errorf("%d slots: told %v", slots, c.err)
			}
			if len(c.slots) > 0 {
				t.Error("a slot is held")
			}
		}
	})
}
