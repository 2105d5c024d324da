package s3

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/platform/blob"
	"quoin/internal/platform/blob/blobtest"
	"quoin/internal/platform/fault"
)

// TestServer starts one server for everything that needs it.
func TestServer(t *testing.T) {
	t.Parallel()
	server := blobtest.StartS3(t)
	var buckets atomic.Int32
	open := func(t *testing.T, more url.Values) *Store {
		t.Helper()
		return openAt(t, server.MakeBucket(t, fmt.Sprintf("bucket-%d", buckets.Add(1)), more))
	}
	t.Run("contract", func(t *testing.T) {
		t.Parallel()
		blobtest.Run(t, func(t *testing.T) blob.Store { return open(t, nil) })
	})
	t.Run("contract with prefix", func(t *testing.T) {
		t.Parallel()
		blobtest.Run(t, func(t *testing.T) blob.Store {
			s := open(t, nil)
			s.config.Prefix = "some/site"
			return s
		})
	})
	t.Run("addresses", func(t *testing.T) { addresses(t, open) })
	t.Run("open", func(t *testing.T) { openErrors(t, server) })
	t.Run("replaced while reading", func(t *testing.T) { replacedWhileReading(t, open(t, nil)) })
	t.Run("faults", func(t *testing.T) {
		t.Parallel()
		faults(t, func(t *testing.T) (*Store, *faultProxy) {
			proxy := startProxy(t, server.Endpoint)
			s := open(t, url.Values{"endpoint": {proxy.address()}})
			return s, proxy
		})
	})
}

func openAt(t *testing.T, address string) *Store {
	t.Helper()
	config, err := ParseURL(address, noEnv)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func addresses(t *testing.T, open func(*testing.T, url.Values) *Store) {
	const key = "2026/a b+ü.txt"
	s := open(t, url.Values{"redirect": {"signed"}})
	blobtest.Put(t, s, key, []byte("signed bytes"))
	address, err := s.URL(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, _ := io.ReadAll(resp.Body); resp.StatusCode != 200 || string(body) != "signed bytes" {
		t.Errorf("%s: %d %q", address, resp.StatusCode, body)
	}
	s = open(t, url.Values{"public_url": {"https://cdn.example.org/media/"}})
	if got, err := s.URL(t.Context(), key); err != nil || got != "https://cdn.example.org/media/2026/a%20b+%C3%BC.txt" {
		t.Errorf("%q %v", got, err)
	}
	s = open(t, nil)
	if got, err := s.URL(t.Context(), key); err != nil || got != "" {
		t.Errorf("proxy: %q %v", got, err)
	}
}

func openErrors(t *testing.T, server *blobtest.S3Server) {
	server.MakeBucket(t, "opened", nil)
	for name, c := range map[string]struct{ address, want string }{
		"no bucket":  {server.Address("absent", nil), "the bucket does not exist"},
		"wrong key":  {server.Address("opened", url.Values{"access_key": {"nobody"}}), "access key"},
		"wrong pass": {server.Address("opened", url.Values{"secret_key": {"guess"}}), "access key"},
		"no server":  {server.Address("opened", url.Values{"endpoint": {"http://127.0.0.1:1"}}), "connection refused"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config, err := ParseURL(c.address, noEnv)
			if err != nil {
				t.Fatal(err)
			}
			s, err := Open(t.Context(), config)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v %v", s, err)
			} else if strings.Contains(err.Error(), server.SecretKey) {
				t.Errorf("the error shows the secret: %v", err)
			}
		})
	}
}

// replacedWhileReading: an object never delivers bytes of two versions.
func replacedWhileReading(t *testing.T, s *Store) {
	old := blobtest.Bytes(200_000)
	blobtest.Put(t, s, "key", old)
	o, err := s.Open(t.Context(), "key")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	head := make([]byte, 1000)
	if _, err := io.ReadFull(o, head); err != nil || !bytes.Equal(head, old[:1000]) {
		t.Fatal(err)
	}
	blobtest.Put(t, s, "key", blobtest.Bytes(200_001))
	if _, err := o.Seek(100_000, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if n, err := io.ReadFull(o, head); err == nil {
		t.Errorf("read %d bytes of a replaced object", n)
	} else if !errors.Is(err, errReplaced) {
		t.Errorf("%v", err)
	}
}

func faults(t *testing.T, open func(*testing.T) (*Store, *faultProxy)) {
	data := blobtest.Bytes(500_000)
	put := func(s *Store, key string) error {
		return s.Put(t.Context(), key, bytes.NewReader(data), blob.PutOptions{Size: int64(len(data))})
	}
	for name, fault := range map[string]mishap{"500": answer500, "503": answer503, "cut before answer": cutRequest, "cut in body": cutUpload} {
		t.Run("put survives "+name, func(t *testing.T) {
			t.Parallel()
			s, proxy := open(t)
			proxy.fail(http.MethodPut, fault, 2)
			if err := put(s, "key"); err != nil {
				t.Fatal(err)
			}
			if proxy.hits.Load() != 2 {
				t.Errorf("%d faults happened", proxy.hits.Load())
			}
			if got := blobtest.Get(t, s, "key"); !bytes.Equal(got, data) {
				t.Error("other bytes came back")
			}
		})
		if fault == answer503 || fault == cutRequest {
			continue // giving up takes all the pauses; one fault of either kind shows it
		}
		t.Run("put gives up on "+name, func(t *testing.T) {
			t.Parallel()
			s, proxy := open(t)
			blobtest.Put(t, s, "key", []byte("old"))
			proxy.fail(http.MethodPut, fault, 1000)
			if err := put(s, "key"); err == nil {
				t.Fatal("success without a stored object")
			} else if !strings.Contains(err.Error(), `put blob "key"`) {
				t.Errorf("%v", err)
			}
			if hits := proxy.hits.Load(); hits > attempts+1 {
				t.Errorf("tried %d times", hits)
			}
			proxy.fail(http.MethodPut, fault, 0)
			if got := blobtest.Get(t, s, "key"); string(got) != "old" {
				t.Errorf("the old object is now %d bytes", len(got))
			}
		})
	}
	t.Run("upload in parts", func(t *testing.T) {
		t.Parallel()
		s, proxy := open(t)
		large := blobtest.Bytes(partSize + 5000)
		proxy.fail(http.MethodPut, cutUpload, 2)
		if err := s.Put(t.Context(), "large", bytes.NewReader(large), blob.PutOptions{Size: int64(len(large))}); err != nil {
			t.Fatal(err)
		}
		proxy.fail(http.MethodPut, answer500, 1000)
		if err := s.Put(t.Context(), "other", bytes.NewReader(large), blob.PutOptions{Size: int64(len(large))}); err == nil {
			t.Error("success without stored parts")
		}
		proxy.fail(http.MethodPut, answer500, 0)
		if _, err := s.Stat(t.Context(), "other"); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("half an upload is there: %v", err)
		}
		if got := blobtest.Get(t, s, "large"); !bytes.Equal(got, large) {
			t.Error("other bytes came back")
		}
	})
	t.Run("download resumes", func(t *testing.T) {
		t.Parallel()
		s, proxy := open(t)
		blobtest.Put(t, s, "key", data)
		proxy.fail(http.MethodGet, cutDownload, 3)
		if got := blobtest.Get(t, s, "key"); !bytes.Equal(got, data) {
			t.Error("other bytes came back")
		}
		if proxy.hits.Load() != 3 {
			t.Errorf("%d faults happened", proxy.hits.Load())
		}
	})
	t.Run("download gives up", func(t *testing.T) {
		t.Parallel()
		s, proxy := open(t)
		blobtest.Put(t, s, "key", data)
		o, err := s.Open(t.Context(), "key")
		if err != nil {
			t.Fatal(err)
		}
		defer o.Close()
		proxy.fail(http.MethodGet, answer500, 1000)
		if got, err := io.ReadAll(o); err == nil {
			t.Errorf("%d bytes without an error", len(got))
		}
	})
	t.Run("slow server", func(t *testing.T) {
		t.Parallel()
		s, proxy := open(t)
		blobtest.Put(t, s, "key", data)
		proxy.fail(http.MethodHead, stall, 1000)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-proxy.stalled; cancel() }()
		if _, err := s.Stat(ctx, "key"); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	})
	t.Run("silent server", func(t *testing.T) { silentServer(t, open) })
	t.Run("list", func(t *testing.T) {
		t.Parallel()
		s, proxy := open(t)
		blobtest.Put(t, s, "key", []byte("x"))
		proxy.fail(http.MethodGet, answer503, 2)
		for info, err := range s.List(t.Context(), "") {
			if err != nil || info.Key != "key" {
				t.Errorf("%+v %v", info, err)
			}
		}
		proxy.fail(http.MethodGet, cutRequest, 1000)
		failed := false
		for _, err := range s.List(t.Context(), "") {
			failed = err != nil
		}
		if !failed {
			t.Error("a broken list looks like an empty one")
		}
	})
}

// silentServer has the service take requests and say nothing: each call ends after one
// such wait, and says that the storage is away.
func silentServer(t *testing.T, open func(*testing.T) (*Store, *faultProxy)) {
	large := blobtest.Bytes(partSize)
	for name, c := range map[string]struct {
		method string
		call   func(*Store, blob.Object) error
	}{
		"stat":   {http.MethodHead, func(s *Store, _ blob.Object) error { _, err := s.Stat(t.Context(), "key"); return err }},
		"open":   {http.MethodHead, func(s *Store, _ blob.Object) error { _, err := s.Open(t.Context(), "key"); return err }},
		"read":   {http.MethodGet, func(_ *Store, o blob.Object) error { _, err := io.ReadAll(o); return err }},
		"delete": {http.MethodDelete, func(s *Store, _ blob.Object) error { return s.Delete(t.Context(), "key") }},
		"put": {http.MethodPut, func(s *Store, _ blob.Object) error {
			return s.Put(t.Context(), "key", bytes.NewReader(large[:10]), blob.PutOptions{Size: 10})
		}},
		"large put": {http.MethodPut, func(s *Store, _ blob.Object) error {
			return s.Put(t.Context(), "key", bytes.NewReader(large), blob.PutOptions{Size: partSize})
		}},
		"list": {http.MethodGet, func(s *Store, _ blob.Object) (err error) {
			for _, err = range s.List(t.Context(), "") {
			}
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, proxy := open(t)
			blobtest.Put(t, s, "key", []byte("old"))
			client, err := connect(s.config, patience{transport(), 100 * time.Millisecond, 100 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			opened, err := s.Open(t.Context(), "key")
			if err != nil {
				t.Fatal(err)
			}
			defer opened.Close()
			s.client = client
			proxy.fail(c.method, stall, 1000)
			if err := c.call(s, opened); !errors.Is(err, fault.ErrNoStorage) {
				t.Errorf("%v", err)
			}
			if n := proxy.hits.Load(); n > 1 {
				t.Errorf("waited for %d times", n)
			}
		})
	}
}

// TestNobodyListens finds a service that is down to be away.
func TestNobodyListens(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := ln.Addr().String()
	ln.Close()
	_, err = Open(t.Context(), Config{Bucket: "bucket", Endpoint: address, Insecure: true, Region: "r", AccessKey: "a", SecretKey: "b", PathStyle: true})
	if !errors.Is(err, fault.ErrNoStorage) {
		t.Errorf("%v", err)
	}
}
