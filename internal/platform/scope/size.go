package scope

import "context"

// MaxShown is how many bytes of texts and of whole items one answer shows; those
// beyond it are cut off. One text is always shown, however long.
const MaxShown = 16 << 20

// Shows tells whether an answer has room for a text or an item of a length. The
// first that has none takes all that is left, so that what follows isn't made in
// vain.
func Shows(ctx context.Context, length int) bool {
	s := From(ctx).memory()
	if s == nil {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.answered > 0 && s.answered+length > MaxShown {
		s.answered = MaxShown
		return false
	}
	s.answered += length
	return true
}

// Room is how many bytes an answer has left to show.
func Room(ctx context.Context) int {
	s := From(ctx).memory()
	if s == nil {
		return MaxShown
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(0, MaxShown-s.answered)
}
