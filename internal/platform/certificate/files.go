package certificate

import (
	"crypto/tls"
	"fmt"
	"os"
	"sync"
	"time"
)

// OfFiles serves a certificate chain and its key from files (PEM), which are read again when
// they change.
func OfFiles(cert, key string) (*tls.Config, error) {
	f := &files{cert: cert, key: key}
	if _, err := f.get(); err != nil {
		return nil, err
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return f.get() },
	}, nil
}

// files is a certificate that is renewed by whoever writes its files.
type files struct {
	cert, key string

	mu      sync.Mutex
	looked  time.Time
	written time.Time // of the files that are loaded
	loaded  *tls.Certificate
}

// lookEvery is how often the files are looked at.
const lookEvery = 10 * time.Second

// get is the certificate. One that can't be read leaves the one before in use.
func (f *files) get() (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.loaded != nil && time.Since(f.looked) < lookEvery {
		return f.loaded, nil
	}
	f.looked = time.Now()
	written, err := f.newest()
	if err == nil && f.loaded != nil && written.Equal(f.written) {
		return f.loaded, nil
	}
	var c tls.Certificate
	if err == nil {
		c, err = tls.LoadX509KeyPair(f.cert, f.key)
	}
	switch {
	case err == nil:
		f.loaded, f.written = &c, written
	case f.loaded == nil:
		return nil, fmt.Errorf("the certificate %s with the key %s can't be used: %w", f.cert, f.key, err)
	}
	return f.loaded, nil
}

// newest is when the younger of the files was written.
func (f *files) newest() (time.Time, error) {
	var newest time.Time
	for _, path := range []string{f.cert, f.key} {
		info, err := os.Stat(path)
		if err != nil {
			return newest, err
		}
		if info.ModTime().After(newest) {
			newest = info.ModTime()
		}
	}
	return newest, nil
}
