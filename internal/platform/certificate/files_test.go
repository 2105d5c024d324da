package certificate

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// writeCertificate makes a certificate with a serial number, and the files of it.
func writeCertificate(t *testing.T, cert, key string, serial int64) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &k.PublicKey, k)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		later := time.Now().Add(time.Duration(serial) * time.Second)
		if err := os.Chtimes(path, later, later); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCertificateFiles renews a certificate under a running server, and spoils
// it.
func TestCertificateFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := &files{cert: filepath.Join(dir, "cert"), key: filepath.Join(dir, "key")}
	if _, err := f.get(); err == nil {
		t.Fatal("there are no files")
	}
	serial := func() string {
		t.Helper()
		f.looked = time.Time{}
		c, err := f.get()
		if err != nil {
			t.Fatal(err)
		}
		leaf, err := x509.ParseCertificate(c.Certificate[0])
		if err != nil {
			t.Fatal(err)
		}
		return leaf.SerialNumber.String()
	}
	writeCertificate(t, f.cert, f.key, 1)
	if got := serial(); got != "1" {
		t.Error(got)
	}
	writeCertificate(t, f.cert, f.key, 2)
	if got := serial(); got != "2" {
		t.Errorf("after the renewal: %s", got)
	}
	if err := os.WriteFile(f.key, []byte("spoiled"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := serial(); got != "2" {
		t.Errorf("with a key that can't be read: %s", got)
	}
}
