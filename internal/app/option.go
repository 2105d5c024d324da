package app

import (
	"context"
	"fmt"
	"strings"

	"quoin/internal/site"
)

// OptionNames are the options that SetOption takes.
func OptionNames() []string {
	var names []string
	for _, o := range site.Options() {
		if d := o.Declaration(); d.Command != nil {
			names = append(names, d.Name)
		}
	}
	return names
}

// SetOption sets an option of the site from a text.
func (a *App) SetOption(ctx context.Context, name, text string) error {
	option, _ := site.Find(name)
	if option.Command == nil {
		return a.setExtensionOption(ctx, name, text)
	}
	return a.DB.InTx(ctx, func(ctx context.Context) error {
		if form, ok := a.Env.Site.AddressForm(ctx).With(name, text); ok {
			return ofOption(name, a.Env.Site.SetAddressForm(ctx, form))
		}
		value, err := option.Command(text)
		if err != nil {
			return ofOption(name, err)
		}
		return a.Env.Site.SetOption(ctx, name, value)
	})
}

// CheckOption refuses a value that SetOption takes on no site.
func CheckOption(name, text string) error {
	option, _ := site.Find(name)
	if option.Command == nil {
		return nil
	}
	_, err := option.Command(text)
	return ofOption(name, err)
}

// ofOption says which option is refused.
func ofOption(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("option %s: %w", name, err)
}

// setExtensionOption sets an option of an extension, by its name as a setting or by the
// one that it is stored as ("ID:name").
func (a *App) setExtensionOption(ctx context.Context, name, text string) error {
	for _, x := range a.extensions {
		for _, o := range x.Options {
			if (o.Setting != name && x.ID+":"+o.Name != name) || name == "" || x.failed != nil {
				continue
			}
			return a.DB.InTx(ctx, func(ctx context.Context) error { return ofOption(name, x.host.Options.Set(ctx, o.Name, text)) })
		}
	}
	return fmt.Errorf("there is no option %q; there are %s, and those of extensions (ID:name)", name, strings.Join(OptionNames(), ", "))
}
