package extensions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"quoin/internal/ext"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/wire"
)

// formatSettings is the format of what is chosen for an extension.
const formatSettings = "settings"

// maxSettings bounds a file with settings.
const maxSettings = 4 << 20

// formatOf is the format that is meant among those of an extension: the usual one
// without a name.
func formatOf(x *Extension, name string, formats []string) (string, error) {
	if len(x.Options) > 0 {
		formats = append(slices.Clip(formats), formatSettings)
	}
	switch {
	case len(formats) == 0:
		return "", fmt.Errorf("extension %s has no data of this kind", x.ID)
	case name == "":
		return formats[0], nil
	case !slices.Contains(formats, name):
		return "", fault.BadRequest("rest_invalid_param", fmt.Sprintf("extension %s has no format %q; there are %s", x.ID, name, strings.Join(formats, ", ")))
	}
	return name, nil
}

// Export writes the data of an extension in a format, its usual one without.
func (s *Set) Export(ctx context.Context, id, format string, w io.Writer) error {
	x, err := s.Find(ctx, id)
	if err != nil {
		return err
	}
	var formats []string
	if x.Parts.Data != nil && x.Parts.Data.Export != nil {
		formats = x.Parts.Data.Formats
	}
	if format, err = formatOf(x, format, formats); err != nil {
		return err
	}
	if format != formatSettings {
		return x.Parts.Data.Export(ctx, w, format)
	}
	options := ext.NewOptions(s.Env.Site, x.ID, x.Options)
	settings := &wire.Object{}
	for _, o := range x.Options {
		if !o.Secret {
			settings.Set(o.Name, options.Value(ctx, o.Name))
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(json.RawMessage(wire.Encode(wire.NewObject("extension", x.ID, "settings", settings), nil)))
}

// Import brings in data of an extension, and tells how many things it
// took and what it couldn't take.
func (s *Set) Import(ctx context.Context, id, format string, r io.Reader) (taken int, problems []string, err error) {
	x, err := s.Find(ctx, id)
	if err != nil {
		return 0, nil, err
	}
	var formats []string
	if x.Parts.Data != nil && x.Parts.Data.Import != nil {
		formats = x.Parts.Data.Readable
	}
	if format, err = formatOf(x, format, formats); err != nil {
		return 0, nil, err
	}
	if format != formatSettings {
		return x.Parts.Data.Import(ctx, r, format)
	}
	return s.importSettings(ctx, x, r)
}

// importSettings stores the settings of a file, all or none that fit.
func (s *Set) importSettings(ctx context.Context, x *Extension, r io.Reader) (taken int, problems []string, err error) {
	data, err := io.ReadAll(io.LimitReader(r, maxSettings+1))
	if err != nil {
		return 0, nil, err
	}
	v, err := wire.Decode(data)
	file, _ := v.(*wire.Object)
	settings := file.Object("settings")
	switch {
	case len(data) > maxSettings:
		return 0, nil, fmt.Errorf("the file is larger than %d bytes", maxSettings)
	case err != nil, settings == nil:
		return 0, nil, errors.New("the file has no settings: it should be one that quoin extension export wrote")
	case file.Text("extension") != x.ID:
		return 0, nil, fmt.Errorf("the file has settings of the extension %q", file.Text("extension"))
	}
	options := ext.NewOptions(s.Env.Site, x.ID, x.Options)
	err = s.DB.InTx(ctx, func(ctx context.Context) error {
		taken, problems = 0, nil // it may run again
		for _, m := range settings.Members() {
			i := slices.IndexFunc(x.Options, func(o ext.Option) bool { return o.Name == m.Key && !o.Secret })
			if i < 0 {
				problems = append(problems, fmt.Sprintf("there is no setting %q", m.Key))
				continue
			}
			err := options.Set(ctx, m.Key, m.Value)
			if f := fault.As(err); f != nil {
				problems = append(problems, f.Message)
				continue
			}
			if err != nil {
				return err
			}
			taken++
		}
		return nil
	})
	return taken, problems, err
}
