package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"time"
)

// Rights of files.
const (
	regular  = 0o644
	runnable = 0o755
)

func (f file) mode() fs.FileMode {
	if f.active {
		return runnable
	}
	return regular
}

func writeTar(w io.Writer, files []file, at time.Time) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	out := tar.NewWriter(z)
	for _, f := range files {
		if err := out.WriteHeader(&tar.Header{Name: f.name, Mode: int64(f.mode()), Size: int64(len(f.text)), ModTime: at, Format: tar.FormatPAX}); err != nil {
			return err
		}
		if _, err := out.Write(f.text); err != nil {
			return err
		}
	}
	return errors.Join(out.Close(), z.Close())
}

func writeZip(w io.Writer, files []file, at time.Time) error {
	out := zip.NewWriter(w)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(f.mode())
		in, err := out.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := in.Write(f.text); err != nil {
			return err
		}
	}
	return out.Close()
}
