package acme

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// authority is a running certificate authority.
type authority struct {
	directory string         // where ACME is spoken
	file      string         // certificates to trust that address by
	roots     *x509.CertPool // what its certificates are trusted by
}

// tool is a program of scripts/install-acme.sh.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", ".tools", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("QUOIN_TEST_STRICT") == "1" {
			t.Fatalf("%v: run make tools", err)
		}
		t.Skipf("%v: run make tools", err)
	}
	return path
}

// run starts a program that ends with the test.
func run(t *testing.T, env []string, name string, args ...string) *bytes.Buffer {
	t.Helper()
	log := new(bytes.Buffer)
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		if t.Failed() {
			t.Logf("%s: %s", filepath.Base(name), log.String())
		}
	})
	return log
}

// freePort is a port that nobody listened on a moment ago.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// startAuthority starts one whose certificates are valid for a time, and which
// reaches every domain on this machine, at two ports.
func startAuthority(t *testing.T, valid time.Duration, httpPort, tlsPort int) *authority {
	t.Helper()
	pebble, names := tool(t, "pebble"), tool(t, "pebble-challtestsrv")
	dir := t.TempDir()
	file, key := certify(t, dir)
	dns, api, manage := freePort(t), freePort(t), freePort(t)
	local := func(port int) string { return fmt.Sprintf("127.0.0.1:%d", port) }
	run(t, nil, names, "-dnsserver", local(dns), "-management", local(freePort(t)), "-http01", "", "-https01", "", "-tlsalpn01", "", "-doh", "", "-defaultIPv6", "")
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": local(api), "managementListenAddress": local(manage), "certificate": file, "privateKey": key,
		"httpPort": httpPort, "tlsPort": tlsPort, "retryAfter": map[string]any{"authz": 1, "order": 1},
		"profiles": map[string]any{"default": map[string]any{"description": "for tests", "validityPeriod": int(valid.Seconds())}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "pebble.json")
	if err := os.WriteFile(path, config, 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, []string{"PEBBLE_VA_NOSLEEP=1"}, pebble, "-config", path, "-dnsserver", local(dns))

	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	own := x509.NewCertPool()
	own.AppendCertsFromPEM(text)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: own}}}
	a := &authority{directory: "https://" + local(api) + "/dir", file: file, roots: x509.NewCertPool()}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		resp, err := client.Get("https://" + local(manage) + "/roots/0")
		if err != nil {
			if time.Now().After(deadline) {
				t.Fatal(err)
			}
			continue
		}
		root, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || !a.roots.AppendCertsFromPEM(root) {
			t.Fatalf("root: %v %s", err, root)
		}
		return a
	}
}

// certify makes the certificate of the authority's own address.
func certify(t *testing.T, dir string) (file, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	file, keyFile = filepath.Join(dir, "authority.pem"), filepath.Join(dir, "authority.key")
	for path, block := range map[string]*pem.Block{file: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return file, keyFile
}
