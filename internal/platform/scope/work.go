package scope

import "context"

// ShortText is the length in bytes up to which work on a text takes no time
// that matters to those who wait.
const ShortText = 1 << 10

// textWork is the key of work that was done on a text.
type textWork struct{ what, text string }

// OnText is the result of slow work on a text; what names the work, which
// depends on nothing but the text. Work on one text is done once a request, so
// that what was done before a transaction needn't be done while others wait for
// it. Without that it is done all the same, and told like all slow work.
func OnText(ctx context.Context, what, text string, work func(string) string) string {
	if len(text) <= ShortText {
		return work(text)
	}
	s := From(ctx).memory()
	if s == nil {
		Slow(ctx, what)
		return work(text)
	}
	key := textWork{what, text}
	s.mu.Lock()
	done, ok := s.worked[key]
	s.mu.Unlock()
	if ok {
		return done
	}
	Slow(ctx, what)
	done = work(text)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.worked == nil {
		s.worked = map[textWork]string{}
	}
	s.worked[key] = done
	return done
}
