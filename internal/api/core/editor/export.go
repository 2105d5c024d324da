package editor

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/template"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/wire"
)

// export answers the theme as an archive: its files, with the templates, parts
// and styles as users changed them.
func (s *service) export(r *rest.Request) (*rest.Response, error) {
	changed, err := s.changedFiles(r.Context())
	if err != nil {
		return nil, fmt.Errorf("export theme: %w", err)
	}
	name := s.Theme.ID + ".zip"
	response := &rest.Response{Write: func(w http.ResponseWriter) {
		w.Header().Del("Allow") // Compat (TestExport): it is a file, and no answer of a route
		if err := s.archive(w, changed); err != nil {
			s.Log.Error("export theme", "error", err)
			// The caller must see that the archive is broken off.
			panic(http.ErrAbortHandler)
		}
	}}
	response.SetHeader("Content-Type", "application/zip")
	return response.SetHeader("Content-Disposition", "attachment; filename="+name), nil
}

// changedFiles are the files that the site makes itself, by path.
func (s *service) changedFiles(ctx context.Context) (map[string]string, error) {
	files := map[string]string{}
	for typ, folder := range map[string]string{content.TypeTemplate: "templates", content.TypeTemplatePart: "parts"} {
		list, err := s.catalog.List(ctx, typ, template.Filter{})
		if err != nil {
			return nil, err
		}
		for _, t := range list {
			files[folder+"/"+t.Slug+".html"] = theme.WithoutThemeAttribute(t.Content)
		}
	}
	user, err := s.userStyles(ctx)
	if err != nil {
		return nil, err
	}
	files["theme.json"] = string(s.Theme.ExportJSON(user))
	return files, nil
}

// userStyles is what users changed of the styles, nil for nothing.
func (s *service) userStyles(ctx context.Context) (*wire.Object, error) {
	page, err := s.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeGlobalStyles}, Statuses: []content.Status{content.Publish}, Slugs: []string{"wp-global-styles-" + s.Theme.ID},
		Order: []content.Order{{By: content.ByDate, Desc: true}}, Limit: 1, SkipTotal: true, SkipMeta: true,
	})
	if err != nil || len(page.Entries) == 0 {
		return nil, err
	}
	doc, err := theme.ParseUserDocument(page.Entries[0].Content)
	if err != nil {
		s.Log.Error("stored styles of the theme", "entry", page.Entries[0].ID, "error", err)
		return nil, nil
	}
	return doc, nil
}

// archive writes the files of the theme and those that take their place.
func (s *service) archive(w io.Writer, changed map[string]string) error {
	z := zip.NewWriter(w)
	names := s.Theme.Files()
	for name := range changed {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		f, err := z.Create(name)
		if err != nil {
			return err
		}
		if text, ok := changed[name]; ok {
			if _, err := io.Copy(f, strings.NewReader(text)); err != nil {
				return err
			}
			continue
		}
		if err := s.copyFile(f, name); err != nil {
			return err
		}
	}
	return z.Close()
}

func (s *service) copyFile(w io.Writer, name string) (err error) {
	f, err := s.Theme.FS().Open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = io.Copy(w, f)
	return err
}
