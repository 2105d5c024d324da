package api

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"testing"
)

// rewriteZip copies an archive, with other contents of its files, packed as they were.
func rewriteZip(t *testing.T, from, to string, edit func(name string, b []byte) []byte) {
	t.Helper()
	z, err := zip.OpenReader(from)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	out, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(out)
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err = errors.Join(err, r.Close()); err != nil {
			t.Fatal(err)
		}
		part, err := w.CreateHeader(&zip.FileHeader{Name: f.Name, Method: f.Method})
		if err == nil {
			_, err = part.Write(edit(f.Name, b))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), out.Close()); err != nil {
		t.Fatal(err)
	}
}
