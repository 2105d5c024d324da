package live

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"quoin/internal/platform/outbound"
)

// Widgets stay where they stand, also in places of a theme before the one that is used, which
// are no sidebars now.
func TestWidgetsStayInPlaces(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"/wp-json/wp/v2/widgets": `[{"id":"block-3","id_base":"block","sidebar":"wp_inactive_widgets","instance":{"raw":{"content":"off"}}},
 {"id":"block-7","id_base":"block","sidebar":"sidebar-1","instance":{"raw":{"content":"first"}}},
 {"id":"block-2","id_base":"block","sidebar":"sidebar-1","instance":{"raw":{"content":"second"}}}]`,
		"/wp-json/wp/v2/sidebars": `[{"id":"wp_inactive_widgets","widgets":["block-3"]}]`,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := w.Write([]byte(pages[r.URL.Path])); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	reader := &Reader{Access: Access{
		URL: server.URL, Client: outbound.New(outbound.Config{}), Parallel: 1, PerSecond: 1e6, Pause: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}}
	options := map[string]string{}
	if err := (&reading{Reader: reader, ask: newAsker(reader.Access)}).widgets(t.Context(), options); err != nil {
		t.Fatal(err)
	}
	want := `a:3:{s:19:"wp_inactive_widgets";a:1:{i:0;s:7:"block-3";}s:9:"sidebar-1";a:2:{i:0;s:7:"block-7";i:1;s:7:"block-2";}s:13:"array_version";i:3;}`
	if got := options["sidebars_widgets"]; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
