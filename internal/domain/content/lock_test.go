package content

import (
	"testing"
	"time"
)

func TestLock(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000_000, 0)
	for stored, keepsOut := range map[string]bool{
		"": false, "x": false, "1000000": false, "1000000:": false, ":5": false, "999900:5": true, "999900:4": false, "999850:5": false, "999851:5": true, "999900:0": false,
	} {
		e := &Entry{Meta: Meta{MetaEditLock: {stored}}}
		if got := LockOf(e).KeepsOut(4, now); got != keepsOut {
			t.Errorf("%q keeps out: %v", stored, got)
		}
	}
	e := &Entry{Meta: Meta{MetaEditLock: {Lock{now, 7}.String()}}}
	if got := LockOf(e); got.User != 7 || !got.At.Equal(now) {
		t.Errorf("read again: %v", got)
	}
}
