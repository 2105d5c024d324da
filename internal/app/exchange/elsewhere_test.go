package exchange_test

import (
	"os"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/platform/blob/blobtest"
	"quoin/internal/storage/store/pgtest"
)

var postgres pgtest.Server

func TestMain(m *testing.M) { os.Exit(postgres.Main(m)) }

// A running site moves into PostgreSQL and a bucket, and another run brings nothing.
func TestAdoptElsewhere(t *testing.T) {
	t.Parallel()
	for name, media := range map[string]func(t *testing.T) string{
		"a database": func(*testing.T) string { return "" },
		"a database and a bucket": func(t *testing.T) string {
			t.Helper()
			return blobtest.StartS3(t).MakeBucket(t, "adopted", nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := app.Config{Data: t.TempDir(), DatabaseURL: postgres.Database(t), MediaURL: media(t)}
			old := runningSite(t)
			for run := range 2 {
				a, err := app.New(t.Context(), c)
				if err != nil {
					t.Fatal(err)
				}
				result, err := a.Exchange.Adopt(app.AsOperator(t.Context()), exchange.Adoption{
					URL: old.url, As: ann, Parallel: 3, PerSecond: 1e6, Pause: noPause, Unproved: true,
				})
				if err != nil {
					t.Fatal(err)
				}
				if len(result.Read.Warnings) > 0 || result.Again != (run == 1) || run == 1 && (result.Read.Changed != 0 || result.Report.Counted()) {
					t.Errorf("run %d: %+v %v", run, result.Read, result.Report.Rows)
				}
				if body := asked(a, "/wp-content/uploads/2021/05/note.txt"); c.MediaURL == "" && body != "note" {
					t.Errorf("the file has %q", body)
				}
				if f, err := a.Media.Blobs.Stat(t.Context(), "2021/05/note.txt"); err != nil || f.Size != 4 {
					t.Errorf("the file is %+v: %v", f, err)
				}
				if body := asked(a, "/wp-json/wp/v2/posts/21?context=edit"); !strings.Contains(body, `"sticky":true`) {
					t.Errorf("%.600s", body)
				}
				if err := a.Close(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// What has a date in the zone of the old site alone is of that moment.
func TestMovedInItsZone(t *testing.T) {
	t.Parallel()
	tables := strings.Replace(oldTables, "'2021-05-07 07:08:09', '2021-05-07 05:08:09'", "'2021-05-07 07:08:09', '0000-00-00 00:00:00'", 1)
	// One that has no summer time, since the offset of now counts.
	tables = strings.Replace(tables, "Europe/Berlin", "Asia/Tokyo", 1)
	if tables == oldTables {
		t.Fatal("there is no such date")
	}
	a := movedBy(t, strings.Replace(tables, "HASHES", "", 1))
	if e, err := a.DB.EntryByID(t.Context(), 22); err != nil || e.ModifiedUTC != "2021-05-06T22:08:09" {
		t.Error(e, err)
	}
}
