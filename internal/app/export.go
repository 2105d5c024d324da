package app

import (
	"context"
	"io"

	"quoin/internal/domain/content"
	"quoin/internal/transfer/exporter"
)

// Export writes the site into an export file.
func (a *App) Export(ctx context.Context, file io.Writer) (exporter.Made, error) {
	e := a.Env
	x := &exporter.Exporter{
		Entries: a.DB, Terms: a.DB, Users: a.DB, Comments: a.DB, Taxonomies: e.Taxonomies, Site: e.Site,
		Link:    func(ctx context.Context, entry *content.Entry) string { return e.Links.Link(ctx, entry) },
		FileURL: a.Media.URL, TypeName: a.reference.Symbol,
	}
	return x.Write(ctx, file)
}
