package app

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/content"
)

// switches and lengths are the options that the command line may set, in the
// order in which they are named.
func switches() []string {
	return []string{"allow_content_scripts", "allow_svg_uploads", "media_trash", "thumbnail_crop", "wp_attachment_pages_enabled"}
}

func lengths() []string {
	var out []string
	for _, size := range []string{"thumbnail", "medium", "medium_large", "large"} {
		out = append(out, size+"_size_w", size+"_size_h")
	}
	return out
}

// addressOptions are those that the addresses of entries and terms follow from.
func addressOptions() []string { return []string{"permalink_structure", "category_base", "tag_base"} }

// maxLength is the largest edge of a sub-size.
const maxLength = 10000

// OptionNames are the options that SetOption takes.
func OptionNames() []string {
	return slices.Concat(switches(), lengths(), addressOptions(), []string{content.OptionRevisions})
}

// SetOption sets an option of the site from a text.
func (a *App) SetOption(ctx context.Context, name, text string) error {
	value, err := optionValue(name, text)
	set := a.extensionOption(name)
	switch {
	case err != nil:
		return err
	case value != nil:
		set = func(ctx context.Context, _ string) error { return a.Env.Site.SetOption(ctx, name, value) }
	case slices.Contains(addressOptions(), name):
		set = func(ctx context.Context, text string) error { return a.setAddresses(ctx, name, text) }
	case set == nil:
		return fmt.Errorf("there is no option %q; there are %s, and those of extensions (ID:name)", name, strings.Join(OptionNames(), ", "))
	}
	return a.DB.InTx(ctx, func(ctx context.Context) error { return set(ctx, text) })
}

// CheckOption refuses a value that SetOption takes on no site.
func CheckOption(name, text string) error {
	_, err := optionValue(name, text)
	return err
}

// optionValue reads the value of an option, nil for one that the site reads: which of
// these it takes depends on others.
func optionValue(name, text string) (any, error) {
	switch {
	case slices.Contains(switches(), name):
		on, err := strconv.ParseBool(text)
		if err != nil {
			return nil, fmt.Errorf("option %s: want true or false, not %q", name, text)
		}
		return on, nil
	case slices.Contains(lengths(), name):
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil || n < 0 || n > maxLength {
			return nil, fmt.Errorf("option %s: want a number of pixels from 0 to %d, not %q", name, maxLength, text)
		}
		return n, nil
	case name == content.OptionRevisions:
		n, err := revisionsToKeep(text)
		if err != nil {
			return nil, err
		}
		return n, nil
	}
	return nil, nil
}

// revisionsToKeep reads how many revisions entries keep. A word stands for all,
// because on the command line -1 looks like a flag.
func revisionsToKeep(text string) (int64, error) {
	if text == "all" {
		return content.AllRevisions, nil
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < content.AllRevisions {
		return 0, fmt.Errorf("option %s: want a number of revisions, or all, not %q", content.OptionRevisions, text)
	}
	return n, nil
}

// setAddresses sets one of the options that addresses follow from, if it goes
// with the others.
func (a *App) setAddresses(ctx context.Context, name, text string) error {
	form := a.Env.Site.AddressForm(ctx)
	*[]*string{&form.Posts, &form.Categories, &form.Tags}[slices.Index(addressOptions(), name)] = text
	if err := a.Env.Site.SetAddressForm(ctx, form); err != nil {
		return fmt.Errorf("option %s: %w", name, err)
	}
	return nil
}

// extensionOption sets an option of an extension, by its name as a setting or by
// the one that it is stored as ("ID:name"); nil when there is none of that name.
func (a *App) extensionOption(name string) func(ctx context.Context, text string) error {
	for _, x := range a.extensions {
		for _, o := range x.Options {
			if (o.Setting != name && x.ID+":"+o.Name != name) || name == "" || x.failed != nil {
				continue
			}
			return func(ctx context.Context, text string) error {
				if err := x.host.Options.Set(ctx, o.Name, text); err != nil {
					return fmt.Errorf("option %s: %w", name, err)
				}
				return nil
			}
		}
	}
	return nil
}
