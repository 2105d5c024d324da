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
	// A busy machine can make the short work look long in one of the rounds, which hides the square.
	for range tries {
		held, a, b := eightfold.holds(t, work(steps), work(64*steps))
		if !held {
			return
		}
		t.Logf("64 times the work isn't told: %v, %v", a, b)
	}
	t.Error("the square isn't told")
}

const tries = 3
