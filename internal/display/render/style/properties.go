package style

// property is how one value of a style object becomes CSS and classes.
type property struct {
	group, key string
	css        string
	sides      string   // CSS of one side or corner, "%s" stands for its name
	presets    []preset // preset kinds the value may refer to
	classes    []class
}

// preset maps a reference such as var:preset|color|x to a CSS variable.
type preset struct{ kind, variable string }

// class is a class name the value adds; "$slug" in it needs a preset kind.
type class struct{ name, kind string }

var (
	colors     = []preset{{"color", "--wp--preset--color--"}}
	gradients  = []preset{{"gradient", "--wp--preset--gradient--"}}
	dimensions = []preset{{"dimension", "--wp--preset--dimension--"}}
	spacings   = []preset{{"spacing", "--wp--preset--spacing--"}}
)

// properties is the order declarations are written in.
var properties = [...]property{
	{group: "background", key: "backgroundImage", css: "background-image"},
	{group: "background", key: "backgroundPosition", css: "background-position"},
	{group: "background", key: "backgroundRepeat", css: "background-repeat"},
	{group: "background", key: "backgroundSize", css: "background-size"},
	{group: "background", key: "backgroundAttachment", css: "background-attachment"},
	{group: "background", key: "gradient", css: "background-image", presets: gradients, classes: []class{{"has-background", ""}}},

	{group: "color", key: "text", css: "color", presets: colors,
		classes: []class{{"has-text-color", ""}, {"has-$slug-color", "color"}}},
	{group: "color", key: "background", css: "background-color", presets: colors,
		classes: []class{{"has-background", ""}, {"has-$slug-background-color", "color"}}},
	{group: "color", key: "gradient", css: "background", presets: gradients,
		classes: []class{{"has-background", ""}, {"has-$slug-gradient-background", "gradient"}}},

	{group: "border", key: "color", css: "border-color", sides: "border-%s-color",
		classes: []class{{"has-border-color", ""}, {"has-$slug-border-color", "color"}}},
	{group: "border", key: "radius", css: "border-radius", sides: "border-%s-radius",
		presets: []preset{{"border-radius", "--wp--preset--border-radius--"}}},
	{group: "border", key: "style", css: "border-style", sides: "border-%s-style"},
	{group: "border", key: "width", css: "border-width", sides: "border-%s-width"},
	{group: "border", key: "top", presets: colors},
	{group: "border", key: "right", presets: colors},
	{group: "border", key: "bottom", presets: colors},
	{group: "border", key: "left", presets: colors},

	{group: "shadow", key: "", css: "box-shadow", presets: []preset{{"shadow", "--wp--preset--shadow--"}}},

	{group: "dimensions", key: "aspectRatio", css: "aspect-ratio", classes: []class{{"has-aspect-ratio", ""}}},
	{group: "dimensions", key: "height", css: "height", presets: dimensions},
	{group: "dimensions", key: "minHeight", css: "min-height", presets: dimensions},
	{group: "dimensions", key: "minWidth", css: "min-width", presets: dimensions},
	{group: "dimensions", key: "objectFit", css: "object-fit"},
	{group: "dimensions", key: "width", css: "width", presets: dimensions},

	{group: "spacing", key: "padding", css: "padding", sides: "padding-%s", presets: spacings},
	{group: "spacing", key: "margin", css: "margin", sides: "margin-%s", presets: spacings},

	{group: "typography", key: "fontSize", css: "font-size",
		presets: []preset{{"font-size", "--wp--preset--font-size--"}}, classes: []class{{"has-$slug-font-size", "font-size"}}},
	{group: "typography", key: "fontFamily", css: "font-family",
		presets: []preset{{"font-family", "--wp--preset--font-family--"}}, classes: []class{{"has-$slug-font-family", "font-family"}}},
	{group: "typography", key: "fontStyle", css: "font-style"},
	{group: "typography", key: "fontWeight", css: "font-weight"},
	{group: "typography", key: "lineHeight", css: "line-height"},
	{group: "typography", key: "textColumns", css: "column-count"},
	{group: "typography", key: "textDecoration", css: "text-decoration"},
	{group: "typography", key: "textIndent", css: "text-indent"},
	{group: "typography", key: "textTransform", css: "text-transform"},
	{group: "typography", key: "letterSpacing", css: "letter-spacing"},
	{group: "typography", key: "writingMode", css: "writing-mode"},
}
