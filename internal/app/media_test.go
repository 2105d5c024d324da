package app

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/platform/access"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/blob/blobtest"
	"quoin/internal/platform/job"
)

func newApp(t *testing.T) *App {
	t.Helper()
	t.Setenv("QUOIN_ADMIN_PASSWORD", "password")
	a, err := New(t.Context(), Config{Data: t.TempDir(), URL: "http://example.org", Preset: "core", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// TestFilesOfDeletedAttachments deletes an attachment behind the back of the
// API, as emptying the trash does: a job removes its files, but none that
// somebody has stored since under the same name.
func TestFilesOfDeletedAttachments(t *testing.T) {
	a := newApp(t)
	blobtest.Put(t, a.Media.Blobs, "2026/01/old.txt", []byte("old"))
	blobtest.Put(t, a.Media.Blobs, "2026/01/other.txt", []byte("other"))
	title, status := "Old", content.Inherit
	err := a.DB.InTx(t.Context(), func(ctx context.Context) error {
		e, err := a.Env.Entries.Create(ctx, access.System(), content.TypeAttachment, content.Change{
			Title: &title, Status: &status, Meta: content.Meta{content.MetaAttachedFile: {"2026/01/old.txt"}},
		})
		if err != nil {
			return err
		}
		return a.Env.Entries.Delete(ctx, e)
	})
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := a.DB.ClaimJobs(t.Context(), []string{media.JobFiles}, time.Now().Add(time.Second), time.Minute, 5)
	if err != nil || len(jobs) != 1 {
		t.Fatalf("%d jobs, %v", len(jobs), err)
	}
	if payload := string(jobs[0].Payload); !strings.Contains(payload, `"2026/01/old.txt"`) {
		t.Errorf("the job doesn't name the file: %s", payload)
	}
	// A file that is newer than the deletion could be another's.
	earlier := job.Job{Payload: []byte(`{"Keys":["2026/01/old.txt"],"At":1}`)}
	if err := a.cleaner.Remove(t.Context(), earlier); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Media.Blobs.Stat(t.Context(), "2026/01/old.txt"); err != nil {
		t.Errorf("a file that is newer than the deletion is gone: %v", err)
	}
	later := job.Job{Payload: []byte(`{"Keys":["2026/01/old.txt","2026/01/missing.txt"],"At":` + "99999999999" + `}`)}
	if err := a.cleaner.Remove(t.Context(), later); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Media.Blobs.Stat(t.Context(), "2026/01/old.txt"); err == nil {
		t.Error("the file is still there")
	}
	if _, err := a.Media.Blobs.Stat(t.Context(), "2026/01/other.txt"); err != nil {
		t.Errorf("another file is gone: %v", err)
	}
}

func TestServesUploads(t *testing.T) {
	a := newApp(t)
	if err := a.Media.Blobs.Put(t.Context(), "2026/01/a.png", bytes.NewReader([]byte("x")), blob.PutOptions{Size: 1}); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{
		"/wp-content/uploads/2026/01/a.png": http.StatusOK, "/wp-content/uploads/2026/01/b.png": http.StatusNotFound,
		"/wp-content/uploads/": http.StatusNotFound, "/wp-content/uploads/../a": http.StatusNotFound,
	} {
		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != want {
			t.Errorf("%s: %d, want %d", path, w.Code, want)
		}
	}
}

func TestRegisteredSizesFollowTheOptions(t *testing.T) {
	a := newApp(t)
	for name, v := range map[string]string{"medium_size_w": "500", "medium_size_h": "0", "thumbnail_crop": "false"} {
		if err := a.Options.Set(t.Context(), name, v); err != nil {
			t.Fatal(err)
		}
	}
	for name, v := range map[string]string{"medium_size_w": "-1", "medium_size_h": "x", "thumbnail_crop": "maybe", "siteurl": "x"} {
		if err := a.Options.Set(t.Context(), name, v); err == nil {
			t.Errorf("%s = %s was taken", name, v)
		}
	}
	for _, s := range a.Media.RegisteredSizes(t.Context()) {
		if s.Name == "medium" && (s.Width != 500 || s.Height != 0) || s.Name == "thumbnail" && s.Crop {
			t.Errorf("size %+v", s)
		}
	}
}

// TestUploadWithoutRow stores a file and never comes to store its row, as a
// server that is killed: the file goes with all that was made of it, once its
// time is over. One that has its row stays.
func TestUploadWithoutRow(t *testing.T) {
	a := newApp(t)
	add := func(name string) media.Stored {
		t.Helper()
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 400, 300))); err != nil {
			t.Fatal(err)
		}
		stored, err := a.Media.Add(t.Context(), "2026/01", name, media.Upload{MIME: "image/png", Body: bytes.NewReader(b.Bytes()), Strict: true})
		if err != nil {
			t.Fatal(err)
		}
		return stored
	}
	lost, kept := add("lost.png"), add("lost-2.png")
	if err := a.Media.Release(t.Context(), kept.Claimed); err != nil {
		t.Fatal(err)
	}
	soon, err := a.DB.ClaimJobs(t.Context(), []string{media.JobSweep}, time.Now().Add(media.UploadGrace/2), time.Minute, 5)
	if err != nil || len(soon) != 0 {
		t.Fatalf("%d jobs are due at once, %v", len(soon), err)
	}
	jobs, err := a.DB.ClaimJobs(t.Context(), []string{media.JobSweep}, time.Now().Add(2*media.UploadGrace), time.Minute, 5)
	if err != nil || len(jobs) != 1 || jobs[0].Key != lost.Claimed {
		t.Fatalf("jobs %+v, %v", jobs, err)
	}
	if err := a.cleaner.Sweep(t.Context(), jobs[0]); err != nil {
		t.Fatal(err)
	}
	var left []string
	for info, err := range a.Media.Blobs.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		left = append(left, info.Key)
	}
	if want := kept.Keys; !slices.Equal(left, want) {
		t.Errorf("left %v, want %v", left, want)
	}
}

// TestClaimOfAFileWithARow: a claim that is left over, of an upload that met
// another one on the name, costs nobody a file.
func TestClaimOfAFileWithARow(t *testing.T) {
	a := newApp(t)
	blobtest.Put(t, a.Media.Blobs, "2026/01/big.png", []byte("original"))
	blobtest.Put(t, a.Media.Blobs, "2026/01/big-scaled.png", []byte("scaled"))
	title, status := "Big", content.Inherit
	if err := a.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, err := a.Env.Entries.Create(ctx, access.System(), content.TypeAttachment, content.Change{
			Title: &title, Status: &status, Meta: content.Meta{content.MetaAttachedFile: {"2026/01/big-scaled.png"}},
		})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := a.cleaner.Claim(t.Context(), "2026/01/big.png"); err != nil {
		t.Fatal(err)
	}
	jobs, err := a.DB.ClaimJobs(t.Context(), []string{media.JobSweep}, time.Now().Add(2*media.UploadGrace), time.Minute, 5)
	if err != nil || len(jobs) != 1 {
		t.Fatalf("%d jobs, %v", len(jobs), err)
	}
	if err := a.cleaner.Sweep(t.Context(), jobs[0]); err != nil {
		t.Fatal(err)
	}
	for _, key := range media.MainKeys("2026/01/big.png")[:2] {
		if _, err := a.Media.Blobs.Stat(t.Context(), key); err != nil {
			t.Errorf("%s is gone: %v", key, err)
		}
	}
}
