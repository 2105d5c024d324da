package app

import (
	"bytes"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"

	"quoin/internal/domain/definition"
	"quoin/internal/domain/definition/definitiontest"
)

// Any valid set of definitions is applied and served, and what is exported applies again
// to the same.
func TestRandomDefinitions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 4))
	for range 6 {
		a := openSite(t, t.TempDir(), "http://site.test")
		t.Cleanup(func() { _ = a.Close() })
		list := definitions(t, definitiontest.Site(r)...)
		if err := a.Env.Definitions.Apply(t.Context(), list...); err != nil {
			t.Fatal(err)
		}
		if err := a.Env.Definitions.BuildIndexes(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		export := func() []byte {
			var b bytes.Buffer
			for _, d := range a.Env.Definitions.Stored(t.Context()).All() {
				b.Write(d.Encode())
			}
			return b.Bytes()
		}
		first := export()
		for _, d := range a.Env.Definitions.Stored(t.Context()).All() {
			again, err := definition.Parse(d.Encode())
			if err != nil {
				t.Fatal(err)
			}
			if err := a.Env.Definitions.Apply(t.Context(), again); err != nil {
				t.Fatal(err)
			}
			if d.Kind != definition.OfType {
				continue
			}
			base := d.Body.Text("rest_base")
			if base == "" {
				base = d.Name
			}
			for _, method := range []string{http.MethodGet, http.MethodOptions} {
				w := httptest.NewRecorder()
				a.Handler().ServeHTTP(w, httptest.NewRequest(method, "http://site.test/wp-json/wp/v2/"+base+"?_embed", nil))
				if w.Code != http.StatusOK {
					t.Errorf("%s %s: %d %.300s", method, base, w.Code, w.Body)
				}
			}
		}
		if !bytes.Equal(first, export()) {
			t.Errorf("%s\nbecame\n%s", first, export())
		}
	}
}
