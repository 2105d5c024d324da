package options

import (
	"context"

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

// shown is one of them. Truth is 1 or 0, as the field's page has it.
func (s *Options) shown(ctx context.Context, name string, truth, secret bool) (Shown, error) {
	text, err := s.Text(ctx, name)
	if truth {
		text = map[string]string{"true": "1", "false": "0"}[text]
	}
	return Shown{Name: name, Text: text, Secret: secret}, err
}
