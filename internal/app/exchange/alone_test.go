package exchange_test

import (
	"errors"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/importer"
	"quoin/internal/platform/datafolder"
)

// While something is imported, another import into the same site is refused and changes nothing.
func TestImportsAreAlone(t *testing.T) {
	t.Parallel()
	old := runningSite(t)
	for name, config := range map[string]app.Config{"sqlite": {Data: t.TempDir()}, "postgres": {Data: t.TempDir(), DatabaseURL: postgres.Database(t)}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first, err := app.New(t.Context(), config)
			if err != nil {
				t.Fatal(err)
			}
			defer first.Close()
			second, err := app.New(t.Context(), config)
			if err != nil {
				t.Fatal(err)
			}
			defer second.Close()
			tried := false
			_, err = first.Exchange.MoveIn(t.Context(), oldSite(t), exchange.OldFiles{}, func(importer.Step) {
				if tried {
					return
				}
				tried = true
				before := dumped(t, second.DB)
				if _, err := second.Exchange.MoveIn(t.Context(), oldSite(t), exchange.OldFiles{}, nil); !errors.Is(err, datafolder.ErrImporting) {
					t.Errorf("tables: %v", err)
				}
				if _, err := second.Exchange.ImportSample(t.Context(), nil); !errors.Is(err, datafolder.ErrImporting) {
					t.Errorf("sample: %v", err)
				}
				if dumped(t, second.DB) != before {
					t.Error("what was refused changed something")
				}
			})
			if err != nil || !tried {
				t.Fatal(err, tried)
			}
			if _, err := second.Exchange.MoveIn(t.Context(), oldSite(t), exchange.OldFiles{}, nil); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
	t.Run("adopt", func(t *testing.T) {
		t.Parallel()
		data := t.TempDir()
		second, err := app.New(t.Context(), app.Config{Data: data})
		if err != nil {
			t.Fatal(err)
		}
		defer second.Close()
		tried := false
		_, _, err = adopting(t.Context(), t, data, exchange.Adoption{URL: old.url, Unproved: true, Reading: func(string, int) {
			if tried {
				return
			}
			tried = true
			for range 2 {
				if _, err := second.Exchange.Adopt(app.AsOperator(t.Context()), exchange.Adoption{URL: old.url, As: ann, Pause: noPause}); !errors.Is(err, datafolder.ErrImporting) {
					t.Errorf("adopt: %v", err)
				}
			}
		}})
		if err != nil || !tried {
			t.Fatal(err, tried)
		}
	})
}
