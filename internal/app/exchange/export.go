package exchange

import (
	"context"
	"io"

	"quoin/internal/domain/content"
	"quoin/internal/transfer/exporter"
)

// Export writes the site into an export file, or what it has of some types alone.
func (x *Exchange) Export(ctx context.Context, file io.Writer, types ...string) (exporter.Made, error) {
	e := x.Env
	out := &exporter.Exporter{
		Entries: x.DB, Terms: x.DB, Users: x.DB, Comments: x.DB, Taxonomies: e.Taxonomies, Site: e.Site,
		Link:    func(ctx context.Context, entry *content.Entry) string { return e.Links.Link(ctx, entry) },
		FileURL: x.Media.URL, TypeName: x.Names.Symbol, Types: types,
	}
	return out.Write(ctx, file)
}
