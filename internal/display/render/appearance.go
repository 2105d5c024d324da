package render

import (
	"strings"

	"quoin/internal/display/render/htmltag"
	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

func (inst *instance) position(html string) string {
	// Compat (TestPositionIDs): a position that isn't taken uses up an id.
	if inst.block.Attrs.Map("style", "position").Len() == 0 || !inst.t.Has(false, "position") {
		return html
	}
	kind, class := inst.block.Attrs.String("style", "position", "type"), inst.c.UniqueID("wp-container-")
	if kind != "sticky" && kind != "fixed" || inst.c.Theme.Settings.Get("position", kind) != true {
		return html
	}
	if inst.c.Request.Front {
		inst.c.run.layouts.addPosition(class, inst.block.Attrs.Map("style", "position"))
	}
	return firstClass(html, class, "is-position-"+kind)
}

func explicitRatio(v any) bool {
	s := strings.ToLower(strings.TrimSpace(block.Text(v)))
	return s != "" && s != "auto"
}

func (inst *instance) aspectRatio(html string) string {
	if !inst.t.Has(false, "dimensions", "aspectRatio") || inst.t.Skips("dimensions", "aspectRatio") {
		return html
	}
	a := inst.block.Attrs
	ratio := a.Get("style", "dimensions", "aspectRatio")
	values := wire.NewObject("aspectRatio", ratio)
	switch {
	case explicitRatio(ratio):
		values.Set("minHeight", "unset")
		values.Set("height", "unset")
	case a.Has("style", "dimensions", "minHeight") || a.Has("minHeight"):
		values.Set("aspectRatio", "unset")
	}
	r := style.Compile(block.Of("dimensions", values), style.Options{})
	if r.CSS == "" {
		return html
	}
	p := htmltag.New(html)
	if !p.Next() {
		return html
	}
	appendStyle(p, r.CSS)
	if explicitRatio(ratio) {
		p.AddClass("has-aspect-ratio")
	}
	return p.String()
}

// appendStyle adds CSS after the current tag's own.
func appendStyle(p *htmltag.Processor, css string) {
	old, _ := p.Attr("style")
	if old != "" && !strings.HasSuffix(old, ";") {
		old += ";"
	}
	p.SetAttr("style", old+css)
}

func (inst *instance) background(html string) string {
	set := inst.block.Attrs.Map("style", "background")
	if set.Object == nil {
		return html
	}
	values := &wire.Object{}
	if inst.t.Has(false, "background", "backgroundImage") && !inst.t.Skips("background", "backgroundImage") {
		for _, key := range [...]string{"backgroundImage", "backgroundSize", "backgroundPosition", "backgroundRepeat", "backgroundAttachment"} {
			setOwn(values, key, set.Get(key))
		}
		if set.Bool("backgroundImage") {
			if !values.Has("backgroundSize") {
				values.Set("backgroundSize", "cover")
			}
			if values.Get("backgroundSize") == "contain" && !set.Bool("backgroundPosition") {
				values.Set("backgroundPosition", "50% 50%")
			}
		}
	}
	if inst.t.Has(false, "background", "gradient") && !inst.t.Skips("background", "gradient") {
		setOwn(values, "gradient", set.Get("gradient"))
	}
	r := style.Compile(block.Of("background", values), style.Options{})
	if r.CSS == "" {
		return html
	}
	p := htmltag.New(html)
	if p.Next() {
		appendStyle(p, r.CSS)
		p.AddClass("has-background")
	}
	return p.String()
}

// key keeps lower case letters, digits, hyphens and underscores.
func key(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, s)
}
