package screens

import (
	"cmp"
	"context"
	"runtime"
	"strconv"
	"time"

	"quoin/internal/app/config"
	"quoin/internal/domain/site"
	"quoin/internal/people/admin"
)

// Facts implements admin.Keeping.
func (k keeping) Facts(ctx context.Context) ([]admin.Facts, error) {
	database, err := k.DB.ServerInfo(ctx)
	if err != nil {
		return nil, err
	}
	size, err := k.DB.Size(ctx)
	if err != nil {
		return nil, err
	}
	s, active := k.Env.Site, k.Themes.Active(ctx)
	on, off := k.extensions(ctx)
	files := "disk"
	if k.MediaURL != "" {
		files = "s3"
	}
	return []admin.Facts{
		{ID: "wp-core", List: []admin.Fact{
			{Name: "version", Value: cmp.Or(k.Version, "development")},
			{Name: "title", Value: s.PlainTitle(ctx)},
			{Name: "address", Value: s.Base(ctx)},
			{Name: "language", Value: s.Language(ctx)},
			{Name: "timezone", Value: s.Zone(ctx).String()},
			{Name: "permalinks", Value: s.Permalinks(ctx)},
			{Name: "public", Value: yes(site.Public.Of(ctx, s))},
			{Name: "registration", Value: yes(site.Registration.Of(ctx, s))},
			{Name: "comments", Value: site.DefaultComments.Of(ctx, s)},
		}},
		{ID: "wp-active-theme", List: []admin.Fact{
			{Name: "name", Value: active.Header.Name}, {Name: "version", Value: active.Header.Version},
			{Name: "author", Value: active.Header.Author}, {Name: "folder", Value: active.ID},
		}},
		{ID: "wp-plugins-active", Counted: true, List: on},
		{ID: "wp-plugins-inactive", Counted: true, List: off},
		{ID: "wp-media", List: []admin.Fact{
			{Name: "files", Value: files},
			{Name: "largest", Value: strconv.FormatInt(cmp.Or(k.MaxUpload, config.DefaultMaxUpload), 10)},
		}},
		{ID: "wp-server", List: []admin.Fact{
			{Name: "system", Value: runtime.GOOS + "/" + runtime.GOARCH}, {Name: "go", Value: runtime.Version()},
			{Name: "processors", Value: strconv.Itoa(runtime.GOMAXPROCS(0))},
			{Name: "now", Value: k.Clock().UTC().Format(time.RFC3339)},
		}},
		{ID: "wp-database", List: []admin.Fact{{Name: "program", Value: database}, {Name: "size", Value: strconv.FormatInt(size, 10)}}},
	}, nil
}

// extensions are those that are on, and the others, by their names, with their versions.
func (k keeping) extensions(ctx context.Context) (on, off []admin.Fact) {
	set := k.Assembler.Extensions
	for _, x := range set.List {
		if !x.Switchable() {
			continue
		}
		f := admin.Fact{Name: x.Info.Title, Value: x.Info.Version}
		if set.Active(ctx, x) {
			on = append(on, f)
		} else {
			off = append(off, f)
		}
	}
	return on, off
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
