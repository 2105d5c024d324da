package app

import (
	"context"

	"quoin/internal/app/examination"
)

// Examine looks at a site, whether it is served or not, without bringing its
// tables up to date.
func Examine(ctx context.Context, c Config, x examination.Examination) error {
	return examination.Examine(ctx, c, x, openToLook)
}

// TryBackup restores a backup for a trial; see examination.Try.
func TryBackup(ctx context.Context, path string, t examination.Trial) (*examination.Tried, error) {
	return examination.Try(ctx, path, t, openToLook)
}

// openToLook opens a site that is looked at.
func openToLook(ctx context.Context, c Config) (*examination.Site, error) {
	a, err := New(ctx, c)
	if err != nil {
		return nil, err
	}
	return &examination.Site{Extensions: a.Ext, Themes: a.Themes, Exchange: a.Exchange, Env: a.Env, Handler: a.Handler, Close: a.Close}, nil
}
