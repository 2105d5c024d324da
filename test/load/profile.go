package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// freeAddr is an address that nobody listens at.
func freeAddr() (string, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find an address: %w", err)
	}
	return ln.Addr().String(), ln.Close()
}

// profile writes profiles of what a site does meanwhile, of processor time and
// of memory taken, to files named after a row. What it returns waits for them.
func (s *settings) profile(site *process, row string) (wait func() error) {
	if s.profiles == "" {
		return func() error { return nil }
	}
	name := strings.Map(func(r rune) rune {
		if r == ' ' || r == ',' {
			return '-'
		}
		return r
	}, row)
	seconds := max(int(2*s.length*time.Duration(s.rounds)/time.Second), 1)
	done := make(chan error, 2)
	for kind, file := range map[string]string{"profile": name + ".prof", "allocs": name + "-memory.prof"} {
		go func() {
			done <- fetchFile(fmt.Sprintf("http://%s/debug/pprof/%s?seconds=%d", site.debug, kind, seconds),
				filepath.Join(s.profiles, file))
		}()
	}
	return func() error { return errors.Join(<-done, <-done) }
}

func fetchFile(address, file string) error {
	res, err := http.Get(address)
	if err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d", res.StatusCode)
	}
	if err == nil {
		err = os.WriteFile(file, data, 0o600)
	}
	if err != nil {
		return fmt.Errorf("fetch %s: %w", address, err)
	}
	return nil
}
