package app

import (
	"log/slog"
	"testing"
)

// TestFirstPasswordIsNotLost starts a new site in ways that fail; the start
// that works in the end must still tell the password.
func TestFirstPasswordIsNotLost(t *testing.T) {
	t.Parallel()
	good := Config{Data: t.TempDir(), Log: slog.New(slog.DiscardHandler)}
	for _, spoil := range []func(*Config){
		func(c *Config) { c.MediaURL = "nothing://bucket" },
		func(c *Config) { c.PurgeURL = "nothing" },
		func(c *Config) { c.URL = "example.org" },
		func(c *Config) { c.Preset = "nothing" },
	} {
		bad := good
		spoil(&bad)
		if a, err := New(t.Context(), bad); err == nil {
			a.Close()
			t.Fatalf("started with %+v", bad)
		}
	}
	a, err := New(t.Context(), good)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if a.FirstPassword == "" {
		t.Error("the password of the administrator was lost")
	}
}
