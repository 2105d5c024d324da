package site

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"
)

// Base is the address of the site without a trailing slash.
func (s *Site) Base(ctx context.Context) string {
	if s.URL != "" {
		return s.URL
	}
	return Address("", URL.Of(ctx, s), s.Fallback)
}

// Address is the address of a site without a trailing slash: the one it was
// started with, else the stored one, else a fallback.
func Address(given, stored, fallback string) string {
	return cmp.Or(given, strings.TrimRight(stored, "/"), fallback, "http://localhost:8080")
}

// SetAddress stores the address of the site, for itself and for other software that
// reads its options.
func (s *Site) SetAddress(ctx context.Context, to string) error {
	if err := URL.Set(ctx, s, to); err != nil {
		return err
	}
	return Home.Set(ctx, s, to)
}

// CheckAddress refuses addresses that links can't begin with.
func CheckAddress(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || strings.ContainsAny(address, "?#") {
		return fmt.Errorf("the address of a site begins with http:// or https:// and a host, %q doesn't", address)
	}
	return nil
}
