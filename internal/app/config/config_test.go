package config

import "testing"

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
