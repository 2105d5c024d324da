package main

import (
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

// profile writes a processor profile of what a site does meanwhile to a file
// named after a row. What it returns waits for the file.
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
	done := make(chan error, 1)
	go func() {
		done <- fetchFile(fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", site.debug, seconds),
			filepath.Join(s.profiles, name+".prof"))
	}()
	return func() error { return <-done }
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
