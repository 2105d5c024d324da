package app

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// switches and lengths are the options that the command line may set, in the
// order in which they are named.
func switches() []string { return []string{"allow_svg_uploads", "media_trash", "thumbnail_crop"} }

func lengths() []string {
	var out []string
	for _, size := range []string{"thumbnail", "medium", "medium_large", "large"} {
		out = append(out, size+"_size_w", size+"_size_h")
	}
	return out
}

// maxLength is the largest edge of a sub-size.
const maxLength = 10000

// OptionNames are the options that SetOption takes.
func OptionNames() []string { return append(switches(), lengths()...) }

// SetOption sets an option of the site from a text.
func (a *App) SetOption(ctx context.Context, name, text string) error {
	var value any
	switch {
	case slices.Contains(switches(), name):
		on, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("option %s: want true or false, not %q", name, text)
		}
		value = on
	case slices.Contains(lengths(), name):
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil || n < 0 || n > maxLength {
			return fmt.Errorf("option %s: want a number of pixels from 0 to %d, not %q", name, maxLength, text)
		}
		value = n
	default:
		return fmt.Errorf("there is no option %q; there are %s", name, strings.Join(OptionNames(), ", "))
	}
	return a.DB.InTx(ctx, func(ctx context.Context) error { return a.Env.Site.SetOption(ctx, name, value) })
}
