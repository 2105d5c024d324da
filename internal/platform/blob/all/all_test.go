package all

import (
	"path/filepath"
	"strings"
	"testing"

	"quoin/internal/platform/blob/blobtest"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "b")
	for _, address := range []string{"", "file://" + dir} {
		s, err := Open(t.Context(), address, dir)
		if err != nil {
			t.Fatalf("%q: %v", address, err)
		}
		blobtest.Put(t, s, "k"+strings.Repeat("x", len(address)), []byte("1"))
	}
	for _, address := range []string{"ftp://x", "file://host/dir", "s3://", "s3://b?access_key=a&secret_key=topsecret&colour=red", "/plain/dir"} {
		if err := Check(address); err == nil {
			t.Errorf("%q passes", address)
		}
		s, err := Open(t.Context(), address, dir)
		if err == nil {
			t.Errorf("%q: opened %T", address, s)
		} else if strings.Contains(err.Error(), "topsecret") {
			t.Errorf("%q: the error shows the secret: %v", address, err)
		}
	}
	if _, err := Open(t.Context(), "", ""); err == nil {
		t.Error("no directory was accepted")
	}
}
