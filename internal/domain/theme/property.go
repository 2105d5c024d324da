package theme

import (
	"strings"

	"quoin/internal/platform/wire"
)

// property is a CSS property with the place of its value in the styles.
type property struct {
	css  string
	path []string
}

// rootPrefix begins the custom properties that hold the site's own padding.
const rootPrefix = "--wp--style--root--"

// properties are the CSS properties in the order in which they print.
func properties() []property {
	rows := strings.Fields(`
		aspect-ratio=dimensions.aspectRatio background=color.gradient background-color=color.background
		background-image=background.backgroundImage background-position=background.backgroundPosition
		background-repeat=background.backgroundRepeat background-size=background.backgroundSize
		background-attachment=background.backgroundAttachment
		border-radius=border.radius border-top-left-radius=border.radius.topLeft
		border-top-right-radius=border.radius.topRight border-bottom-left-radius=border.radius.bottomLeft
		border-bottom-right-radius=border.radius.bottomRight
		border-color=border.color border-width=border.width border-style=border.style
		border-top-color=border.top.color border-top-width=border.top.width border-top-style=border.top.style
		border-right-color=border.right.color border-right-width=border.right.width border-right-style=border.right.style
		border-bottom-color=border.bottom.color border-bottom-width=border.bottom.width
		border-bottom-style=border.bottom.style
		border-left-color=border.left.color border-left-width=border.left.width border-left-style=border.left.style
		color=color.text text-align=typography.textAlign column-count=typography.textColumns
		font-family=typography.fontFamily font-size=typography.fontSize font-style=typography.fontStyle
		font-weight=typography.fontWeight letter-spacing=typography.letterSpacing line-height=typography.lineHeight
		margin=spacing.margin margin-top=spacing.margin.top margin-right=spacing.margin.right
		margin-bottom=spacing.margin.bottom margin-left=spacing.margin.left
		min-height=dimensions.minHeight min-width=dimensions.minWidth
		outline-color=outline.color outline-offset=outline.offset outline-style=outline.style outline-width=outline.width
		padding=spacing.padding padding-top=spacing.padding.top padding-right=spacing.padding.right
		padding-bottom=spacing.padding.bottom padding-left=spacing.padding.left
		--wp--style--root--padding=spacing.padding --wp--style--root--padding-top=spacing.padding.top
		--wp--style--root--padding-right=spacing.padding.right --wp--style--root--padding-bottom=spacing.padding.bottom
		--wp--style--root--padding-left=spacing.padding.left
		text-decoration=typography.textDecoration text-shadow=typography.textShadow
		text-transform=typography.textTransform text-indent=typography.textIndent
		filter=filter.duotone box-shadow=shadow height=dimensions.height width=dimensions.width
		writing-mode=typography.writingMode`)
	out := make([]property, len(rows))
	for i, row := range rows {
		css, path, _ := strings.Cut(row, "=")
		out[i] = property{css, strings.Split(path, ".")}
	}
	return out
}

// indirectProperties are values that become CSS by way of something else.
func indirectProperties() []property {
	return []property{
		{"gap", []string{"spacing", "blockGap"}},
		{"column-gap", []string{"spacing", "blockGap", "left"}},
		{"row-gap", []string{"spacing", "blockGap", "top"}},
		{"max-width", []string{"layout", "contentSize"}},
		{"max-width", []string{"layout", "wideSize"}},
		{"background-image", []string{"background", "backgroundImage", "url"}},
		{"background-image", []string{"background", "gradient"}},
	}
}

// declaration is one line of a CSS rule.
type declaration struct{ name, value string }

// styleValue is the value at a path of the styles. A value {"ref": "a.b.c"}
// stands for what the whole document has there.
func styleValue(styles any, path []string, document *wire.Object) any {
	v := get(styles, path...)
	o, ok := v.(*wire.Object)
	if !ok {
		return v
	}
	ref, ok := o.Get("ref").(string)
	if !ok {
		return v
	}
	target := get(document, strings.Split(ref, ".")...)
	if s, ok := target.(string); ok && s != "" {
		return s
	}
	if text(target, "url") != "" {
		return target
	}
	return v
}

// printed is a scalar as it stands in CSS, "" for what can't stand there.
func printed(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64, float64:
		f, _ := number(v)
		return printNumber(f)
	}
	return ""
}

// backgroundImage is the CSS of a background image with the gradient that lies
// over it.
func backgroundImage(styles any, value any) string {
	var layers []string
	if gradient := text(styles, "background", "gradient"); gradient != "" {
		layers = append(layers, gradient)
	}
	switch v := value.(type) {
	case string:
		if v != "" {
			layers = append(layers, v)
		}
	case *wire.Object:
		if u := v.Text("url"); u != "" {
			layers = append(layers, "url('"+strings.NewReplacer("'", "%27", "\\", "%5C", "\n", "", "<", "%3C").Replace(u)+"')")
		}
	}
	return strings.Join(layers, ", ")
}

// declarations are the CSS properties that a part of the styles sets. selector
// matters for the site's root only, whose padding may become custom
// properties instead.
func (s *sheet) declarations(styles any, selector string) []declaration {
	if empty(styles) {
		return nil
	}
	var out []declaration
	rooted := selector == rootSelector && s.rootPadding
	for _, p := range s.properties {
		isRoot := strings.HasPrefix(p.css, rootPrefix)
		if isRoot && (!rooted || p.css == rootPrefix+"padding") || rooted && strings.HasPrefix(p.css, "padding-") {
			continue
		}
		value := styleValue(styles, p.path, s.root)
		var css string
		if p.css == "background-image" {
			css = backgroundImage(styles, value)
		} else {
			css = printed(value)
		}
		if css == "" && selector != rootSelector {
			css = uploadedBackground(styles, p.css)
		}
		if css == "" {
			continue
		}
		switch p.css {
		case "font-size":
			css = s.data.fluidSize(css, nil)
		case "aspect-ratio":
			out = append(out, declaration{"min-height", "unset"})
		}
		out = append(out, declaration{p.css, css})
	}
	return out
}

// uploadedBackground is how an uploaded background image lies when the styles
// don't say.
func uploadedBackground(styles any, property string) string {
	if empty(get(styles, "background", "backgroundImage", "id")) {
		return ""
	}
	switch property {
	case "background-size":
		return "cover"
	case "background-position":
		if text(styles, "background", "backgroundSize") == "contain" {
			return "50% 50%"
		}
	}
	return ""
}
