package blobtest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// S3Server is a running S3 server with empty storage.
type S3Server struct {
	Endpoint             string // host:port, plain HTTP
	AccessKey, SecretKey string

	program, dir string
	cmd          *exec.Cmd
	exited       chan struct{}
}

// StartS3 starts versitygw, found at QUOIN_TEST_S3_BIN or at .tools/versitygw of the checkout (where
// scripts/install-s3.sh puts it), and stops it when the test ends. Without the program the test is
// skipped, or fails if QUOIN_TEST_STRICT is 1.
func StartS3(t *testing.T) *S3Server {
	t.Helper()
	program := findS3()
	if program == "" {
		const reason = "no S3 server: set QUOIN_TEST_S3_BIN or run scripts/install-s3.sh"
		if os.Getenv("QUOIN_TEST_STRICT") == "1" {
			t.Fatal(reason)
		}
		t.Skip(reason)
	}
	s := &S3Server{Endpoint: freeAddress(t), AccessKey: "testaccess", SecretKey: "test/secret+key", program: program, dir: t.TempDir()}
	if err := os.Mkdir(filepath.Join(s.dir, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	s.Start(t)
	t.Cleanup(s.Kill)
	return s
}

// Start starts the server again after Kill, at the same address with what it has stored.
func (s *S3Server) Start(t *testing.T) {
	t.Helper()
	s.cmd = exec.Command(s.program, "--port", s.Endpoint, "--access", s.AccessKey, "--secret", s.SecretKey,
		"--region", "us-east-1", "--quiet", "posix", filepath.Join(s.dir, "data"))
	s.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.dir}
	var log strings.Builder
	s.cmd.Stdout, s.cmd.Stderr = &log, &log
	if err := s.cmd.Start(); err != nil {
		t.Fatalf("start %s: %v", s.program, err)
	}
	cmd, exited := s.cmd, make(chan struct{})
	go func() { _ = cmd.Wait(); close(exited) }()
	s.exited = exited
	if err := s.await(exited); err != nil {
		s.Kill()
		t.Fatalf("%s: %v\n%s", s.program, err, log.String())
	}
}

// Kill ends the server with SIGKILL.
func (s *S3Server) Kill() {
	_ = s.cmd.Process.Kill() // it may have ended
	<-s.exited
}

// findS3 looks upward for the checkout, since tests run in their package's directory.
func findS3() string {
	if path := os.Getenv("QUOIN_TEST_S3_BIN"); path != "" {
		return path
	}
	dir, err := os.Getwd()
	for err == nil && dir != filepath.Dir(dir) {
		if path := filepath.Join(dir, ".tools", "versitygw"); isFile(path) {
			return path
		}
		if isFile(filepath.Join(dir, "go.mod")) {
			break
		}
		dir = filepath.Dir(dir)
	}
	return ""
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// await returns when the server answers HTTP.
func (s *S3Server) await(exited <-chan struct{}) error {
	deadline := time.After(30 * time.Second)
	for {
		resp, err := http.Get("http://" + s.Endpoint + "/")
		if err == nil {
			resp.Body.Close()
			return nil
		}
		select {
		case <-exited:
			return fmt.Errorf("the server ended")
		case <-deadline:
			return fmt.Errorf("the server does not answer: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// MakeBucket creates a bucket and returns the address of it that blob stores take, with further
// parameters appended.
func (s *S3Server) MakeBucket(t *testing.T, name string, more url.Values) string {
	t.Helper()
	client, err := minio.New(s.Endpoint, &minio.Options{Creds: credentials.NewStaticV4(s.AccessKey, s.SecretKey, ""), Region: "us-east-1", BucketLookup: minio.BucketLookupPath})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.MakeBucket(context.Background(), name, minio.MakeBucketOptions{}); err != nil {
		t.Fatalf("make bucket %s: %v", name, err)
	}
	return s.Address(name, more)
}

// Address names a bucket of the server.
func (s *S3Server) Address(bucket string, more url.Values) string {
	q := url.Values{"endpoint": {"http://" + s.Endpoint}, "access_key": {s.AccessKey}, "secret_key": {s.SecretKey}, "region": {"us-east-1"}}
	for name, values := range more {
		q[name] = values
	}
	return "s3://" + bucket + "?" + q.Encode()
}
