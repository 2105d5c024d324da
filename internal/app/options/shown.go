package options

import (
	"context"
	"errors"

	"quoin/internal/domain/site"
	"quoin/internal/platform/schema"
)

// Shown is an option as the page of all options shows it.
type Shown struct {
	Name, Text string
	// Secret ones only tell that they are set, and aren't changed there.
	Secret bool
}

// Shown are the options of the site, and of the extensions that work, that are one value each.
// One is left to the command line: whether scripts of contents run in visitors' browsers.
func (s *Options) Shown(ctx context.Context) ([]Shown, error) {
	var all []Shown
	for _, o := range site.Options() {
		d := o.Declaration()
		if d.Command == nil && d.Setting != nil {
			all = append(all, s.setting(ctx, d))
			continue
		}
		if d.Command == nil || d.Name == site.ContentScripts.Name {
			continue
		}
		_, is := d.Default.(bool)
		one, err := s.shown(ctx, d.Name, is, false)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	for x := range s.Extensions.Working() {
		for _, o := range x.Options {
			if o.Setting == "" || o.Schema.Is(schema.Object) || o.Schema.Is(schema.Array) {
				continue
			}
			name := x.ID + ":" + o.Name
			one, err := s.shown(ctx, name, o.Schema.Is(schema.Boolean), isSecret(o, name))
			if err != nil {
				return nil, err
			}
			all = append(all, one)
		}
	}
	return all, nil
}

// errNotTaken is why a value that fits the type of an option isn't stored.
var errNotTaken = errors.New("the site doesn't take this value")

// setting is an option that the API sets.
func (s *Options) setting(ctx context.Context, d site.Declaration) Shown {
	value, ok := s.Site.Option(ctx, d.Name)
	if !ok {
		value = d.Default
	}
	if d.Schema.Is(schema.Boolean) {
		return Shown{Name: d.Name, Text: map[bool]string{true: "1", false: "0"}[schema.ToBool(value)]}
	}
	return Shown{Name: d.Name, Text: schema.ToText(value)}
}

// setSetting sets such an option by the rules of the API.
func (s *Options) setSetting(ctx context.Context, d site.Declaration, text string) error {
	if err := d.Schema.Validate(text, d.Name); err != nil {
		return ofOption(d.Name, errors.New(err.Message))
	}
	value, err := d.Schema.Sanitize(text, d.Name)
	if err != nil {
		return ofOption(d.Name, errors.New(err.Message))
	}
	taken, ok := d.Take(ctx, s.Site, value)
	if !ok {
		return ofOption(d.Name, errNotTaken)
	}
	return s.Transact(ctx, func(ctx context.Context) error { return s.Site.SetOption(ctx, d.Name, taken) })
}

// shown is one of them. Truth is 1 or 0, as the field's page has it.
func (s *Options) shown(ctx context.Context, name string, truth, secret bool) (Shown, error) {
	text, err := s.Text(ctx, name)
	if truth {
		text = map[string]string{"true": "1", "false": "0"}[text]
	}
	return Shown{Name: name, Text: text, Secret: secret}, err
}
