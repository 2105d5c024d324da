// Package options sets and shows the options of a site and of its extensions by their names,
// for commands and screens.
package options

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/app/extensions"
	"quoin/internal/domain/audit"
	"quoin/internal/domain/site"
	"quoin/internal/ext"
	"quoin/internal/platform/schema"
)

// Options are those of one site.
type Options struct {
	Site       *site.Site
	Transact   func(ctx context.Context, fn func(context.Context) error) error
	Extensions *extensions.Set
	Known      []ext.Extension // whether the site was started with them or not
}

// Names are the options that Set takes, without those of extensions.
func Names() []string {
	var names []string
	for _, o := range site.Options() {
		if d := o.Declaration(); d.Command != nil {
			names = append(names, d.Name)
		}
	}
	return names
}

// Set sets an option of the site from a text. Those that the API sets too keep to its rules.
func (s *Options) Set(ctx context.Context, name, text string) error {
	option, _ := site.Find(name)
	switch {
	case option.Command == nil && option.Setting != nil:
		return s.setSetting(ctx, option, text)
	case option.Command == nil:
		return s.setOfExtension(ctx, name, text)
	}
	return s.Transact(ctx, func(ctx context.Context) error {
		if form, ok := s.Site.AddressForm(ctx).With(name, text); ok {
			return ofOption(name, s.Site.SetAddressForm(ctx, form))
		}
		value, err := option.Command(text)
		if err != nil {
			return ofOption(name, err)
		}
		if name == site.URL.Name {
			return s.Site.SetAddress(ctx, schema.ToText(value))
		}
		return s.Site.SetOption(ctx, name, value)
	})
}

// Check refuses a value that Set takes on no site.
func Check(known []ext.Extension, name, text string) error {
	if err := CheckName(known, name); err != nil {
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

// setOfExtension sets an option of an extension, by its name as a setting or by the
// one that it is stored as ("ID:name").
func (s *Options) setOfExtension(ctx context.Context, name, text string) error {
	for _, x := range s.Extensions.List {
		for _, o := range x.Options {
			if (o.Setting != name && x.ID+":"+o.Name != name) || name == "" || x.Failed != nil {
				continue
			}
			return s.Transact(ctx, func(ctx context.Context) error { return ofOption(name, x.Host.Options.Set(ctx, o.Name, text)) })
		}
	}
	return noOption(name)
}

func noOption(name string) error {
	return fmt.Errorf("there is no option %q; there are %s, and those of extensions (ID:name)", name, strings.Join(Names(), ", "))
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

// CheckName refuses names that no option has which the command line knows.
func CheckName(known []ext.Extension, name string) error {
	if _, _, found := extensionOption(known, name); found || slices.Contains(Names(), name) {
		return nil
	}
	return noOption(name)
}

// AllNames are those of Names and of the settings of extensions.
func AllNames(known []ext.Extension) []string {
	names := Names()
	for _, x := range known {
		for _, o := range x.Options {
			if o.Setting != "" {
				names = append(names, x.ID+":"+o.Name)
			}
		}
	}
	return names
}

// Text is an option as Set takes it. Of one that is a secret, or sounds like one, it only
// tells that it is set.
func (s *Options) Text(ctx context.Context, name string) (string, error) {
	stored, fallback, secret := name, any(nil), false
	if option, ok := site.Find(name); ok && option.Command != nil {
		fallback = option.Default
	} else if o, as, found := extensionOption(s.Known, name); found {
		stored, fallback, secret = as, o.Schema.Default, isSecret(o, as)
	} else {
		return "", noOption(name)
	}
	value, ok := s.Site.Option(ctx, stored)
	if !ok {
		value = fallback
	}
	if secret && schema.ToText(value) != "" {
		return "(set)", nil
	}
	if _, is := fallback.(bool); is {
		return strconv.FormatBool(schema.ToBool(value)), nil
	}
	if text, is := value.(string); is {
		return text, nil // also one with commas or lines, which could be read as a list
	}
	if list := schema.Each(value, schema.ToText); list != nil {
		return strings.Join(list, ","), nil
	}
	return schema.ToText(value), nil
}

// isSecret tells of an option of an extension, by how it is stored, whether it may be shown.
func isSecret(o ext.Option, stored string) bool { return o.Secret || audit.Secretive(stored) }
