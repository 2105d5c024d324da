package app

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/audit"
	"quoin/internal/domain/site"
	"quoin/internal/ext"
	"quoin/internal/platform/schema"
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
		if name == site.URL.Name {
			return a.Env.Site.SetAddress(ctx, schema.ToText(value))
		}
		return a.Env.Site.SetOption(ctx, name, value)
	})
}

// CheckOption refuses a value that SetOption takes on no site.
func CheckOption(known []ext.Extension, name, text string) error {
	if err := CheckOptionName(known, name); err != nil {
		return err
	}
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
	return noOption(name)
}

func noOption(name string) error {
	return fmt.Errorf("there is no option %q; there are %s, and those of extensions (ID:name)", name, strings.Join(OptionNames(), ", "))
}

// extensionOption is an option of one of the known extensions, by either
// of its names, and how it is stored.
func extensionOption(known []ext.Extension, name string) (o ext.Option, stored string, found bool) {
	for _, x := range known {
		for _, o := range x.Options {
			if name != "" && (o.Setting == name || x.ID+":"+o.Name == name) {
				return o, x.ID + ":" + o.Name, true
			}
		}
	}
	return ext.Option{}, "", false
}

// CheckOptionName refuses names that no option has which the command line knows.
func CheckOptionName(known []ext.Extension, name string) error {
	if _, _, found := extensionOption(known, name); found || slices.Contains(OptionNames(), name) {
		return nil
	}
	return noOption(name)
}

// AllOptionNames are those of OptionNames and of the settings of extensions.
func AllOptionNames(known []ext.Extension) []string {
	names := OptionNames()
	for _, x := range known {
		for _, o := range x.Options {
			if o.Setting != "" {
				names = append(names, x.ID+":"+o.Name)
			}
		}
	}
	return names
}

// OptionText is an option as SetOption takes it. Of one that sounds like a secret it only
// tells that it is set.
func (a *App) OptionText(ctx context.Context, name string) (string, error) {
	stored, fallback, secret := name, any(nil), false
	if option, ok := site.Find(name); ok && option.Command != nil {
		fallback = option.Default
	} else if o, as, found := extensionOption(a.Known(), name); found {
		stored, fallback, secret = as, o.Schema.Default, audit.Secretive(as)
	} else {
		return "", noOption(name)
	}
	value, ok := a.Env.Site.Option(ctx, stored)
	if !ok {
		value = fallback
	}
	if secret && schema.ToText(value) != "" {
		return "(set)", nil
	}
	if _, is := fallback.(bool); is {
		return strconv.FormatBool(schema.ToBool(value)), nil
	}
	if list := schema.Each(value, schema.ToText); list != nil {
		return strings.Join(list, ","), nil
	}
	return schema.ToText(value), nil
}
