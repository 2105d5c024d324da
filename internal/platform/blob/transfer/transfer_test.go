package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quoin/internal/platform/blob"
	"quoin/internal/platform/blob/blobtest"
	"quoin/internal/platform/blob/disk"
	"quoin/internal/platform/blob/s3"
)

func openDisk(t *testing.T) *disk.Store {
	t.Helper()
	s, err := disk.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fill(t *testing.T, s blob.Store, n int) {
	t.Helper()
	for i := range n {
		blobtest.Put(t, s, fmt.Sprintf("2026/%02d/file-%d.jpg", i%12+1, i), blobtest.Bytes(1000+i))
	}
}

func same(t *testing.T, a, b blob.Store) {
	t.Helper()
	c := &copier{from: a, to: b}
	n := 0
	for info, err := range a.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := c.isThere(t.Context(), info); err != nil || !ok {
			t.Errorf("%s: there %v, %v", info.Key, ok, err)
		}
		n++
	}
	if n == 0 {
		t.Error("nothing to compare")
	}
}

func TestCopyToS3AndBack(t *testing.T) {
	t.Parallel()
	server := blobtest.StartS3(t)
	config, err := s3.ParseURL(server.MakeBucket(t, "media", nil), os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	bucket, err := s3.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	from, back := openDisk(t), openDisk(t)
	fill(t, from, 60)
	totals, err := Copy(t.Context(), from, bucket, Options{ContentType: func(string) string { return "image/jpeg" }})
	if err != nil || totals.Copied != 60 || totals.There != 0 {
		t.Fatalf("%+v, %v", totals, err)
	}
	same(t, from, bucket)
	if info, err := bucket.Stat(t.Context(), "2026/01/file-0.jpg"); err != nil || info.ContentType != "image/jpeg" {
		t.Errorf("%+v, %v", info, err)
	}
	if totals, err = Copy(t.Context(), bucket, back, Options{}); err != nil || totals.Copied != 60 {
		t.Fatalf("%+v, %v", totals, err)
	}
	same(t, from, back)
}

// breaking is a store that fails after some writes, or keeps something else
// than it was given.
type breaking struct {
	blob.Store
	writes, reads int
	failAfter     int
	garble        bool
}

var errBroken = errors.New("broken")

func (b *breaking) Put(ctx context.Context, key string, r io.Reader, o blob.PutOptions) error {
	b.writes++
	if b.failAfter > 0 && b.writes > b.failAfter {
		return errBroken
	}
	if b.garble {
		data, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		data[len(data)/2]++
		r = bytes.NewReader(data)
	}
	return b.Store.Put(ctx, key, r, o)
}

func (b *breaking) Open(ctx context.Context, key string) (blob.Object, error) {
	b.reads++
	return b.Store.Open(ctx, key)
}

func TestInterruptedCopyGoesOn(t *testing.T) {
	t.Parallel()
	from, to := openDisk(t), openDisk(t)
	fill(t, from, 40)
	path := filepath.Join(t.TempDir(), "journal")
	run := func(failAfter int) (Totals, *breaking, error) {
		j, err := OpenJournal(path, "there")
		if err != nil {
			t.Fatal(err)
		}
		b := &breaking{Store: to, failAfter: failAfter}
		totals, err := Copy(t.Context(), from, b, Options{Workers: 1, Journal: j})
		if cerr := j.Close(err == nil); cerr != nil {
			t.Fatal(cerr)
		}
		return totals, b, err
	}
	if totals, _, err := run(15); !errors.Is(err, errBroken) || totals.Copied != 15 {
		t.Fatalf("%+v, %v", totals, err)
	}
	// The journal ends in the middle of a line, as after a power cut.
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = f.WriteString(`{"Key":"2026/0`)
	_ = f.Close()
	totals, b, err := run(0)
	if err != nil || totals.Copied != 25 || totals.There != 15 {
		t.Fatalf("%+v, %v", totals, err)
	}
	if b.writes != 25 || b.reads != 25 {
		t.Errorf("%d writes and %d reads back, want 25 of each", b.writes, b.reads)
	}
	same(t, from, to)
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the journal of finished work is still there: %v", err)
	}
}

// TestHostileJournal goes on with journals that somebody else wrote: they are
// read as far as they are journals, and name no file to be touched.
func TestHostileJournal(t *testing.T) {
	t.Parallel()
	const head = `{"Destination":"there"}` + "\n"
	for name, text := range map[string]string{
		"empty": "", "nothing": "\x00\x00\x00", "no lines": strings.Repeat("x", 1<<20), "no object": "[]\n", "other": `{"Destination":"elsewhere"}` + "\n",
		"paths": head + `{"Key":"../../etc/passwd","Size":1,"Time":1}` + "\n" + `{"Key":"/etc/passwd"}` + "\n" + `{"Key":""}` + "\n",
		"types": head + `{"Key":1}` + "\n", "long": head + `{"Key":"` + strings.Repeat("a", 1<<20) + `"}` + "\n",
		"nested": head + strings.Repeat("[", 50_000) + "\n", "wrong size": head + `{"Key":"2026/01/0.txt","Size":-1,"Time":9223372036854775807}` + "\n",
	} {
		from, to := openDisk(t), openDisk(t)
		fill(t, from, 3)
		path := filepath.Join(t.TempDir(), "journal")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := OpenJournal(path, "there")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if totals, err := Copy(t.Context(), from, to, Options{Workers: 1, Journal: j}); err != nil || totals.Copied != 3 {
			t.Errorf("%s: %+v, %v", name, totals, err)
		}
		if err := j.Close(false); err != nil {
			t.Fatal(err)
		}
		same(t, from, to)
		if info, err := os.Stat(path); err != nil || info.Size() > 4096 {
			t.Errorf("%s: what is no journal was kept: %v, %v", name, info.Size(), err)
		}
	}
	// A link in the place of the journal leads to a file that must stay.
	dir := t.TempDir()
	precious, link := filepath.Join(dir, "precious"), filepath.Join(dir, "journal")
	if err := errors.Join(os.WriteFile(precious, []byte("all of it"), 0o600), os.Symlink(precious, link)); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(link, "there"); err == nil {
		t.Error("a link was opened")
	}
	if text, err := os.ReadFile(precious); err != nil || string(text) != "all of it" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestDamagedCopyIsFound(t *testing.T) {
	t.Parallel()
	from, to := openDisk(t), openDisk(t)
	fill(t, from, 3)
	if _, err := Copy(t.Context(), from, &breaking{Store: to, garble: true}, Options{}); !errors.Is(err, ErrDiffers) {
		t.Errorf("error %v", err)
	}
	// What differs at its place is replaced by a later run.
	totals, err := Copy(t.Context(), from, to, Options{})
	if err != nil || totals.Copied+totals.There != 3 || totals.Copied == 0 {
		t.Errorf("%+v, %v", totals, err)
	}
	same(t, from, to)
}

func TestClearLeavesWhatIsNotThere(t *testing.T) {
	t.Parallel()
	from, to := openDisk(t), openDisk(t)
	fill(t, from, 5)
	if _, err := Copy(t.Context(), from, to, Options{}); err != nil {
		t.Fatal(err)
	}
	blobtest.Put(t, from, "2026/01/new.jpg", []byte("new"))
	blobtest.Put(t, to, "2026/01/file-0.jpg", blobtest.Bytes(7))
	deleted, left, err := Clear(t.Context(), from, to)
	if err != nil || deleted != 4 || left != 2 {
		t.Errorf("deleted %d, left %d, %v", deleted, left, err)
	}
	if _, err := from.Stat(t.Context(), "2026/01/new.jpg"); err != nil {
		t.Errorf("the new file: %v", err)
	}
}

func TestSamePlaceIsFound(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	b, err := disk.Open(dir + "/.")
	if err != nil {
		t.Fatal(err)
	}
	if err := CheckDistinct(t.Context(), a, b); !errors.Is(err, ErrSame) {
		t.Errorf("the same folder: %v", err)
	}
	if err := CheckDistinct(t.Context(), a, openDisk(t)); err != nil {
		t.Errorf("another folder: %v", err)
	}
	for info, err := range a.List(t.Context(), "") {
		t.Errorf("left behind: %v, %v", info.Key, err)
	}
}
