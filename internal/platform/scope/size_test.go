package scope

import (
	"context"
	"testing"
)

// An answer always shows one text, then as many as there is room for; the first
// beyond leaves none for others.
func TestShows(t *testing.T) {
	t.Parallel()
	if !Shows(context.Background(), 2*MaxShown) || Room(context.Background()) != MaxShown {
		t.Error("outside of answers there is no room")
	}
	ctx := New(context.Background())
	if !Shows(ctx, 2*MaxShown) || Room(ctx) != 0 || Shows(ctx, 1) {
		t.Error("a single long text isn't shown, or one more behind it")
	}
	ctx = New(context.Background())
	part := Part(ctx)
	if !Shows(part, MaxShown/2) || !Shows(ctx, MaxShown/4) || Room(part) != MaxShown/4 {
		t.Error("parts have room of their own")
	}
	if Shows(ctx, MaxShown/2) || Shows(ctx, 1) || Room(ctx) != 0 {
		t.Error("there is room behind a text that had none")
	}
}
