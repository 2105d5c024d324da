package sitehealth

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/domain/media"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/wire"
)

var errSizes = fault.New(500, "not_available", "The sizes can't be told.")

// patience bounds the counting of files.
const patience = 20 * time.Second

// sizes tells how much space the parts of the site take.
func (s *service) sizes(r *rest.Request) (*rest.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	program, err := programSize()
	if err != nil {
		return nil, s.unknown(r, err)
	}
	themes, err := s.themeSize()
	if err != nil {
		return nil, s.unknown(r, err)
	}
	uploads, fonts, err := s.uploadSizes(ctx)
	if err != nil {
		return nil, s.unknown(r, err)
	}
	database, err := s.Database.Size(ctx)
	if err != nil {
		return nil, s.unknown(r, err)
	}
	out := wire.NewObject("raw", 0)
	for _, part := range []struct {
		name  string
		bytes int64
	}{
		{"wordpress_size", program},
		{"themes_size", themes},
		{"plugins_size", 0}, // extensions are part of the program
		{"uploads_size", uploads},
		{"fonts_size", fonts},
		{"database_size", database},
		{"total_size", program + themes + uploads + fonts + database},
	} {
		out.Set(part.name, sized(part.bytes))
	}
	return rest.OK(out), nil
}

func (s *service) unknown(r *rest.Request, err error) error {
	if r.Context().Err() != nil {
		return err
	}
	s.Log.Error("site health: sizes", "error", err)
	return errSizes
}

func programSize() (int64, error) {
	path, err := os.Executable()
	if err != nil {
		return 0, fmt.Errorf("program file: %w", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, fmt.Errorf("program file: %w", err)
	}
	return info.Size(), nil
}

func (s *service) themeSize() (int64, error) {
	var n int64
	for _, name := range s.Theme.Files() {
		info, err := fs.Stat(s.Theme.FS(), name)
		if err != nil {
			return 0, fmt.Errorf("file of the theme: %w", err)
		}
		n += info.Size()
	}
	return n, nil
}

// uploadSizes are the sizes of all uploads and of the fonts among them, which
// count apart.
func (s *service) uploadSizes(ctx context.Context) (uploads, fonts int64, err error) {
	if s.Media == nil {
		return 0, 0, nil
	}
	for info, err := range s.Media.Blobs.List(ctx, "") {
		if err != nil {
			return 0, 0, fmt.Errorf("list uploads: %w", err)
		}
		if len(info.Key) > 6 && info.Key[:6] == "fonts/" {
			fonts += info.Size
		} else {
			uploads += info.Size
		}
	}
	return uploads, fonts, nil
}

// sized is a number of bytes for people and programs.
func sized(n int64) *wire.Object {
	text := media.Bytes(n, 2)
	o := wire.NewObject("size", text, "debug", text+" ("+strconv.FormatInt(n, 10)+" bytes)")
	if n != 0 {
		o.Set("raw", n)
	}
	return o
}
