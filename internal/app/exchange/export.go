package exchange

import (
	"context"
	"io"

	"quoin/internal/domain/content"
	"quoin/internal/transfer/exporter"
)

// Export writes the site into an export file.
func (x *Exchange) Export(ctx context.Context, file io.Writer) (exporter.Made, error) {
	return x.ExportOnly(ctx, file, content.Query{})
}

// ExportOnly writes what a query finds into an export file, if that names types.
func (x *Exchange) ExportOnly(ctx context.Context, file io.Writer, only content.Query) (exporter.Made, error) {
	e := x.Env
	out := &exporter.Exporter{
		Entries: x.DB, Terms: x.DB, Users: x.DB, Comments: x.DB, Taxonomies: e.Taxonomies, Site: e.Site,
		Link:    func(ctx context.Context, entry *content.Entry) string { return e.Links.Link(ctx, entry) },
		FileURL: x.Media.URL, TypeName: x.Names.Symbol, Only: only,
	}
	return out.Write(ctx, file)
}
