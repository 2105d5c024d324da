package config

import (
	"log/slog"
	"testing"
)

func TestAddresses(t *testing.T) {
	t.Parallel()
	for address, ok := range map[string]bool{
		"": true, "http://localhost:8080": true, "https://example.org/blog": true, "https://[::1]": true,
		"example.org": false, "//example.org": false, "ftp://example.org": false, "http://": false, "http://:80": false,
		"http://a b": false, "http://user:secret@example.org": false, "https://example.org?x": false, "https://example.org#x": false,
	} {
		if err := CheckAddress(address); (err == nil) != ok {
			t.Errorf("%q: %v", address, err)
		}
	}
}

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
