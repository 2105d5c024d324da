package growth

import "testing"

// TestHoldsTellsSquares makes sure that the measuring tells work that grows with
// the square of a length from work that grows with the length.
func TestHoldsTellsSquares(t *testing.T) {
	sum := 0
	work := func(steps int) func() {
		return func() {
			for i := range steps {
				sum += i & sum
			}
		}
	}
	const steps = 16 << 20
	if held, a, b := eightfold.holds(t, work(steps), work(8*steps)); !held {
		t.Errorf("eight times the work is told as the square: %v, %v", a, b)
	}
	if held, a, b := eightfold.holds(t, work(steps), work(64*steps)); held {
		t.Errorf("64 times the work isn't told: %v, %v", a, b)
	}
}
