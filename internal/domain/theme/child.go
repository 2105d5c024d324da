package theme

import (
	"errors"
	"fmt"
	"slices"

	"quoin/internal/platform/wire"
)

// style is a style variation of the whole site, by the file that has it.
type style struct {
	file string
	doc  *wire.Object
}

// loadParent loads the theme that this one builds on. That one may not build
// on a third.
func (t *Theme) loadParent(o Options) error {
	id := t.Header.Parent
	if id == "" || id == t.ID {
		return nil
	}
	fail := func(err error) error { return fmt.Errorf("style.css: the theme builds on %q: %w", id, err) }
	if o.Parent == nil {
		return fail(errors.New("that theme isn't there"))
	}
	parent, err := o.Parent(id)
	if err != nil {
		return fail(err)
	}
	if parent.Parent != nil {
		return fail(errors.New("that theme builds on another one itself"))
	}
	t.Parent = parent
	t.Supports = Supports{PostFormats: slices.Clip(parent.Supports.PostFormats), NavMenuLocations: slices.Clip(parent.Supports.NavMenuLocations)}
	r := parent.Registered
	t.Registered = Registered{
		Styles: slices.Clip(r.Styles), Categories: slices.Clip(r.Categories), Sheets: slices.Clip(r.Sheets),
		EditorStyles: slices.Clip(r.EditorStyles), Supports: slices.Clip(r.Supports), NoCorePatterns: r.NoCorePatterns, NoLayout: r.NoLayout,
		Scripts: slices.Clip(r.Scripts), Areas: slices.Clip(r.Areas), BodyClasses: slices.Clip(r.BodyClasses), Head: r.Head, Foot: r.Foot, ExcerptLength: r.ExcerptLength, ExcerptMore: r.ExcerptMore,
	}
	if t.Screenshot == "" && slices.Contains(parent.files, parent.Screenshot) {
		t.Screenshot = parent.Screenshot
	}
	return nil
}

// inheritTemplates takes the parent's templates and parts that the theme
// doesn't have.
func (t *Theme) inheritTemplates() {
	if t.Parent == nil {
		return
	}
	for _, p := range t.Parent.Templates {
		if t.Template(p.Slug) == nil {
			t.Templates = append(t.Templates, p)
		}
	}
	for _, p := range t.Parent.Parts {
		if t.Part(p.Slug) == nil {
			t.Parts = append(t.Parts, p)
		}
	}
}

// inheritPatterns takes the parent's patterns that the theme doesn't have.
func (t *Theme) inheritPatterns() {
	if t.Parent == nil {
		return
	}
	for _, p := range t.Parent.Patterns {
		t.addPattern(p)
	}
}

// wholeStyles are the theme's style variations but for those in files of which
// a child has its own.
func (t *Theme) wholeStyles(own []string) []*wire.Object {
	var out []*wire.Object
	for _, s := range t.whole {
		if !slices.Contains(own, s.file) {
			out = append(out, s.doc)
		}
	}
	return out
}
